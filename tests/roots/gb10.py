"""A GB10 machine in good health: NVIDIA's own, idle, with DGX OS 7.5.0. Deltas are in machines.py.

Values are those that owners' public outputs show; where nobody has published one (names of idle
states, most of /proc/meminfo), it is made up to fit the others. There are no serial numbers, ids or
addresses of anybody: the host is gb10-example, its user owner.
"""
import json

from network import PORTS, network, pci
from system import boots, journal, kernel_log, meminfo, process, systemd
from tree import Tree, compiler, elf

NOW = 1795165200  # 2026-11-20 09:00 UTC
BOOTED = NOW - 262144
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CUDA_PATH = "/usr/local/cuda/bin:" + SYSTEM_PATH
LIBRARIES = "/usr/lib/aarch64-linux-gnu"
HOME = "/home/owner"
MARK = {"unknown": "unsupported", "what": "Not Supported"}


def spark(kernel="6.17.0-1014-nvidia", driver="580.142"):
    tree = Tree()
    tree.now = NOW
    tree.environment = {"HOME": HOME, "PATH": SYSTEM_PATH, "LANG": "en_US.UTF-8", "USER": "owner"}
    identity(tree)
    operating_system(tree, kernel)
    cpu(tree)
    memory(tree)
    module(tree, kernel, driver)
    gpu(tree, driver)
    cuda(tree)
    python(tree)
    docker(tree)
    services(tree)
    storage(tree)
    network(tree)
    firmware(tree)
    logs(tree, driver)
    heat(tree)
    return tree


# What the machine is

def identity(tree, vendor="NVIDIA", product="NVIDIA_DGX_Spark", board="P4242",
             bios="5.36_0ACUM023", version="A.7"):
    tree.under("/sys/class/dmi/id", {
        "sys_vendor": vendor + "\n", "product_name": product + "\n", "board_name": board + "\n",
        "product_version": version + "\n", "product_family": "DGX Spark\n",
        "bios_version": bios + "\n"})
    tree.file("/proc/sys/kernel/arch", "aarch64\n")
    tree.query(["uname", "-m"], "aarch64\n")


def operating_system(tree, kernel):
    tree.file("/etc/os-release", 'PRETTY_NAME="Ubuntu 24.04.4 LTS"\nNAME="Ubuntu"\n'
              'VERSION_ID="24.04"\nVERSION="24.04.4 LTS (Noble Numbat)"\n'
              "VERSION_CODENAME=noble\nID=ubuntu\nID_LIKE=debian\n")
    dgx_release(tree, ("7.4.0", "Mon Feb  2 19:34:58 UTC 2026"),
                ("7.5.0", "Sat Apr  4 15:11:50 UTC 2026"))
    tree.file("/proc/cmdline",
              f"BOOT_IMAGE=/boot/vmlinuz-{kernel} root=/dev/nvme0n1p2 ro quiet splash\n")
    tree.file("/proc/uptime", f"{NOW - BOOTED}.18 5190422.73\n")
    boot(tree, kernel)
    tree.file("/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c",
              b"\x06\0\0\0\x01")
    tree.file("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n"
              "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
              f"owner:x:1000:1000::{HOME}:/bin/bash\n")
    tree.file("/etc/group", "root:x:0:\nadm:x:4:owner\nsudo:x:27:owner\ndocker:x:988:owner\n"
              "owner:x:1000:\n")
    tree.file("/etc/default/locale", "LANG=en_US.UTF-8\n")
    tree.file("/etc/systemd/logind.conf", "[Login]\n#RemoveIPC=yes\n")
    tree.file("/etc/apt/sources.list.d/ubuntu.sources", "Types: deb\n"
              "URIs: http://ports.ubuntu.com/ubuntu-ports/\nSuites: noble noble-updates\n"
              "Components: main universe\n"
              "Signed-By: /usr/share/keyrings/ubuntu-archive-keyring.gpg\n")
    tree.file("/etc/apt/sources.list.d/dgx.sources", "Types: deb\n"
              "URIs: https://repo.download.nvidia.com/baseos/ubuntu/noble/arm64/\n"
              "Suites: noble noble-updates\nComponents: main dgx\n"
              "Signed-By: /usr/share/keyrings/dgx_debian_prod.gpg\n")
    tree.empty("/usr/share/keyrings/ubuntu-archive-keyring.gpg",
               "/usr/share/keyrings/dgx_debian_prod.gpg")
    packages(tree)


