"""torch._inductor.utils.is_big_gpu says no below 68 multiprocessors, and a GB10 has 48: then no Triton
template of a matrix product is tried. Here it says yes. Compiled code is kept by keys that know nothing
of that answer, so that the keys get a tag of their own; where torch has none, nothing is changed.
"""
import functools
import inspect

_TAG = "gb10-big-gpu"


def apply(module, gb10):
    original = getattr(module, "is_big_gpu", None)
    if original is None:
        raise gb10.LeftAlone("it has no is_big_gpu")
    if getattr(original, "__gb10__", False):
        return "was changed before"
    if len(inspect.signature(original).parameters) != 1:
        raise gb10.LeftAlone("is_big_gpu takes other arguments than is known")
    import torch.compiler.config as config

    tag = getattr(config, "cache_key_tag", None)
    if not isinstance(tag, str):
        raise gb10.LeftAlone("this torch cannot keep compiled code apart (no cache_key_tag)")
    if _TAG not in tag:
        config.cache_key_tag = ",".join(each for each in (tag, _TAG) if each)

    @functools.wraps(original)
    def is_big_gpu(index_or_device=0):
        return True

    is_big_gpu.__gb10__ = True
    # It is a cached function, which others may clear.
    is_big_gpu.cache_clear = getattr(original, "cache_clear", lambda: None)
    module.is_big_gpu = is_big_gpu
    return "is_big_gpu says yes"
