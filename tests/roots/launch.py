"""A GB10 machine whose owner has environments of many ages to launch from: names of versions, and
the few files that a launch looks into."""
import audit
import gb10
from gb10 import HOME
from tree import Tree, compiler


def environment(tree, name, **packages):
    """One with the given versions; its Python is the system's."""
    path = f"{HOME}/{name}/.venv"
    site = gb10.environment(tree, path)
    tree.link(f"{path}/bin/python", "python3")
    tree.link(f"{path}/bin/python3", "/usr/bin/python3")
    for package, version in packages.items():
        gb10.install(tree, site, package, version)
    if "torch" in packages:
        cuda = "12.8" if "cu128" in packages["torch"] else "13.0"
        tree.file(f"{site}/torch/version.py", f"cuda: Optional[str] = '{cuda}'\n")
    return site


def triton(tree, site, ptxas, blackwell=None):
    tools = f"{site}/triton/backends/nvidia/bin"
    tree.file(f"{tools}/ptxas", compiler(ptxas))
    if blackwell:
        tree.file(f"{tools}/ptxas-blackwell", compiler(blackwell))


def flash_attn(tree, site, version, runtime):
    audit.install(tree, site, "flash_attn", version, {
        "flash_attn_2_cuda.so": audit.library(needed=["libtorch_cuda.so", f"libcudart.so.{runtime}"])})


def of_torch(tree):
    """The releases of PyTorch, each with its own Triton and a Transformer Engine of its time."""
    triton(tree, environment(tree, "torch-2.9", torch="2.9.1+cu128", triton="3.5.1"), "12.8.93")
    site = environment(tree, "torch-2.10", torch="2.10.0+cu130", triton="3.6.0",
                       transformer_engine="2.10.0")
    triton(tree, site, "12.8.93", "12.9.86")
    site = environment(tree, "torch-2.11", torch="2.11.0+cu130", triton="3.6.0",
                       transformer_engine="2.16.0")
    triton(tree, site, "12.8.93", "12.9.86")
    site = environment(tree, "torch-2.12", torch="2.12.0+cu130", triton="3.7.1",
                       transformer_engine="2.18.0")
    triton(tree, site, "12.8.93", "13.1.80")
    site = environment(tree, "torch-2.14", torch="2.14.0+cu130", triton="3.7.1",
                       transformer_engine="2.19.0")
    triton(tree, site, "12.8.93", "13.1.80")


def of_others(tree):
    """Packages that bring faults of their own, and what is not known."""
    site = environment(tree, "liger", torch="2.11.0+cu130", triton="3.6.0", liger_kernel="0.8.2",
                       transformers="5.1.0")
    triton(tree, site, "12.8.93", "12.9.86")
    site = environment(tree, "flash-attn-cuda12", torch="2.11.0+cu130", transformers="5.1.0")
    flash_attn(tree, site, "2.7.4", 12)
    site = environment(tree, "flash-attn-cuda13", torch="2.11.0+cu130", transformers="5.1.0")
    flash_attn(tree, site, "2.8.3", 13)
    tree.empty(f"{site}/nvidia/cu13/lib/libcudart.so.13")
    site = environment(tree, "not-known", liger_kernel="0.9.0")
    for package, version in (("torch", ""), ("triton", "Version: main\n"), ("transformer_engine", "")):
        tree.file(f"{site}/{package}.dist-info/METADATA", f"Name: {package}\n{version}")
    triton(tree, site, "12.8.93")
    site = environment(tree, "newer", torch="2.16.0a0+git7", triton="3.9.0",
                       transformer_engine="3.0.0")
    triton(tree, site, "12.9.86", "13.3.33")
    environment(tree, "servers", tensorrt_llm="1.2.0", jaxlib="0.8.0", ray="2.50.0", vllm="0.23.0")
    environment(tree, "empty")
    site = environment(tree, "dangling", torch="2.9.1+cu130", triton="3.5.0")
    triton(tree, site, "12.8.93")
    tree.drop(f"{HOME}/dangling/.venv/bin/python3")
    tree.link(f"{HOME}/dangling/.venv/bin/python3", "/usr/bin/python3.11")


def machine():
    tree = Tree()
    tree.now = gb10.NOW
    tree.environment = {"HOME": HOME, "USER": "owner", "PATH": "/usr/bin:/bin"}
    gb10.identity(tree)
    tree.file("/sys/module/nvidia/version", "580.142\n")
    tree.file("/proc/meminfo", "MemTotal: 125449216 kB\nMemAvailable: 115343360 kB\n")
    tree.file("/sys/devices/system/cpu/online", "0-19\n")
    tree.empty("/usr/bin/python3.12", "/usr/include/python3.12/Python.h",
               "/usr/lib/python3/dist-packages/six-1.16.0.egg-info")
    tree.link("/usr/bin/python3", "python3.12")
    tree.link("/usr/local/cuda", "cuda-13.0")
    tree.file("/usr/local/cuda-13.0/bin/nvcc", compiler("13.0.88"))
    tree.file("/usr/local/cuda-13.0/bin/ptxas", compiler("13.0.88"))
    gb10.gpu(tree, "580.142")
    of_torch(tree)
    of_others(tree)
    return tree


def all_launched():
    return {"launch-environments": machine()}
