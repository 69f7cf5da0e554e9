"""Machines that went down and were started again: what the boot before left behind, little else.

The ring is written here from the description in src/guard/ring_slot.h, not by the program."""
import json
import struct

from tree import Tree

STARTED = 1795165200              # 2026-11-20 09:00:00 UTC: the boot that runs
DIED = STARTED - 41               # the last sample of the boot before
LASTED = 22333.0                  # seconds
BEFORE, RUNS = "3f2a91c07d5e4b6a8c1d2e3f40516273", "b7c61f0e52d84d0f9a3b4c5d6e7f8091"
MEMORY = 127600748 * 1024
GIB = 1 << 30
COLUMNS = ("memory.available", "pressure.memory_some", "pressure.memory_full", "memory.oom_kills",
           "thermal.hottest", "gpu.power", "gpu.temperature")
START, METRICS, SAMPLE, EVENT, STOP = 1, 2, 3, 4, 5
KERNEL_LINE, UNIT_START, DECISION, ACTION = 1, 2, 3, 4


def crc32c(data):
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0x82F63B78 if rest & 1 else 0)
    return rest ^ 0xFFFFFFFF


class Ring:
    """Slots of 256 bytes; `before` is seconds before the last sample."""

    def __init__(self, boot=BEFORE, died=DIED, lasted=LASTED):
        self.slots, self.died, self.lasted = [], died, lasted
        names = "\n".join(COLUMNS).encode()
        self.schema = struct.pack("<I", crc32c(names))
        self.slot(START, 60.5, bytes.fromhex(boot) + self.schema + b"\0" + b"0.1.0")
        self.slot(METRICS, 60.5, self.schema + names)

    def slot(self, kind, before, payload):
        rest = struct.pack("<QqdBBH", len(self.slots) + 1, round((self.died - before) * 1e9),
                           self.lasted - before, kind, len(payload), 0)
        rest = (rest + payload).ljust(248, b"\0")
        self.slots.append(struct.pack("<II", 0x52303147, crc32c(rest)) + rest)

    def sample(self, before, available, full=0.0, kills=0, zone=52.0, power=34.0, heat=58.0):
        values = (available, full * 1.2, full, kills, zone, power, heat)
        self.slot(SAMPLE, before, self.schema + struct.pack(f"<{len(values)}f", *values))

    def event(self, before, kind, text):
        self.slot(EVENT, before, bytes([kind]) + text.encode())

    def stop(self, before, reason):
        self.slot(STOP, before, reason.encode())

    def bytes(self):
        return b"".join(self.slots)


def journal_lines(*lines):
    """(seconds before the last sample, text) each."""
    return "".join(f"{DIED - before:.6f} gb10-example {text}\n" for before, text in lines)


def machine(ring=None, journal=None, lasted=LASTED):
    """A machine that runs for 90 s; without a journal of the boot before where none is given."""
    tree = Tree()
    tree.user, tree.now = 0, STARTED + 90
    tree.file("/proc/sys/kernel/random/boot_id", f"{RUNS[:8]}-{RUNS[8:12]}-{RUNS[12:16]}-{RUNS[16:20]}-"
                                                 f"{RUNS[20:]}\n")
    tree.file("/proc/uptime", "90.12 1500.30\n")
    tree.file("/proc/meminfo", f"MemTotal: {MEMORY // 1024} kB\n")
    tree.file("/var/lib/systemd/pstore/.keep", "")
    asked = ["journalctl", "-b", "-1", "-n", "400", "-o", "short-unix", "--no-pager"]
    listed = ["journalctl", "--list-boots", "-o", "json", "--no-pager"]
    boots = [(0, RUNS, STARTED, STARTED + 90)]
    if journal is None:
        tree.query(asked, "", 1, "Data from the specified boot (-1) is not available: No such boot "
                                 "ID in journal\n")
    else:
        tree.query(asked, journal)
        last = float(journal.splitlines()[-1].split()[0])
        boots.insert(0, (-1, BEFORE, DIED - int(lasted), last))
    tree.query(listed, json.dumps([
        {"index": index, "boot_id": boot, "first_entry": first * 10**6, "last_entry": round(last * 10**6)}
        for index, boot, first, last in boots]) + "\n")
    if ring:
        tree.file("/var/lib/gb10/ring", ring.bytes())
    return tree


QUIET = journal_lines((412.4, "systemd[1]: Started sysstat-collect.service."),
                      (212.1, "dockerd[2101]: level=info msg=\"health ok\""))


def power_cut():
    """Serving, and then nothing."""
    ring = Ring()
    for second in range(60, -1, -1):
        ring.sample(second, 31.4 * GIB + second * 4096, power=41 + second % 3)
    return machine(ring, QUIET)


def tripped():
    """E-07: idle, then a jump of the power."""
    ring = Ring()
    for second in range(60, -1, -1):
        busy = second <= 2
        ring.sample(second, 88 * GIB, power=85 if busy else 14, heat=51 if busy else 46)
    return machine(ring, QUIET)


