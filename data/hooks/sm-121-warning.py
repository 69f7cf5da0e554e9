"""PyTorch below 2.11 warns that it does not support capability 12.1, although code for 12.0 runs there.
That one warning is left out, and only where the code of this PyTorch goes up to 12.0: below that it is
true, as is the one that no code fits the GPU. All others stay.
"""
import warnings

_MESSAGE = r"[\s\S]*cuda capability 12\.1\b[\s\S]*[Mm]inimum and [Mm]aximum cuda capability[\s\S]*- \(12\.0\)"


def apply(module, gb10):
    if not hasattr(module, "_check_capability"):
        raise gb10.LeftAlone("it has no _check_capability")
    warnings.filterwarnings("ignore", message=_MESSAGE, category=UserWarning)
    return "the warning that code for 12.0 does not fit capability 12.1 is left out"
