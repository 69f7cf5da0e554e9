"""Liger's fused linear cross entropy, compiled as a part of a larger graph, gives a wrong loss without a
word as soon as one target is ignored. Run outside of the graph it is right, with any batch, at the
price of one break of the graph; to check the first batch instead would miss an ignored target that
comes later. What is compiled with fullgraph=True then stops with this reason.

Named are the two ways into it, of liger_kernel.transformers: the loss as a module, and as a function.
"""
import inspect

_REASON = "gb10: Liger's fused linear cross entropy is wrong inside of a compiled graph where a target is ignored"
_WAYS = (
    ("liger_kernel.transformers.fused_linear_cross_entropy", "LigerFusedLinearCrossEntropyLoss", "forward"),
    ("liger_kernel.transformers.functional", "liger_fused_linear_cross_entropy", None),
)


def _outside(function):
    import torch

    disable = torch.compiler.disable
    if "reason" in inspect.signature(disable).parameters:
        return disable(function, reason=_REASON)
    return disable(function)


def _change(module, name, method, gb10):
    owner, attribute = (getattr(module, name, None), method) if method else (module, name)
    original = getattr(owner, attribute, None)
    if not callable(original):
        raise gb10.LeftAlone("it has no %s" % (name + ("." + method if method else "")))
    if getattr(original, "_torchdynamo_disable", False):
        return "is outside of the graph already"
    setattr(owner, attribute, _outside(original))
    return "%s runs outside of the compiled graph" % name


def early(package, gb10):
    """Before others take them from their modules."""
    for place, name, method in _WAYS:
        gb10.after(place, lambda found, name=name, method=method: _change(found, name, method, gb10))


def apply(module, gb10):
    return "its ways in are changed at their own import"
