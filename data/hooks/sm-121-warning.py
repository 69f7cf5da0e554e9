"""PyTorch below 2.11 warns that it does not support capability 12.1, although code for 12.0 runs there.
That one warning is left out; all others stay.
"""
import warnings

_MESSAGE = r"[\s\S]*cuda capability 12\.1\b[\s\S]*[Mm]inimum and [Mm]aximum cuda capability"
_LIST = r"[\s\S]*with CUDA capability sm_121 is not compatible with the current PyTorch"


def apply(module, gb10):
    if not hasattr(module, "_check_capability"):
        raise gb10.LeftAlone("it has no _check_capability")
    for message in (_MESSAGE, _LIST):
        warnings.filterwarnings("ignore", message=message, category=UserWarning)
    return "the warning about capability 12.1 is left out"