def dgx_release(tree, *updates):
    text = ('DGX_NAME="DGX Spark"\nDGX_PRETTY_NAME="NVIDIA DGX Spark"\n'
            'DGX_SWBUILD_DATE="2025-09-10-13-50-03"\nDGX_SWBUILD_VERSION="7.2.3"\n')
    for version, date in updates:
        text += f'\nDGX_OTA_VERSION="{version}"\nDGX_OTA_DATE="{date}"\n'
    tree.file("/etc/dgx-release", text)


def boot(tree, *kernels):
    tree.file("/proc/sys/kernel/osrelease", kernels[-1] + "\n")
    for kernel in kernels:
        tree.empty(f"/boot/vmlinuz-{kernel}")
        tree.file(f"/boot/initrd.img-{kernel}")


PACKAGES = {"fwupd": "1.9.31-0ubuntu1~24.04.1", "libfwupd2": "1.9.31-0ubuntu1~24.04.1",
            "nvidia-container-toolkit": "1.19.0-1", "cuda-nvcc-13-0": "13.0.88-1"}


def packages(tree, **changed):
    """The packages that are asked for; None takes one away, underscores stand for dashes."""
    wanted = PACKAGES | {name.replace("_", "-"): version for name, version in changed.items()}
    tree.file("/var/lib/dpkg/status", "".join(
        f"Package: {name}\nStatus: install ok installed\nVersion: {version}\n\n"
        for name, version in sorted(wanted.items(), key=lambda each: each[0]) if version))


# CPU and memory

def cpu(tree):
    parts = ["0xd87" if cpu % 10 < 5 else "0xd85" for cpu in range(20)]
    tree.file("/proc/cpuinfo", "".join(
        f"processor\t: {cpu}\nBogoMIPS\t: 2000.00\nFeatures\t: fp asimd sve2 i8mm bf16\n"
        "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\n"
        f"CPU part\t: {part}\nCPU revision\t: 1\n\n" for cpu, part in enumerate(parts)))
    folder = "/sys/devices/system/cpu"
    tree.under(folder, {"present": "0-19\n", "online": "0-19\n", "cpufreq/boost": "0\n"})
    for cpu, part in enumerate(parts):
        twin = 0 if part == "0xd87" else 5  # the first of its kind stands for all
        if cpu == twin:
            cpu_files(tree, folder, cpu, (2808000, 338000) if twin == 0 else (3900000, 1378000))
        else:
            tree.link(f"{folder}/cpu{cpu}", f"cpu{twin}")
            tree.link(f"{folder}/cpufreq/policy{cpu}", f"policy{twin}")


def cpu_files(tree, folder, cpu, clocks):
    tree.under(f"{folder}/cpufreq/policy{cpu}", {
        "scaling_governor": "performance\n", "scaling_driver": "cppc_cpufreq\n",
        "auto_select": "1\n", "cpuinfo_max_freq": f"{clocks[0]}\n",
        "scaling_max_freq": f"{clocks[0]}\n", "scaling_cur_freq": f"{clocks[1]}\n"})
    for state, latency in enumerate((1, 45, 150)):
        tree.under(f"{folder}/cpu{cpu}/cpuidle/state{state}", {
            "name": f"LPI-{state}\n", "latency": f"{latency}\n", "disable": "0\n"})


def memory(tree):
    meminfo(tree, large=1417)
    tree.file("/proc/swaps", "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
              "/swap.img                               file\t\t16777212\t0\t\t-2\n")
    stalls(tree)
    tree.under("/sys/kernel/mm/transparent_hugepage", {
        "hpage_pmd_size": "2097152\n", "enabled": "always [madvise] never\n",
        "defrag": "always defer defer+madvise [madvise] never\n"})
    tree.under("/proc/sys/vm", {
        "swappiness": "60\n", "dirty_ratio": "20\n", "dirty_background_ratio": "10\n",
        "dirty_bytes": "0\n", "dirty_background_bytes": "0\n", "min_free_kbytes": "67584\n"})
    tree.query(["systemctl", "show", "earlyoom", "-p", "ActiveState,ExecStart"],
               "ActiveState=inactive\n")


def stalls(tree, stall=0, fail=0, kills=0, some="0.00", full="0.00"):
    tree.file("/proc/vmstat", f"compact_stall {stall}\ncompact_fail {fail}\noom_kill {kills}\n")
    tree.file("/proc/pressure/memory", "".join(
        f"{kind} avg10={now} avg60={now} avg300={now} total=0\n"
        for kind, now in (("some", some), ("full", full))))


