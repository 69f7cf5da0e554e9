"""Machines that are no GB10."""
from gb10 import DOCKER_INFO, HOME, NOW, PACKAGES, SYSTEM_PATH, amount, stalls
from network import interface, pci
from system import boots, journal, kernel_log, meminfo, process, systemd
from tree import Tree

BOOTED = NOW - 90000


def pc(vendor, product, system, kernel, cpus):
    """A PC with Ubuntu and no NVIDIA part in it."""
    tree = Tree()
    tree.now = NOW
    tree.environment = {"HOME": HOME, "PATH": SYSTEM_PATH, "LANG": "en_US.UTF-8", "USER": "owner"}
    tree.under("/sys/class/dmi/id", {
        "sys_vendor": vendor + "\n", "product_name": product + "\n", "board_name": product + "\n",
        "bios_version": "1.4\n"})
    tree.file("/proc/sys/kernel/arch", "x86_64\n")
    tree.query(["uname", "-m"], "x86_64\n")
    software(tree, *system, kernel)
    model, count = cpus
    tree.file("/proc/cpuinfo", "".join(
        f"processor\t: {cpu}\nvendor_id\t: {model.split()[0]}\nmodel name\t: {model}\n\n"
        for cpu in range(count)))
    tree.under("/sys/devices/system/cpu", {"present": f"0-{count - 1}\n",
                                           "online": f"0-{count - 1}\n"})
    settings(tree)
    network(tree)
    return tree


def software(tree, name, version, codename, kernel):
    tree.file("/etc/os-release", f'PRETTY_NAME="{name}"\nVERSION_ID="{version}"\n'
              f"VERSION_CODENAME={codename}\nID=ubuntu\n")
    tree.file("/proc/sys/kernel/osrelease", kernel + "\n")
    tree.empty(f"/boot/vmlinuz-{kernel}")
    tree.file(f"/boot/initrd.img-{kernel}")
    tree.file("/proc/cmdline", f"BOOT_IMAGE=/boot/vmlinuz-{kernel} root=/dev/nvme0n1p2 ro\n")
    tree.file("/proc/uptime", f"{NOW - BOOTED}.50 700000.00\n")
    tree.file("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\n"
              f"owner:x:1000:1000::{HOME}:/bin/bash\n")
    tree.file("/etc/group", "sudo:x:27:owner\ndocker:x:988:owner\nowner:x:1000:\n")
    tree.file("/etc/default/locale", "LANG=en_US.UTF-8\n")
    tree.file("/etc/apt/sources.list.d/ubuntu.sources", "Types: deb\n"
              f"URIs: http://archive.ubuntu.com/ubuntu/\nSuites: {codename}\nComponents: main\n")
    tree.empty("/usr/bin/python3.12", "/usr/include/python3.12/Python.h",
               "/usr/lib/python3/dist-packages/six-1.16.0.egg-info")
    tree.link("/usr/bin/python3", "python3.12")
    kernel_log(tree, BOOTED, ["nvme nvme0: 8/0/0 default/read/poll queues"])
    journal(tree, ["Reached target reboot.target - System Reboot.", "Journal stopped"])
    boots(tree, (-1, BOOTED - 86400, BOOTED - 600), (0, BOOTED, NOW))
    systemd(tree, {"ssh": "active", "systemd-oomd": "active"})
    process(tree, 1, "systemd", 0, ["/sbin/init"])
    packages(tree, "fwupd", "libfwupd2")
    tree.no_query(["fwupdmgr", "get-devices", "--json"])
    tree.no_query(["modinfo", "-F", "version", "nvidia"], "failed",
                  "modinfo said: Module nvidia not found.")
    tree.no_query(DOCKER_INFO)
    tree.no_query(["docker", "ps", "-a", "--no-trunc", "--format",
                   '{"Names":{{json .Names}},"Image":{{json .Image}},"State":{{json .State}}}'])


def packages(tree, *names):
    tree.file("/var/lib/dpkg/status", "".join(
        f"Package: {name}\nStatus: install ok installed\nVersion: {PACKAGES[name]}\n\n"
        for name in names))


def settings(tree):
    stalls(tree)
    tree.file("/proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n")
    tree.under("/sys/kernel/mm/transparent_hugepage", {
        "hpage_pmd_size": "2097152\n", "enabled": "always [madvise] never\n",
        "defrag": "always defer defer+madvise [madvise] never\n"})
    tree.under("/proc/sys/vm", {
        "swappiness": "60\n", "dirty_ratio": "20\n", "dirty_background_ratio": "10\n",
        "dirty_bytes": "0\n", "dirty_background_bytes": "0\n", "min_free_kbytes": "67584\n"})
    tree.query(["systemctl", "show", "earlyoom", "-p", "ActiveState,ExecStart"],
               "ActiveState=inactive\n")
    disk = "/sys/block/nvme0n1"
    tree.file(f"{disk}/size", 2000409264)
    tree.under(f"{disk}/queue", {"rotational": "0\n", "scheduler": "[none] mq-deadline\n",
                                 "read_ahead_kb": "128\n", "nr_requests": "1023\n"})
    tree.under(f"{disk}/device/device", {
        "current_link_speed": "16.0 GT/s PCIe\n", "max_link_speed": "16.0 GT/s PCIe\n",
        "current_link_width": "4\n", "max_link_width": "4\n"})
    tree.file("/proc/mounts", "/dev/nvme0n1p2 / ext4 rw,relatime 0 0\n")
    tree.space("/", 1006662447104, 611207532544)
    tree.under("/sys/class/thermal/thermal_zone0", {"type": "x86_pkg_temp\n", "temp": "47000\n"})


