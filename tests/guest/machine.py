"""A whole system under QEMU: what it is made of, and a shell on its console."""
import os
import re
import shutil
import stat
import subprocess
import threading
import time
import typing

HERE = os.path.dirname(os.path.abspath(__file__))
MIB = 1 << 20
MEMORY_MIB = 2048
# For the kernel's last lines: what is not used as memory is kept over a reboot.
RAMOOPS = "memmap=1M$0x70000000"
# How much longer than on a host of its own a guest may take.
PATIENCE = 6
BUILT_IN = ("BLK_DEV_NVME", "EXT4_FS", "DEVTMPFS", "PSI", "MEMFD_CREATE")


class Computer(typing.NamedTuple):
    """What a guest of one architecture is emulated by and boots from."""
    qemu: str
    options: tuple
    console: str  # the terminal of its first serial port
    built_in: str  # the option of a kernel that drives that port
    append: str
    ports: int  # serial ports that it has besides
    image: str  # Debian's package of the kernel
    strip: str


COMPUTERS = {
    "amd64": Computer("qemu-system-x86_64", ("-cpu", "qemu64"), "ttyS0", "SERIAL_8250_CONSOLE",
                      f"mitigations=off tsc=reliable no_timer_check {RAMOOPS}", 2, "linux-image-cloud-amd64", "strip"),
    "arm64": Computer("qemu-system-aarch64", ("-machine", "virt", "-cpu", "cortex-a72"), "ttyAMA0", "SERIAL_AMBA_PL011_CONSOLE",
                      "", 0, "linux-image-cloud-arm64:arm64", "aarch64-linux-gnu-strip"),
}


class NotHere(Exception):
    """Something that the test needs is not on this machine."""


class Wrong(Exception):
    """What was seen is not what must be."""


class Silent(Exception):
    """The guest does not answer."""


def program(name):
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if not found:
        raise NotHere(f"{name} is not installed")
    return found


def run(*words, **more):
    return subprocess.run([program(words[0]), *words[1:]], check=True, capture_output=True, text=True, **more)


class Kernel:
    """An unpacked kernel package; everything that the guest must have is built into it."""

    def __init__(self, folder, arch="amd64"):
        self.computer = COMPUTERS[arch]
        boot = os.path.join(folder, "boot")
        images = sorted(name for name in os.listdir(boot) if name.startswith("vmlinuz-")) if os.path.isdir(boot) else []
        if not images:
            raise NotHere(f"no kernel in {folder} (tests/guest/run kernel fetches one)")
        self.image = os.path.join(boot, images[-1])
        self.version = images[-1].removeprefix("vmlinuz-")
        with open(os.path.join(boot, "config-" + self.version)) as file:
            config = file.read()
        lacks = [name for name in (*BUILT_IN, self.computer.built_in) if f"\nCONFIG_{name}=y\n" not in config]
        if lacks:
            raise NotHere(f"the kernel in {folder} has not built in: {', '.join(lacks)}")
        self.modules = {}
        for at, _, names in os.walk(os.path.join(folder, "lib", "modules", self.version)):
            for name in names:
                if name in ("reed_solomon.ko", "ramoops.ko"):
                    self.modules[name] = os.path.join(at, name)


def fetch_kernel(folder, arch="amd64"):
    """Debian's kernel for virtual machines: downloaded and unpacked, not installed."""
    package = COMPUTERS[arch].image
    found = subprocess.run([program("apt-cache"), "depends", package], capture_output=True, text=True).stdout
    name = re.search(r"Depends: (linux-image-\S+)", found)
    if not name:
        raise NotHere(f"apt knows no package {package}")
    os.makedirs(folder, exist_ok=True)
    run("apt-get", "download", name[1], cwd=folder)
    for package in os.listdir(folder):
        if package.endswith(".deb"):
            run("dpkg-deb", "-x", os.path.join(folder, package), folder)
            os.remove(os.path.join(folder, package))


PACKAGES = "systemd-sysv,dbus,udev"


def archive():
    """Where apt gets this machine's Debian from, and which release that is."""
    found = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)").stdout.splitlines()
    places = [line.split() for line in found if line and "-" not in line.split()[1]]
    if not places:
        raise NotHere("apt knows no archive")
    return places[0]


def fetch_debian(folder):
    """A small Debian with systemd, as a folder. Nothing need be mounted, so that a container is place enough."""
    uri, release = archive()
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    run("mmdebstrap", "--variant=minbase", f"--include={PACKAGES}", release, folder, uri)


SECOND_STAGE = """\
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t devtmpfs dev /dev
exec > /dev/console 2>&1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
/debootstrap/debootstrap --second-stage && echo configured || tail -n 20 /debootstrap/debootstrap.log
rm /second-stage /etc/dpkg/dpkg.cfg.d/quick
sync
mount -o remount,ro /
echo b > /proc/sysrq-trigger
"""