# GPU, driver and CUDA

def module(tree, kernel, driver):
    tree.link("/lib", "usr/lib")
    tree.file("/proc/driver/nvidia/version",
              f"NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  {driver}  Release Build  "
              "(dvs-builder@builder)  Tue Mar 17 19:01:40 UTC 2026\n"
              "GCC version:  gcc version 13.3.0 (Ubuntu 13.3.0-6ubuntu2~24.04.1)\n")
    tree.file("/sys/module/nvidia/version", driver + "\n")
    tree.query(["modinfo", "-F", "version", "nvidia"], driver + "\n")
    tree.empty(f"{LIBRARIES}/libnvidia-ml.so.{driver}",
               f"/usr/lib/firmware/nvidia/{driver}/gsp_ga10x.bin")
    tree.link(f"{LIBRARIES}/libnvidia-ml.so.1", f"libnvidia-ml.so.{driver}")
    tree.empty("/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-modeset", "/dev/nvidia-uvm",
               "/dev/nvidia-uvm-tools")
    tree.file("/etc/modprobe.d/blacklist-nouveau.conf", "blacklist nouveau\n")
    modules(tree, "nvidia_uvm", "nvidia_drm", "nvidia_modeset", "nvidia", "mlx5_ib", "mlx5_core",
            "r8127", "mt7925e", "sbsa_gwdt", "nvme")
    pci(tree, "000f:01:00.0", "10de", "2e12", "0x030000")
    pci(tree, "0000:00:00.0", "10de", "22ce", "0x060400")


def modules(tree, *names):
    tree.file("/proc/modules", "".join(f"{name} 135168 0 - Live 0x0000000000000000\n"
                                       for name in names))


def amount(value, unit):
    return {"quantity": value, "unit": unit}


def gpu(tree, driver, cuda_version=13000, vbios="9A.0B.25.00.00"):
    tree.ask("driver", {
        "driver_version": driver, "nvml_version": driver, "cuda_version": cuda_version,
        "cu_init": 0})
    fields = {
        "name": "NVIDIA GB10", "pci.bus_id": "000f:01:00.0", "pci.device": "10de:2e12",
        "architecture": "Blackwell", "compute_capability": {"version": "12.1"}, "vbios": vbios,
        "gsp_version": driver, "c2c": "enabled", "reasons": [], "persistence": True,
        "compute_mode": "default", "energy": 1204118, "pcie.gen": 1, "pcie.gen_max": 5,
        "pcie.width": 1, "pcie.width_max": 16, "display_active": True,
        "clock.max_sm": amount(3003000000, "hertz")}
    for name in ("sw_power_cap", "hw_thermal", "sw_thermal", "hw_power_brake", "sync_boost"):
        fields[f"counter.{name}"] = amount(0, "seconds")
    for name in ("memory.total", "memory.used", "memory.free", "power.limit", "power.default_limit",
                 "power.min_limit", "power.max_limit", "power.enforced_limit", "fan.speed",
                 "clock.memory", "clock.max_memory", "temperature.memory", "utilization.memory",
                 "ecc", "mig", "numa_node", "bar1.total"):
        fields[name] = MARK
    tree.ask("list", [{"index": 0, "fields": fields}])
    readings(tree, (0, 0.0, 208, 4.1, 36, 1), pstate=8)
    process(tree, 2303, "Xorg", 2290, ["/usr/lib/xorg/Xorg", "-core"])
    process(tree, 2541, "gnome-shell", 2404, ["/usr/bin/gnome-shell"])
    holders(tree, (2303, 18 << 20, "graphics"), (2541, 6 << 20, "graphics"))


def gpu_fields(tree):
    return tree.gpu["list"][0]["answer"][0]["fields"]


def readings(tree, *samples, pstate):
    """The samples, and the fields of the GPU as the first of them shows it."""
    tree.samples(*samples)
    _, busy, clock, power, degrees, _ = samples[0]
    gpu_fields(tree).update({
        "pstate": pstate, "clock.sm": amount(int(clock * 1e6), "hertz"),
        "power.draw": amount(power, "watts"), "temperature": amount(degrees, "celsius"),
        "utilization.gpu": amount(busy, "ratio")})