def network(tree):
    interface(tree, "lo", None, addresses=["127.0.0.1/8"])
    interface(tree, "enp3s0", "0000:03:00.0", speed=1000, addresses=["192.0.2.33/24"])
    pci(tree, "0000:03:00.0", "8086", "15f3", "0x020000")
    tree.link("/sys/bus/pci/devices/0000:03:00.0/driver", "../../drivers/igc")
    tree.file("/proc/modules", "igc 135168 0 - Live 0x0000000000000000\n")
    tree.empty("/sys/bus/platform/devices/PNP0103:00")


def laptop():
    tree = pc("Example Computers", "Notebook 14", ("Ubuntu 24.04.4 LTS", "24.04", "noble"),
              "6.14.0-37-generic", ("GenuineIntel Core Ultra 7 155H", 22))
    pci(tree, "0000:00:02.0", "8086", "7d55", "0x030000")
    meminfo(tree, large=300, MemTotal=32496112, MemFree=18221344, MemAvailable=27311020,
            Cached=9102332, Buffers=301224, AnonPages=3911208, Mapped=901224, Shmem=410332,
            SwapTotal=0, SwapFree=0, CmaTotal=0, CmaFree=0)
    for question in ("driver", "list", "processes"):
        tree.no_answer(question, "unsupported", "libnvidia-ml.so.1 not found")
    return tree


def workstation():
    """A PC with an H100 (PCIe), driver 580."""
    tree = pc("Example Computers", "Tower W790", ("Ubuntu 24.04.4 LTS", "24.04", "noble"),
              "6.8.0-87-generic", ("GenuineIntel Xeon w7-3465X", 56))
    meminfo(tree, large=7000, MemTotal=263868208, MemFree=241002344, MemAvailable=258114212,
            Cached=15102332, Buffers=901224, AnonPages=3911208, Mapped=901224, Shmem=21332,
            SwapTotal=8388604, SwapFree=8388604, CmaTotal=0, CmaFree=0)
    tree.file("/proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n/swap.img file 8388604 0 -2\n")
    pci(tree, "0000:81:00.0", "10de", "2331", "0x030200")
    driver = "580.105.08"
    tree.file("/proc/driver/nvidia/version",
              f"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  {driver}  Release Build\n")
    tree.query(["modinfo", "-F", "version", "nvidia"], driver + "\n")
    libraries = "/usr/lib/x86_64-linux-gnu"
    tree.empty(f"{libraries}/libnvidia-ml.so.{driver}", "/dev/nvidia0", "/dev/nvidiactl",
               f"/usr/lib/firmware/nvidia/{driver}/gsp_ga10x.bin")
    tree.link(f"{libraries}/libnvidia-ml.so.1", f"libnvidia-ml.so.{driver}")
    tree.link("/lib", "usr/lib")
    tree.file("/proc/modules", "nvidia_uvm 135168 0 - Live 0x0\nnvidia 135168 0 - Live 0x0\n")
    kernel_log(tree, BOOTED, [
        f"NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  {driver}  Release Build"])
    h100(tree, driver)
    return tree


def h100(tree, driver):
    tree.ask("driver", {"driver_version": driver, "nvml_version": driver, "cuda_version": 13000,
                        "cu_init": 0})
    fields = {
        "name": "NVIDIA H100 PCIe", "pci.bus_id": "0000:81:00.0", "pci.device": "10de:2331",
        "architecture": "Hopper", "compute_capability": {"version": "9.0"}, "pstate": 0,
        "gsp_version": driver, "reasons": [], "persistence": True, "compute_mode": "default",
        "ecc": True, "mig": "disabled", "pcie.gen": 5, "pcie.gen_max": 5, "pcie.width": 16,
        "pcie.width_max": 16, "display_active": False,
        "memory.total": amount(85520809984, "bytes"), "memory.used": amount(1048576, "bytes"),
        "memory.free": amount(84829405184, "bytes"), "power.draw": amount(51.2, "watts"),
        "power.limit": amount(350, "watts"), "temperature": amount(34, "celsius"),
        "temperature.memory": amount(41, "celsius"), "utilization.gpu": amount(0.0, "ratio"),
        "clock.sm": amount(345000000, "hertz"), "clock.max_sm": amount(1755000000, "hertz"),
        "clock.memory": amount(1593000000, "hertz")}
    for name in ("sw_power_cap", "hw_thermal", "sw_thermal", "hw_power_brake", "sync_boost"):
        fields[f"counter.{name}"] = amount(0, "seconds")
    tree.ask("list", [{"index": 0, "fields": fields}])
    tree.ask("processes", [])
    tree.samples((0, 0.0, 345, 51.2, 34, 1))
