"""The fixture machines by name: what makes each of them, and nothing else, differ from its base."""
import audit
import dead
import gb10
import launch
import others
from gb10 import CUDA_PATH, HOME, spark
from network import cabled
from system import GIB, IDLE, kernel_log, meminfo, process
from tree import compiler, elf


# Healthy ones

def founders_edition():
    return spark()


def oem():
    """ASUS, two machines joined by a cable, ollama as a service, one toolkit on PATH."""
    tree = spark(kernel="6.17.0-1026-nvidia", driver="580.173.02")
    gb10.identity(tree, "ASUSTeK COMPUTER INC.", "GX10", "GX10", "GX10DGX.0105.2026.0505.1153",
                  "1.0")
    gb10.dgx_release(tree, ("7.5.0", "Mon Aug  3 10:12:01 UTC 2026"))
    gb10.storage(tree, "ESL04TBTLCZ")
    tree.environment["PATH"] = CUDA_PATH
    cabled(tree, "enp1s0f1np1", addresses=["169.254.7.1/24"])
    cabled(tree, "enP2p1s0f1np1", addresses=["169.254.8.1/24"])
    gb10.services(tree, ollama="active")
    tree.file("/usr/share/ollama/.ollama/models/blobs/sha256-0", "weights\n")
    gb10.gpu(tree, "580.173.02", vbios="9A.0B.2D.00.00")
    return tree


def driver_610():
    """The driver's newer words: KMD for the kernel's part, deprecated lines beside it."""
    driver = "610.57.04"
    tree = spark(kernel="6.17.0-1032-nvidia", driver=driver)
    tree.environment["PATH"] = CUDA_PATH
    tree.file("/proc/driver/nvidia/version",
              f"KMD version: NVIDIA UNIX Open Kernel Module for aarch64  {driver}  Release Build\n"
              f"NVRM version: {driver} [Deprecated; will be removed]\n"
              "GCC version:  gcc version 13.3.0 (Ubuntu 13.3.0-6ubuntu2~24.04.1)\n")
    gb10.gpu(tree, driver, cuda_version=13030)
    tree.replace("/etc/dgx-release", '"7.5.0"', '"7.6.0"')
    return tree


def decode():
    """llama-server at work: memory-bound decoding, which draws little and keeps its clock."""
    tree = spark()
    serve(tree, 61)
    serving_memory(tree, 61)
    clocks = (2450, 2463, 2444, 2450, 2457, 2450, 2438, 2450, 2450, 2463, 2457, 2450, 2444, 2450)
    gb10.readings(tree, *((second, 0.96, clock, 34.6 + clock % 7 / 5, 62, 0)
                          for second, clock in enumerate(clocks)), pstate=0)
    gb10.heat(tree, 66.4)
    return tree


def serve(tree, held, pid=2210):
    """llama-server with `held` GiB of GPU memory."""
    process(tree, pid, "llama-server", 1804,
            ["/usr/local/bin/llama-server", "-m", f"{HOME}/models/example.gguf", "--no-mmap",
             "-ngl", "99", "-c", "32768"])
    process(tree, 1804, "bash", 1790, ["-bash"])
    gb10.holders(tree, (2303, 18 << 20, "graphics"), (2541, 6 << 20, "graphics"),
                 (pid, held << 30, "compute"))


def serving_memory(tree, held):
    free = IDLE["MemFree"] - (held + 3) * GIB
    meminfo(tree, large=782, MemFree=free, MemAvailable=free + 3700000,
            Cached=5204512, AnonPages=1410224)


# Faulty ones

def stuck_clock():
    """E-01: busy, no reason given, and a third of the clock."""
    tree = spark(kernel="6.17.0-1021-nvidia", driver="580.159.03")
    serve(tree, 61)
    serving_memory(tree, 61)
    clocks = (695, 682, 688, 695, 690, 682, 695, 688, 684, 695, 690, 682)
    gb10.readings(tree, *((second, 0.96, clock, 16.6 + clock % 5 / 4, 45, 0)
                          for second, clock in enumerate(clocks)), pstate=0)
    gb10.heat(tree, 48.9)
    return tree