def holders(tree, *each):
    """(pid, bytes, type) of the programs that hold GPU memory."""
    tree.ask("processes", [{"gpu": 0, "pid": pid, "memory": held, "type": kind}
                           for pid, held, kind in each])


def cuda(tree):
    tree.link("/usr/local/cuda", "/etc/alternatives/cuda")
    tree.link("/etc/alternatives/cuda", "/usr/local/cuda-13.0")
    top = "/usr/local/cuda-13.0"
    tree.file(f"{top}/version.json", json.dumps({
        "cuda": {"name": "CUDA SDK", "version": "13.0.3"},
        "cuda_nvcc": {"name": "CUDA NVCC", "version": "13.0.88"}}) + "\n")
    tree.empty(f"{top}/bin/nvcc")
    tree.file(f"{top}/bin/ptxas", compiler("13.0.88"))
    libraries = f"{top}/targets/sbsa-linux/lib"
    for name, version in (("libcudart", "13.0.96"), ("libcublasLt", "13.1.0.3")):
        tree.file(f"{libraries}/{name}.so.{version}", elf(soname=f"{name}.so.13"))
        tree.link(f"{libraries}/{name}.so.13", f"{name}.so.{version}")
    tree.file("/etc/ld.so.conf", "include /etc/ld.so.conf.d/*.conf\n")
    tree.file("/etc/ld.so.conf.d/000_cuda.conf", "/usr/local/cuda/targets/sbsa-linux/lib\n")
    tree.file("/etc/ld.so.conf.d/aarch64-linux-gnu.conf", f"/lib/aarch64-linux-gnu\n{LIBRARIES}\n")


def environment(tree, path):
    """An empty Python environment; the folder of its packages."""
    tree.file(f"{path}/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n"
              "version = 3.12.3\n")
    return f"{path}/lib/python3.12/site-packages"


def install(tree, site, name, version, *files):
    """One package as pip leaves it; `files` go into its record."""
    info = f"{name}-{version}.dist-info"
    tree.file(f"{site}/{info}/METADATA",
              f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"{file},," for file in (*files, f"{info}/METADATA", f"{info}/RECORD")]
    tree.file(f"{site}/{info}/RECORD", "\n".join(lines) + "\n")


def torch(tree, site, version, triton):
    """PyTorch built for CUDA 13.0, with the libraries it needs."""
    library = "torch/lib/libtorch_cuda.so"
    install(tree, site, "torch", f"{version}+cu130", library, "torch/version.py")
    tree.file(f"{site}/torch/version.py",
              f"__version__ = '{version}+cu130'\ncuda: Optional[str] = '13.0'\nhip = None\n")
    tree.file(f"{site}/{library}", elf(needed=["libcudart.so.13", "libcublas.so.13", "libc.so.6"]))
    tree.empty(f"{site}/nvidia/cu13/lib/libcudart.so.13", f"{site}/nvidia/cu13/lib/libcublas.so.13")
    install(tree, site, "nvidia_cublas", "13.1.0.3")
    install(tree, site, "nvidia_cuda_runtime", "13.0.96")
    install(tree, site, "triton", triton)
    tree.file(f"{site}/triton/backends/nvidia/bin/ptxas", compiler("12.8.93"))


def python(tree):
    tree.empty("/usr/bin/python3.12", "/usr/include/python3.12/Python.h",
               "/usr/lib/python3/dist-packages/six-1.16.0.egg-info")
    tree.link("/usr/bin/python3", "python3.12")
    site = environment(tree, f"{HOME}/v/.venv")
    torch(tree, site, "2.11.0", "3.6.0")
    tree.file(f"{site}/triton/backends/nvidia/bin/ptxas-blackwell", compiler("13.0.88"))


# Services, disks, network, firmware

DOCKER_INFO = ["docker", "info", "--format",
               '{"ServerErrors":{{json .ServerErrors}}{{if .Info}},"ServerVersion":{{json .ServerVersion}},'
               '"DefaultRuntime":{{json .DefaultRuntime}},"CgroupDriver":{{json .CgroupDriver}},'
               '"Runtimes":{{json .Runtimes}},"Swarm":{"NodeAddr":{{json .Swarm.NodeAddr}}}{{end}}}']