def fetch_foreign_debian(folder, arch, kernel):
    """The same for another CPU: its packages are configured in a guest, as nothing on this machine runs them."""
    first, disk = folder + ".first", folder + ".disk"
    uri, release = archive()
    run("debootstrap", "--foreign", f"--arch={arch}", "--variant=minbase", f"--include={PACKAGES}", release, first, uri)
    with open(os.path.join(first, "second-stage"), "w") as file:
        file.write(SECOND_STAGE)
    os.chmod(file.name, 0o755)
    with open(os.path.join(first, "etc/dpkg/dpkg.cfg.d/quick"), "w") as file:
        file.write("force-unsafe-io\n")
    run("mke2fs", "-q", "-t", "ext4", "-d", first, disk, "2000M")
    shutil.rmtree(first)
    os.makedirs(folder + ".guest", exist_ok=True)
    guest = Guest(folder + ".guest", kernel, None, disk, told="init=/second-stage")
    try:
        guest.wait_for("(?m)^configured$", 1200)
        guest.child.wait(60)
    except Silent:
        print(guest.console[-3000:])
        raise
    finally:
        guest.cut()
    subprocess.run([program("e2fsck"), "-p", "-f", disk], capture_output=True)
    os.makedirs(folder)
    run("debugfs", "-R", f"rdump / {folder}", disk)
    shutil.rmtree(folder + ".guest")
    os.remove(disk)


# With udev a login would take the port away.
LOGINS = tuple(f"serial-getty@{computer.console}.service" for computer in COMPUTERS.values())


