"""A recipe for NVFP4 that turns the random Hadamard transform or stochastic rounding on again, against
the variables that turn them off, is refused: on capability 12.x the gradients would be zeros, and
nothing says so. Setting "require" names the fields that must be true.
"""
import functools

_FIELDS = "disable_rht disable_stochastic_rounding"
_QUANTISERS = ("fp4_quant_fwd_inp", "fp4_quant_fwd_weight", "fp4_quant_bwd_grad")
_OF = {"disable_rht": "random_hadamard_transform", "disable_stochastic_rounding": "stochastic_rounding"}
_VARIABLE = {"disable_rht": "NVTE_NVFP4_DISABLE_RHT", "disable_stochastic_rounding": "NVTE_NVFP4_DISABLE_STOCHASTIC_ROUNDING"}


def _faults(recipe, required):
    for field in required:
        if getattr(recipe, field) is False:
            yield field
        elif any(getattr(getattr(recipe, each, None), _OF.get(field, ""), False) is True for each in _QUANTISERS):
            yield field


def _check(recipe, required):
    for field in _faults(recipe, required):
        raise RuntimeError(
            "gb10: this NVFP4 recipe overrides %s=1 (its %s is not true): on this GPU its gradients would be wrong or zeros "
            "without an error; leave that argument out, or run without gb10" % (_VARIABLE.get(field, field), field))


def apply(module, gb10):
    recipe = getattr(module, "NVFP4BlockScaling", None)
    if recipe is None:
        raise gb10.LeftAlone("it has no NVFP4BlockScaling")
    required = gb10.settings.get("require", _FIELDS).split()
    fields = getattr(recipe, "__dataclass_fields__", {})
    missing = [each for each in required if each not in fields]
    if missing:
        raise gb10.LeftAlone("NVFP4BlockScaling has no %s" % ", ".join(missing))
    original = recipe.__init__
    if getattr(original, "__gb10__", False):
        return "was changed before"

    @functools.wraps(original)
    def __init__(self, *arguments, **named):
        original(self, *arguments, **named)
        _check(self, required)

    __init__.__gb10__ = True
    recipe.__init__ = __init__
    return "NVFP4BlockScaling is looked at when it is made"
