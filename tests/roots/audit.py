"""A GB10 machine whose owner has environments to audit: libraries with GPU code of a few bytes.

Containers and symbol tables are written here from the description of the format, not by the
program."""
import struct

import gb10
from gb10 import HOME
from tree import MACHINES, Tree, section

PTX, ELF = 1, 2
SPECIFIC, FAMILY = 0x100000, 0x200000
NV = "nvidia/cu13/lib"


def image(arch, kind=ELF, flags=0, version=(9, 0)):
    """The payload's size is what counts: below 2,600 bytes machine code is a stub."""
    payload = bytes(2608) if kind == ELF else bytes(64)
    head = struct.pack("<HHIQIIHHIIIQQQ", kind, 0x101, 64, len(payload), 0, 0, version[1],
                       version[0], arch, 0, 0, 0x11 | flags, 0, 8192 if kind == ELF else 0)
    return head + payload


def container(*images):
    body = b"".join(images)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def cubin(arch):
    """A loose one as CUDA 13 writes it, with no section but the first."""
    return (b"\x7fELF\x02\x01\x01\x41\x08" + bytes(7) +
            struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, 64, 0x06000002 | arch << 8, 64, 56, 0, 64,
                        1, 0) + bytes(64))


def gnu_hash(name):
    value = 5381
    for byte in name.encode():
        value = (value * 33 + byte) & 0xFFFFFFFF
    return value


class Strings:
    def __init__(self):
        self.bytes = b"\0"

    def add(self, text):
        at = len(self.bytes)
        self.bytes += text.encode() + b"\0"
        return at


def symbols(strings, wanted, defined):
    """The table, and the hash table with one bucket and one filter."""
    table, chain, filters = bytes(24), b"", 0
    for name in wanted:
        table += struct.pack("<IBBHQQ", strings.add(name), 0x10, 0, 0, 0, 0)
    for name in defined:
        table += struct.pack("<IBBHQQ", strings.add(name), 0x10, 0, 1, 0, 0)
        value = gnu_hash(name)
        filters |= 1 << value % 64 | 1 << (value >> 5) % 64
        chain += struct.pack("<I", value & ~1 | (name == defined[-1]))
    first = 1 + len(wanted)
    return table, struct.pack("<IIIIQI", 1, first, 1, 5, filters, first if defined else 0) + chain


def library(soname="", needed=(), path="", code=b"", wanted=(), defined=(), machine="aarch64"):
    """A shared object that says more of itself than those of tree.py."""
    strings = Strings()
    dynamic = [(1, strings.add(name)) for name in needed]
    dynamic += [(14, strings.add(soname))] if soname else []
    dynamic += [(29, strings.add(path))] if path else []
    table, hashes = symbols(strings, wanted, list(defined))
    strings_at = 64 + 2 * 56
    table_at = strings_at + len(strings.bytes)
    hashes_at = table_at + len(table)
    dynamic += [(5, strings_at), (10, len(strings.bytes)), (6, table_at), (0x6ffffef5, hashes_at), (0, 0)]
    entries = b"".join(struct.pack("<QQ", *entry) for entry in dynamic)
    dynamic_at = hashes_at + len(hashes)
    padding = bytes(-(dynamic_at + len(entries)) % 8)
    code_at = dynamic_at + len(entries) + len(padding)
    names = b"\0.nv_fatbin\0.shstrtab\0"
    names_at = code_at + len(code)
    sections_at = names_at + len(names)
    head = b"\x7fELF\x02\x01\x01" + bytes(9)
    head += struct.pack("<HHIQQQIHHHHHH", 3, MACHINES[machine], 1, 0, 64, sections_at, 0, 64, 56, 2,
                        64, 3, 2)
    head += struct.pack("<IIQQQQQQ", 1, 4, 0, 0, 0, sections_at, sections_at, 4096)
    head += struct.pack("<IIQQQQQQ", 2, 4, dynamic_at, dynamic_at, dynamic_at, len(entries),
                        len(entries), 8)
    sections = section(0, 0, 0, 0) + section(1, 1, code_at, len(code)) + section(12, 3, names_at, len(names))
    return head + strings.bytes + table + hashes + entries + padding + code + names + sections


def install(tree, site, name, version, files, *requires):
    gb10.install(tree, site, name, version, *files)
    tree.append(f"{site}/{name}-{version}.dist-info/METADATA",
                "".join(f"Requires-Dist: {each}\n" for each in requires))
    for path, content in files.items():
        tree.file(f"{site}/{path}", content)


def environment(tree, name):
    return gb10.environment(tree, f"{HOME}/{name}/.venv")