def exhausted():
    """D-05: 29 GiB gone within seconds, and then samples that come late."""
    ring = Ring()
    levels = [29.2] * 50 + [27.1, 22.9, 18.2, 13.0, 8.4, 4.9, 2.2, 0.9, 0.4]
    seconds = list(range(66, 66 - len(levels), -1))
    seconds[-2:] = [5.2, 0]
    for before, level in zip(seconds, levels):
        ring.sample(before, level * GIB, full=0.0 if level > 3 else min(0.98, 1.1 - level / 3))
        if before == 18:
            ring.event(17.6, UNIT_START, "docker-vllm.scope for someone@mail.example.org")
        if level == 8.4:
            ring.event(before, KERNEL_LINE, "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory "
                       "[NV_ERR_NO_MEMORY] (0x00000051) returned from _memdescAllocInternal(pMemDesc)")
    return machine(ring, QUIET)


def hot():
    """E-06: zones at 96 °C, the GPU near its limit."""
    ring = Ring()
    for second in range(60, -1, -1):
        ring.sample(second, 40 * GIB, zone=96.6 - second / 30, power=62, heat=91 - second // 20)
    return machine(ring, QUIET)


def gpu_gone():
    """Xid 79 a moment before the end."""
    ring = Ring()
    for second in range(60, -1, -1):
        ring.sample(second, 40 * GIB, power=58)
        if second == 2:
            ring.event(1.6, KERNEL_LINE, "NVRM: Xid (PCI:000f:01:00): 79, GPU has fallen off the bus.")
    return machine(ring, QUIET)


def panicked():
    """No guard; what the kernel left in the firmware's store, which systemd has put by."""
    tree = machine(journal=QUIET)
    tree.file(f"/var/lib/systemd/pstore/{DIED}/dmesg-efi_pstore-{DIED}01001",
              "Panic#1 Part1\n"
              "<4>[22333.101244] CPU: 7 UID: 0 PID: 0 Comm: swapper/7 Tainted: G OE 6.17.0-1026-nvidia\n"
              "<0>[22333.101901] Kernel panic - not syncing: Asynchronous SError Interrupt\n"
              "<0>[22333.102377] SMP: stopping secondary CPUs\n")
    return tree


def shut_down():
    """The guard was told of it, and the journal goes on to the end."""
    ring = Ring()
    for second in range(60, 0, -1):
        ring.sample(second, 110 * GIB, power=5, heat=38, zone=40)
    ring.stop(0, "shutdown")
    return machine(ring, journal_lines(
        (400, "systemd[1]: Started sysstat-collect.service."),
        (3.5, "systemd-logind[988]: System is rebooting."),
        (-1.2, "systemd[1]: Reached target reboot.target - System Reboot."),
        (-1.3, "systemd-shutdown[1]: Syncing filesystems and block devices."),
        (-1.4, "systemd-journald[401]: Journal stopped")))


def watchdog():
    """E-10: each boot lasts 20 min 40 s."""
    journal = journal_lines((600, "systemd[1]: Started cron.service."), (3, "CRON[2211]: (root) CMD (true)"))
    tree = machine(journal=journal, lasted=1240.0)
    listed = ("journalctl", "--list-boots", "-o", "json", "--no-pager")
    boots = json.loads(tree.queries[listed]["stdout"])
    for index in (-2, -3):
        first = DIED + (index + 1) * 1290 - 1240
        boots.append({"index": index, "boot_id": f"{-index}" * 32, "first_entry": first * 10**6,
                      "last_entry": (first + 1239) * 10**6})
    tree.query(list(listed), json.dumps(boots) + "\n")
    tree.file("/sys/bus/platform/devices/sbsa-gwdt.0/uevent", "DRIVER=\n")
    return tree


def only_journal():
    """No guard, and a journal that simply stops."""
    return machine(journal=QUIET)


def nothing_left():
    """No guard, no journal of an earlier boot, an owner without rights."""
    tree = machine()
    tree.user = 1000
    return tree


def disk_of_dead():
    """The disk of a machine that was not started again: no /proc, no answers."""
    ring = Ring()
    for second in range(60, -1, -1):
        ring.sample(second, 1.2 * GIB, power=float("nan"), heat=float("nan"), zone=float("nan"))
    tree = Tree()
    tree.file("/etc/hostname", "guest\n")
    # Torn: the last slot was being written when the power went.
    tree.file("/var/lib/gb10/ring", ring.bytes()[:-100])
    return tree


def all_dead():
    return {"dead-power-cut": power_cut(), "dead-tripped": tripped(), "dead-exhausted": exhausted(),
            "dead-hot": hot(), "dead-gpu-gone": gpu_gone(), "dead-panicked": panicked(),
            "dead-shut-down": shut_down(), "dead-watchdog": watchdog(),
            "dead-only-journal": only_journal(), "dead-nothing-left": nothing_left(),
            "dead-disk": disk_of_dead()}