def make_system(path, debian, files, without=LOGINS):
    """A disk with the Debian in the folder `debian`, more files: (from, to, mode), and `without` some units."""
    if not os.path.isdir(debian):
        raise NotHere(f"no system in {debian} (tests/guest/run debian fetches one)")
    tree = path + ".tree"
    run("cp", "-a", debian, tree)
    for source, name, mode in files:
        target = os.path.join(tree, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(source, target)
        os.chmod(target, mode)
    os.makedirs(os.path.join(tree, "var/log/journal"), exist_ok=True)
    wants = os.path.join(tree, "etc/systemd/system/multi-user.target.wants")
    os.makedirs(wants, exist_ok=True)
    os.symlink("/etc/systemd/system/console.service", os.path.join(wants, "console.service"))
    for unit in without:
        os.symlink("/dev/null", os.path.join(tree, "etc/systemd/system", unit))
    run("mke2fs", "-q", "-t", "ext4", "-d", tree, path, "1500M")
    shutil.rmtree(tree)
    return path


class Archive:
    """A cpio archive as the kernel unpacks it at boot."""

    def __init__(self):
        self.parts = []
        self.folders = set()

    def add(self, name, mode, data=b""):
        head = "070701" + "".join(f"{field:08x}" for field in (len(self.parts) + 1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0,
                                                              len(name) + 1, 0))
        entry = head.encode() + name.encode() + b"\0"
        entry += b"\0" * (-len(entry) % 4)
        self.parts.append(entry + data + b"\0" * (-len(data) % 4))

    def folder(self, name):
        parent = os.path.dirname(name)
        if parent:
            self.folder(parent)
        if name not in self.folders:
            self.folders.add(name)
            self.add(name, stat.S_IFDIR | 0o755)

    def file(self, path, name):
        self.folder(os.path.dirname(name) or "bin")
        with open(path, "rb") as file:
            self.add(name, stat.S_IFREG | 0o755, file.read())

    def write(self, path):
        self.add("TRAILER!!!", 0)
        with open(path, "wb") as file:
            file.write(b"".join(self.parts))


def libraries(path):
    """What a program is linked against, and its loader."""
    found = subprocess.run(["ldd", path], capture_output=True, text=True)
    return re.findall(r"(/\S+) \(0x", found.stdout)


def make_initramfs(folder, gb10, kernel):
    archive = Archive()
    for name in ("bin", "proc", "sys", "dev", "disk", "var", "tmp", "modules", "etc"):
        archive.folder(name)
    archive.file(program("busybox"), "bin/busybox")
    bare = os.path.join(folder, "gb10")
    # Its symbols would take as much of the guest's memory as the program.
    run("strip", "-o", bare, gb10)
    archive.file(bare, "bin/gb10")
    for library in libraries(gb10):
        archive.file(os.path.realpath(library), library.lstrip("/"))
    for name in ("eater", "witness", "bystander"):
        built = os.path.join(folder, name)
        run("cc", "-O1", "-static", "-o", built, os.path.join(HERE, name + ".c"))
        archive.file(built, "bin/" + name)
    archive.file(os.path.join(HERE, "init"), "init")
    for name in ("start-guard", "systemctl", "worker"):
        archive.file(os.path.join(HERE, name), "bin/" + name)
    for name, path in kernel.modules.items():
        archive.file(path, "modules/" + name)
    path = os.path.join(folder, "initramfs")
    archive.write(path)
    return path


def make_disk(path, mib):
    """A disk with the folders of an installed system that the guard and the doctor look at."""
    tree = path + ".tree"
    os.makedirs(os.path.join(tree, "var", "lib", "gb10"))
    os.makedirs(os.path.join(tree, "var", "lib", "systemd", "pstore"))
    run("mke2fs", "-q", "-t", "ext4", "-d", tree, path, f"{mib}M")
    return path


def read_disk(image, root):
    """The files under /var of a disk that was cut off, as the next boot would find them, in the folder `root`."""
    subprocess.run([program("e2fsck"), "-p", "-f", image], capture_output=True)  # plays the journal back
    os.makedirs(root)
    run("debugfs", "-R", f"rdump /var {root}", image)
    return root


def on_one_core():
    """On two the emulated NVMe of QEMU 7.2 loses a request now and then, which the guest waits for half a minute or for good."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


class Guest:
    """A running guest; the text of its ports is in `console`, `log` and `ticks`.

    Its clock counts what it executed (2 ns an instruction), so that a host that is busy with other things slows it down as
    a whole and does not make its guard late.
    """

    def __init__(self, folder, kernel, initramfs, disk, swap=None, reboots=False, more=(), told=""):
        """Without an `initramfs` the system on the disk is started, on a clock of its host.

        `more` are disks with serial numbers; `told` is for its kernel.
        """
        self.folder = folder
        self.console = ""
        self.asked = 0
        computer = kernel.computer
        append = f"console={computer.console} loglevel=4 psi=1 nokaslr cryptomgr.notests panic=1 {computer.append} {told}"
        words = [program(computer.qemu), "-accel", "tcg", *computer.options, "-m", f"{MEMORY_MIB}M", "-nodefaults",
                 "-display", "none", "-kernel", kernel.image]
        if initramfs:
            words += ["-icount", "shift=1", "-rtc", "clock=vm", "-initrd", initramfs]
        else:
            append += " root=/dev/nvme0n1 rw systemd.show_status=0"
        words += ["-append", append, "-serial", "stdio"]
        for name in ("log", "ticks")[:computer.ports]:
            words += ["-serial", f"file:{folder}/{name}"]
        for number, (drive, serial) in enumerate([(disk, "disk0"), *([(swap, "disk1")] if swap else []), *more]):
            words += ["-drive", f"if=none,format=raw,cache=writethrough,file={drive},id=drive{number}",
                      "-device", f"nvme,serial={serial},drive=drive{number}"]
        if not reboots:
            words.append("-no-reboot")
        self.child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=open(f"{folder}/qemu", "wb"),
                                      preexec_fn=None if initramfs else on_one_core)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while data := self.child.stdout.read1(4096):
            self.console += data.decode(errors="replace").replace("\r", "")

    def port(self, name):
        with open(os.path.join(self.folder, name), errors="replace") as file:
            return file.read().replace("\r", "")

    @property
    def log(self):
        return self.port("log")

    def ticks(self):
        """(seconds since boot, seconds since 1970, MiB available) of each whole line of the witness."""
        return [(float(a), float(b), int(c) / 1024) for a, b, c in re.findall(r"tick (\S+) (\S+) (\d+)\n", self.port("ticks"))]

    def runs(self):
        return self.child.poll() is None

    def spent(self):
        """Seconds of a CPU that QEMU took so far."""
        with open(f"/proc/{self.child.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait_for(self, pattern, seconds, text=None):
        end = time.monotonic() + PATIENCE * seconds
        while True:
            running = self.runs()
            if match := re.search(pattern, text() if text else self.console):
                return match
            if time.monotonic() > end or not running:
                raise Silent(f"no \"{pattern}\" within {seconds} s" if running else f"QEMU ended before \"{pattern}\"")
            time.sleep(0.05)

    def type(self, line):
        try:
            self.child.stdin.write(line.encode() + b"\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            raise Silent("QEMU ended") from None

    def boot(self, seconds=120):
        self.wait_for(r"(?m)^ready$", seconds)
        self.ask("true")

    def ask(self, command, seconds=30):
        """What the command prints on the console; Silent when its end is not seen in time."""
        self.asked += 1
        n = self.asked
        self.type(f"echo '<{n}'; {command}; echo \"{n}=$?>\"")
        match = self.wait_for(rf"(?s)<{n}\n(.*?){n}=(\d+)>", seconds)
        return match[1]

    def now(self):
        """Seconds since boot by the guest's clock, as its witness told last."""
        seen = self.ticks()
        return seen[-1][0] if seen else 0.0

    def answers(self, seconds=20):
        """Whether the console answers within so many seconds of the guest's own clock."""
        self.asked += 1
        begun, end = self.now(), time.monotonic() + PATIENCE * 2 * seconds
        self.type(f"echo {self.asked}=here")
        while self.runs() and self.now() - begun < seconds and time.monotonic() < end:
            if f"{self.asked}=here\n" in self.console:
                return True
            time.sleep(0.1)
        return False

    def rest(self, seconds):
        """Lets the guest run for so long by its own clock."""
        self.ask(f"sleep {seconds:.1f}", seconds + 30)

    def cut(self):
        self.child.kill()
        self.child.wait()