def docker(tree, *runtimes):
    tree.empty("/usr/bin/docker")
    names = runtimes or ("io.containerd.runc.v2", "nvidia", "runc")
    tree.query(DOCKER_INFO, json.dumps({
        "ServerVersion": "29.2.1", "DefaultRuntime": "runc", "CgroupDriver": "systemd",
        "Runtimes": {name: {"path": "runc"} for name in names}, "Swarm": {"NodeAddr": ""}}) + "\n")
    tree.query(["docker", "ps", "-a", "--no-trunc", "--format",
                '{"Names":{{json .Names}},"Image":{{json .Image}},"State":{{json .State}}}'], "")
    tree.link("/var/run", "/run")
    tree.file("/run/cdi/nvidia.yaml", "cdiVersion: 0.5.0\n")
    tree.file("/etc/nvidia-container-runtime/config.toml",
              '[nvidia-container-runtime]\nmode = "auto"\n')


def services(tree, **states):
    systemd(tree, {"docker": "active", "containerd": "active", "systemd-oomd": "active",
                   "nvidia-persistenced": "active", "fwupd": "active", "dgx-dashboard": "active",
                   "dgx-dashboard-admin": "active", "ssh": "active"} | states)
    process(tree, 1, "systemd", 0, ["/sbin/init"], user=0)


def storage(tree, model="SAMSUNG MZALC4T0HBL1-00B07"):
    disk = "/sys/block/nvme0n1"
    tree.file(f"{disk}/size", 8001573552)
    tree.under(f"{disk}/queue", {"rotational": "0\n", "scheduler": "[none] mq-deadline\n",
                                 "read_ahead_kb": "128\n", "nr_requests": "1023\n"})
    tree.file(f"{disk}/device/model", f"{model:<40}\n")
    tree.under(f"{disk}/device/device", {
        "current_link_speed": "16.0 GT/s PCIe\n", "max_link_speed": "16.0 GT/s PCIe\n",
        "current_link_width": "4\n", "max_link_width": "4\n"})
    tree.empty("/sys/block/loop0/size")
    tree.file("/proc/mounts", "sysfs /sys sysfs rw 0 0\nproc /proc proc rw 0 0\n"
              "/dev/nvme0n1p2 / ext4 rw,relatime 0 0\n/dev/nvme0n1p1 /boot/efi vfat rw 0 0\n"
              "/dev/loop0 /snap/core22/2134 squashfs ro 0 0\ntmpfs /run tmpfs rw 0 0\n")
    tree.space("/", 4031870242816, 2460140871680)
    tree.space("/boot/efi", 312475648, 305463296)


def firmware(tree, ec="0x03000508", uefi="0x03000007", pd="0x00000516", soc="0x02009b0b"):
    tree.query(["fwupdmgr", "get-devices", "--json"], json.dumps({"Devices": [
        {"Name": "Embedded Controller", "Version": ec, "UpdateState": 2},
        {"Name": "System Firmware", "Version": uefi, "UpdateState": 2},
        {"Name": "USB PD Controller", "Version": pd, "UpdateState": 2},
        {"Name": "SoC Firmware", "Version": soc, "UpdateState": 2}]}) + "\n")


def heat(tree, hottest=41.2):
    for zone, name in enumerate(("TSOC", "TS0E", "TS0P", "TS1E", "TS1P", "TGPU", "TUNC")):
        tree.under(f"/sys/class/thermal/thermal_zone{zone}", {
            "type": "acpitz\n", "temp": f"{round((hottest - 0.4 * zone) * 1000)}\n",
            "trip_point_0_type": "critical\n", "trip_point_0_temp": "104850\n",
            "device/path": f"\\_TZ_.{name}\n"})


def logs(tree, driver):
    tree.empty("/sys/bus/platform/devices/sbsa-gwdt.0")
    kernel_log(tree, BOOTED, [
        f"NVRM: loading NVIDIA UNIX Open Kernel Module for aarch64  {driver}  Release Build",
        *(f"mlx5_core {place}: mlx5_pcie_event:326:(pid 165): Detected insufficient power on the "
          "PCIe slot (27W)." for place in PORTS.values()),
        "nvidia_peermem: Unknown symbol ib_register_peer_memory_client (err -2)",
        "EXT4-fs (nvme0n1p2): mounted filesystem ro with ordered data mode.",
        "nvme nvme0: 20/0/0 default/read/poll queues"])
    journal(tree, ["systemd-shutdown[1]: Syncing filesystems and block devices.",
                   "Reached target poweroff.target - System Power Off.", "Journal stopped"])
    boots(tree, (-1, BOOTED - 86400, BOOTED - 600), (0, BOOTED, NOW))