def torch(tree, site, defined=("_ZN2at3addEv", "_ZN3c105errorEv")):
    """PyTorch for CUDA 13 beside the wheels of NVIDIA that it loads."""
    install(tree, site, "nvidia_cublas", "13.1.0.3", {
        f"{NV}/libcublas.so.13": library("libcublas.so.13", ["libcublasLt.so.13"], "$ORIGIN"),
        f"{NV}/libcublasLt.so.13": library("libcublasLt.so.13", code=container(
            image(90, flags=SPECIFIC)) + container(image(120, flags=FAMILY)))})
    install(tree, site, "nvidia_cuda_runtime", "13.0.96", {
        f"{NV}/libcudart.so.13": library("libcudart.so.13", ["libc.so.6"])})
    install(tree, site, "torch", "2.9.0+cu130", {
        "torch/lib/libtorch_cuda.so": library(
            "libtorch_cuda.so", ["libcudart.so.13", "libcublas.so.13", "libcuda.so.1", "libc.so.6"],
            f"$ORIGIN:$ORIGIN/../../{NV}", container(image(80), image(90), image(120)),
            defined=defined)}, "nvidia-cublas==13.1.0.3", "nvidia-cuda-runtime")


def extension(code, needed=("libtorch_cuda.so", "libc.so.6"), wanted=("_ZN2at3addEv",), **more):
    return library("", needed, code=code, wanted=wanted, **more)


def healthy(tree):
    site = environment(tree, "healthy")
    torch(tree, site)
    install(tree, site, "flash_attn", "2.8.3", {
        "flash_attn_2_cuda.so": extension(container(image(120), image(120, PTX)))}, "torch")
    install(tree, site, "sgl_kernel", "0.3.9", {
        "sgl_kernel/ops.so": extension(container(image(90, PTX)))}, "torch")
    install(tree, site, "numpy", "2.3.1", {"numpy/_core/umath.so": library(needed=["libc.so.6"])})
    install(tree, site, "six", "1.17.0", {"six.py": "\n"})


def cuda12(tree):
    """A-01: a wheel for CUDA 12 beside a torch for 13, with NVIDIA's runtime of 12 installed too."""
    site = environment(tree, "cuda12")
    torch(tree, site)
    install(tree, site, "nvidia_cuda_runtime_cu12", "12.8.90", {
        "nvidia/cuda_runtime/lib/libcudart.so.12": library("libcudart.so.12", ["libc.so.6"])})
    install(tree, site, "vllm", "0.12.0", {
        "vllm/_C.abi3.so": extension(container(image(120)), ["libtorch_cuda.so", "libcudart.so.12"])},
        "torch")


def cpu_torch(tree):
    site = environment(tree, "cpu-torch")
    install(tree, site, "torch", "2.9.0", {
        "torch/lib/libtorch_cpu.so": library("libtorch_cpu.so", defined=["_ZN2at3addEv"])})


def wrong_libtorch(tree):
    """An extension built for another torch, and one whose kernels are for other GPUs."""
    site = environment(tree, "wrong-libtorch")
    torch(tree, site)
    install(tree, site, "flash_attn", "2.7.0", {
        "flash_attn_2_cuda.so": extension(container(image(120)), wanted=["_ZN3c104warnEv"])}, "torch")
    install(tree, site, "hopper_only", "1.0", {
        "hopper_only/_C.so": extension(container(image(90, flags=SPECIFIC)))}, "torch")
    install(tree, site, "half_new", "1.0", {
        "half_new/_C.so": extension(container(image(120)) + container(image(80), image(90)))}, "torch")


def foreign(tree):
    site = environment(tree, "foreign")
    install(tree, site, "xformers", "0.0.33", {
        "xformers/_C.so": library(code=container(image(120)), machine="x86_64")})
    tree.file(f"{site}/xformers-0.0.33.dist-info/RECORD",
              "xformers/_C.so,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\nxformers/gone.py,,\n")


def broken(tree):
    """Files that say they are what they are not, and links that lead in circles."""
    folder = f"{HOME}/broken"
    good = library(code=container(image(121)))
    tree.file(f"{folder}/good.so", good)
    tree.file(f"{folder}/cut.so", good[:300])
    tree.file(f"{folder}/cut.fatbin", container(image(121))[:-8])
    tree.file(f"{folder}/words.cubin", "words\n")
    tree.file(f"{folder}/loose.cubin", cubin(121))
    tree.file(f"{folder}/notes", "words\n")
    tree.link(f"{folder}/deep/up", "..")
    tree.link(f"{folder}/deep/self.so", "self.so")


def machine():
    tree = Tree()
    tree.now = gb10.NOW
    tree.environment = {"HOME": HOME, "USER": "owner"}
    tree.query(["uname", "-m"], "aarch64\n")
    tree.file("/sys/module/nvidia/version", "580.142\n")
    gb10.gpu(tree, "580.142")
    for make in (healthy, cuda12, cpu_torch, wrong_libtorch, foreign, broken):
        make(tree)
    return tree


def all_audited():
    return {"audit-environments": machine()}
