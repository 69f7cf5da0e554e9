"""What a library made of a variable, asked at the end in modules that the program has loaded."""
import os
import sys


def _loaded(module):
    return sys.modules.get(module)


def _truth(value):
    return str(value).lower() in ("1", "true", "yes", "on")


def _flag(module, attribute):
    """A setting of a module that is a yes or no."""

    def reading(value):
        found = getattr(_loaded(module), attribute, None) if _loaded(module) else None
        if not isinstance(found, bool):
            return None
        return "%s.%s is %s" % (module, attribute, found), found == _truth(value)

    return reading


def _share(value):
    """The share of the GPU's memory that torch keeps to, where it has used the GPU."""
    torch = _loaded("torch")
    cuda = _loaded("torch.cuda")
    if "per_process_memory_fraction:" not in value or not cuda or not cuda.is_initialized():
        return None
    ask = getattr(cuda, "get_per_process_memory_fraction", None) or getattr(
        torch._C, "_cuda_getMemoryFraction", None)
    if ask is None:
        return None
    wanted = float(value.split("per_process_memory_fraction:")[1].split(",")[0])
    found = ask() if ask is getattr(cuda, "get_per_process_memory_fraction", None) else ask(cuda.current_device())
    return "torch keeps to %.4f of the GPU's memory" % found, abs(found - wanted) < 1e-3


def _segments(value):
    """Whether torch grows its segments, by its allocator's own settings."""
    cuda = _loaded("torch.cuda")
    if "expandable_segments:" not in value or not cuda or not cuda.is_initialized():
        return None
    settings = cuda.memory._snapshot().get("allocator_settings", {})
    if "expandable_segments" not in settings:
        return None
    wanted = _truth(value.split("expandable_segments:")[1].split(",")[0])
    found = bool(settings["expandable_segments"])
    return "torch's allocator has expandable_segments %s" % found, found == wanted


def _allocator(value):
    return _share(value) or _segments(value)


def _ptxas(name):
    """Which ptxas Triton takes for code of this GPU, where its compiler is loaded."""

    def reading(value):
        compiler = _loaded("triton.backends.nvidia.compiler")
        get = getattr(compiler, "get_ptxas", None)
        if get is None:
            return None
        try:
            found = get(121)
        except TypeError:
            found = get()
        path = str(getattr(found, "path", found))
        return "Triton takes %s" % path, os.path.realpath(path) == os.path.realpath(value)

    return reading


def _tf32(value):
    cuda = _loaded("torch.backends.cuda")
    found = getattr(getattr(cuda, "matmul", None), "allow_tf32", None)
    if not isinstance(found, bool):
        return None
    return "torch.backends.cuda.matmul.allow_tf32 is %s" % found, found == _truth(value)


def _recipe(attribute):
    def reading(value):
        recipe = getattr(_loaded("transformer_engine.common.recipe"), "NVFP4BlockScaling", None)
        field = getattr(recipe, "__dataclass_fields__", {}).get(attribute)
        if field is None or not isinstance(field.default, bool):
            return None
        return "NVFP4BlockScaling.%s is %s" % (attribute, field.default), field.default == _truth(value)

    return reading


_READINGS = {
    "PYTORCH_ALLOC_CONF": _allocator,
    "PYTORCH_CUDA_ALLOC_CONF": _allocator,
    "TRITON_PTXAS_PATH": _ptxas("TRITON_PTXAS_PATH"),
    "TRITON_PTXAS_BLACKWELL_PATH": _ptxas("TRITON_PTXAS_BLACKWELL_PATH"),
    "TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS": _flag("torch._dynamo.config", "capture_scalar_outputs"),
    "TORCHINDUCTOR_MAX_AUTOTUNE_GEMM": _flag("torch._inductor.config", "max_autotune_gemm"),
    "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE": _tf32,
    "TORCHINDUCTOR_MAX_AUTOTUNE": _flag("torch._inductor.config", "max_autotune"),
    "NVTE_NVFP4_DISABLE_RHT": _recipe("disable_rht"),
    "NVTE_NVFP4_DISABLE_STOCHASTIC_ROUNDING": _recipe("disable_stochastic_rounding"),
}


def readings(variables):
    """For each variable of the plan: its value now, and what the library made of it."""
    for name, planned in variables.items():
        now = os.environ.get(name)
        reading = None
        try:
            reading = _READINGS[name](planned) if name in _READINGS and now == planned else None
        except Exception:  # noqa: BLE001  a library that is not as expected tells nothing
            reading = None
        seen, agrees = reading or (None, None)
        yield {"name": name, "value": now, "seen": seen, "agrees": agrees}