def deadlocked_job():
    """E-13: busy at its full clock, but it draws no more than a kernel that spins."""
    tree = spark(kernel="6.17.0-1021-nvidia", driver="580.159.03")
    serve_vllm(tree)
    gb10.readings(tree, *((5 * i, 0.96, 2580 - i % 3 * 13, 22 + i % 4 / 10, 58 - i // 2, 0)
                          for i in range(16)), pstate=0)
    gb10.heat(tree, 56.0)
    return tree


def serve_vllm(tree, parent=3120, pid=3188):
    process(tree, parent, "vllm", 1804, [
        f"{HOME}/v/.venv/bin/python3", f"{HOME}/v/.venv/bin/vllm", "serve", "example/model",
        "--gpu-memory-utilization", "0.75", "--max-num-seqs", "32"])
    process(tree, 1804, "tmux: server", 1, ["tmux", "new"])
    process(tree, pid, "VLLM::EngineCore", parent, ["VLLM::EngineCore"])
    tree.file("/var/lib/systemd/linger/owner", "")
    gb10.holders(tree, (2303, 18 << 20, "graphics"), (pid, 88 << 30, "compute"))
    free = IDLE["MemFree"] - 92 * GIB
    meminfo(tree, large=400, MemFree=free, MemAvailable=free + 4100000, Cached=6004512,
            AnonPages=5410224)


def fragmented_memory():
    """D-26: much is free, and nothing of it in one piece of 32 MiB, after a week of serving."""
    kernel = "6.17.0-1031-nvidia"
    tree = spark(kernel=kernel, driver="580.173.02")
    tree.file("/proc/uptime", "612871.30 9912340.11\n")
    meminfo(tree, large=0, middle=55, MemFree=63963136, MemAvailable=123731968, Cached=59821004,
            Buffers=512004, Mapped=380004, SReclaimable=912004, KReclaimable=912004)
    gb10.stalls(tree, stall=3912044, fail=2710332)
    kernel_log(tree, gb10.NOW - 612871, [
        "NVRM: loading NVIDIA UNIX Open Kernel Module for aarch64  580.173.02  Release Build",
        *["NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) "
          "returned from _memdescAllocInternal(pMemDesc) @ mem_desc.c:1359"] * 3])
    return tree


def kernel_1019():
    """F-01: the handover scratch of kernel 7.0 lies where pinned memory may not."""
    tree = spark(kernel="7.0.0-1019-nvidia", driver="580.178.04")
    gb10.boot(tree, "6.17.0-1032-nvidia", "7.0.0-1019-nvidia")
    gb10.dgx_release(tree, ("7.6.0", "Tue Sep 15 08:40:12 UTC 2026"))
    meminfo(tree, large=1102, MemFree=112964812, MemAvailable=114511204, CmaTotal=0, CmaFree=220924)
    return tree


def docker_without_runtime():
    """G-03: nvidia-container-toolkit is there, but Docker was never told."""
    tree = spark()
    gb10.docker(tree, "io.containerd.runc.v2", "runc")
    return tree


def twin_without_address():
    """H-05: a port has two halves, and only one of them was given an address."""
    tree = spark()
    cabled(tree, "enp1s0f1np1", addresses=["169.254.7.1/16"])
    cabled(tree, "enP2p1s0f1np1")
    return tree


def cuda12_wheel():
    """A-01: the wheel of vLLM 0.12 from PyPI beside a torch for CUDA 13."""
    tree = spark(driver="580.105.08", kernel="6.14.0-1015-nvidia")
    gb10.dgx_release(tree)
    tree.environment |= {"PATH": CUDA_PATH, "TRITON_PTXAS_PATH": "/usr/local/cuda/bin/ptxas"}
    tree.drop(f"{HOME}/v")
    site = gb10.environment(tree, f"{HOME}/vllm/.venv")
    gb10.torch(tree, site, "2.9.0", "3.5.0")
    module = "vllm/_C.abi3.so"
    gb10.install(tree, site, "vllm", "0.12.0", "vllm/__init__.py", module)
    tree.file(f"{site}/{module}", elf(needed=["libtorch_cuda.so", "libcudart.so.12", "libc.so.6"]))
    return tree


def old_nvcc_first():
    """B-03: Ubuntu's own toolkit, 12.0, is what a shell finds."""
    tree = spark()
    gb10.packages(tree, nvidia_cuda_toolkit="12.0.140~12.0.1-4build4")
    tree.file("/usr/bin/nvcc", "#!/bin/sh\nexec /usr/lib/nvidia-cuda-toolkit/bin/nvcc \"$@\"\n")
    tree.file("/usr/bin/ptxas", compiler("12.0.140"))
    tree.empty("/usr/lib/nvidia-cuda-toolkit/bin/nvcc")
    return tree


def orphaned_engine():
    """D-12: a killed server left its engine behind; beside the next one there is no room."""
    tree = spark()
    serve(tree, 72)
    process(tree, 4711, "VLLM::EngineCore", 1, ["VLLM::EngineCore"])
    gb10.holders(tree, (2303, 18 << 20, "graphics"), (2210, 72 << 30, "compute"),
                 (4711, 36077305856, "compute"))
    meminfo(tree, large=12, MemFree=2411204, MemAvailable=5904112, Cached=4104512, Mapped=602816,
            AnonPages=4803448, SwapFree=16482300)
    tree.replace("/proc/swaps", "\t0\t", "\t294912\t")
    gb10.stalls(tree, stall=20411, fail=8120, some="4.12", full="1.90")
    return tree


def zfs_data_pool():
    """A second disk with ZFS, whose cache was given no limit."""
    tree = spark()
    tree.file("/sys/module/zfs/version", "2.3.4-1ubuntu1\n")
    tree.file("/proc/spl/kstat/zfs/arcstats", "12 1 0x01 147 39984 1 2\nname type data\n"
              f"c 4 {46 << 30}\nc_min 4 {4 << 30}\nc_max 4 {120 << 30}\nsize 4 {45 << 30}\n")
    tree.append("/proc/modules", "zfs 135168 0 - Live 0x0000000000000000\n")
    tree.append("/proc/mounts", "tank/models /tank/models zfs rw,xattr,noacl 0 0\n")
    tree.space("/tank/models", 7889451679744, 5210032160768)
    usb = "/sys/devices/pci0000:00/usb2/2-1/host0/target0:0:0/0:0:0:0/block/sda"
    tree.link("/sys/block/sda", "../" + usb.removeprefix("/sys/"))
    tree.file(f"{usb}/size", 15628053168)
    tree.file(f"{usb}/device/model", "Portable SSD\n")
    tree.under(f"{usb}/queue", {"rotational": "0\n", "scheduler": "[none] mq-deadline\n",
                                "read_ahead_kb": "128\n", "nr_requests": "28\n"})
    free = IDLE["MemFree"] - 46 * GIB
    meminfo(tree, large=1417, MemFree=free, MemAvailable=free + 1500000)
    return tree


MACHINES = {
    "healthy-founders-edition": founders_edition,
    "healthy-oem": oem,
    "healthy-driver-610": driver_610,
    "healthy-decode": decode,
    "stuck-clock": stuck_clock,
    "deadlocked-job": deadlocked_job,
    "fragmented-memory": fragmented_memory,
    "kernel-7.0.0-1019": kernel_1019,
    "docker-without-runtime": docker_without_runtime,
    "twin-without-address": twin_without_address,
    "cuda12-wheel": cuda12_wheel,
    "old-nvcc-first": old_nvcc_first,
    "orphaned-engine": orphaned_engine,
    "zfs-data-pool": zfs_data_pool,
    "x86-workstation-h100": others.workstation,
    "laptop-without-gpu": others.laptop,
}


def all_machines():
    return {name: make() for name, make in MACHINES.items()} | dead.all_dead() | \
        audit.all_audited() | launch.all_launched()
