"""`gb10 tune` in a small Debian with a real systemd: set, kept over reboots, cut off in the middle, and taken back to the byte."""
import os
import random
import re
import time
import typing

from machine import HERE, LOGINS, Guest, Wrong, make_system, run

SYSCTL = "/etc/sysctl.d/99-zz-gb10.conf"
TMPFILES = "/etc/tmpfiles.d/gb10.conf"
JOURNAL = "/var/lib/gb10-tune"
# What Debian starts besides, a fifth of the time of a boot.
SLOW = ("getty@tty1.service", "systemd-logind.service", "e2scrub_reap.service", "systemd-update-utmp.service", "apt-daily.timer",
        "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "fstrim.timer")
# All that gb10 tune may make; everything else that appears is wrong.
OURS = (SYSCTL, TMPFILES, JOURNAL, "/etc/udev/rules.d/90-gb10.rules", "/etc/systemd/system/ssh.service.d",
        "/etc/systemd/system/default.target", "/etc/apt/apt.conf.d/52gb10-hold")
# What stays after the undo: the record of what was done, which is of no effect.
STAYS = (JOURNAL,)
TRIGGERED = ()  # devices whose rules gb10 may have run anew
SEEDS = "/tmp/gpu_optimize.sh"  # what the old scripts copied to where root runs it
THIRD = "/etc/sysctl.d/zz-third.conf"
SWAPPINESS = "/proc/sys/vm/swappiness"
MODELS = "/sys/block/MODELS/queue"  # of the disk with that serial number, whatever it is called
SLOW_START = "/proc/sys/net/ipv4/tcp_slow_start_after_idle"
HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage"
USERS = "37"  # what the owner of this system made swappiness, by a file of their own


class Asked(typing.NamedTuple):
    """A profile, what the kernel's files hold after it, and what else is looked at: functions of (system)."""
    profile: str
    values: dict
    checks: tuple = ()
    options: str = "--any-hardware"


def ssh_has_memory(system):
    found = system.shell("systemctl show -p MemoryMin --value ssh").strip()
    check(found == str(256 << 20), f"MemoryMin of ssh is {found}")


def starts_without_desktop(system):
    found = system.shell("systemctl get-default").strip()
    check(found == "multi-user.target", f"the machine starts to {found}")


def holds_updates(system):
    found = system.shell("apt-config dump Unattended-Upgrade::Package-Blacklist")
    check("libnvidia-" in found, f"apt is told: {found}")


DIRTY = {"/proc/sys/vm/dirty_bytes": "2147483648", "/proc/sys/vm/dirty_background_bytes": "536870912",
         "/proc/sys/vm/dirty_ratio": "0", "/proc/sys/vm/dirty_background_ratio": "0"}
COOL = Asked("cool", {**DIRTY, SWAPPINESS: "10"})
INFERENCE = Asked("inference", {**DIRTY, SWAPPINESS: "1", SLOW_START: "0"}, (ssh_has_memory,))
FABRIC = Asked("fabric", {"/proc/sys/net/core/rmem_max": "67108864", "/proc/sys/net/core/wmem_max": "67108864",
                          "/proc/sys/net/ipv4/tcp_rmem": "4096 131072 67108864",
                          "/proc/sys/net/ipv4/tcp_wmem": "4096 16384 67108864"})
MINE = Asked("mine", {"/proc/sys/vm/watermark_scale_factor": "50", "/proc/sys/vm/page-cluster": "0", f"{HUGE_PAGES}/enabled": "never",
                      f"{HUGE_PAGES}/defrag": "defer+madvise", f"{MODELS}/scheduler": "none", f"{MODELS}/nr_requests": "128",
                      f"{MODELS}/read_ahead_kb": "4096"},
             (starts_without_desktop, holds_updates), "--any-hardware --experimental --data /root/mine")
# Applied one after the other, each over what is set already, and kept over a reboot.
KEPT = [COOL, INFERENCE, MINE, FABRIC]

# Knobs and what an own profile wants of them.
MY_WANTS = {
    "huge-pages": '"enabled" = "never", "defrag" = "defer+madvise"',
    "watermark": '"vm.watermark_scale_factor" = "50"',
    "my-knob": '"vm.page-cluster" = "0"',
    "disk-queue": '"scheduler" = "none", "nr_requests" = "128", "read_ahead_kb" = "4096"',
    "desktop-session": '"default.target" = "/usr/lib/systemd/system/multi-user.target"',
    "update-holds": '"apt" = "ours"',
}
MY_INSTANCES = {"disk-queue": 'instance = "nvme1n1"\n'}
MY_PROFILE = 'name = "mine"\ntitle = "what the owner of this machine likes"\nprice = "nothing"\n' + "".join(
    f'[[set]]\nknob = "{knob}"\n{MY_INSTANCES.get(knob, "")}values = {{ {values} }}\nwhy = "a test"\n' for knob, values in MY_WANTS.items())
MY_KNOB = """\
name     = "my-knob"
title    = "a knob that gb10 does not know by itself"
kind     = "sysctl"
advice   = "offered"
risk     = "low"
persists = "sysctl.d"
usual    = "3"
why      = "a test"

[[cell]]
name  = "vm.page-cluster"
form  = "integer"
range = [ 0, 9 ]

[[evidence]]
source = "the owner"
date   = "2026-11"
kind   = "reported"
says   = "a test"
"""

# What belongs to the owner of the system: the old scripts overwrote or removed files of these names.
USERS_FILES = {
    "etc/rc.local": ("#!/bin/sh\n# the owner's own\ntouch /run/rc.local.ran\n", 0o755),
    "etc/modprobe.d/zfs.conf": ("options zfs zfs_arc_max=8589934592 # the owner's own\n", 0o644),
    "etc/systemd/system/rc-local.service": ("[Unit]\nDescription=The owner's own\n\n[Service]\nType=oneshot\nRemainAfterExit=yes\n"
                                            "ExecStart=/etc/rc.local\n\n[Install]\nWantedBy=multi-user.target\n", 0o644),
    "etc/sysctl.d/50-owner.conf": (f"vm.swappiness = {USERS}\n", 0o644),
    "usr/lib/systemd/system/ssh.service": ("[Service]\nExecStart=sleep infinity\n", 0o644),
    "root/mine/profiles/mine.toml": (MY_PROFILE, 0o644),
    "root/mine/knobs/my-knob.toml": (MY_KNOB, 0o644),
}

# Every file with its owner, its mode and when it was written, and the contents of those that make a system what it is.
LOOK_AT_FILES = """\
find / -xdev ! -path '/var/log/*' ! -path '/var/lib/systemd/*' ! -path '*/systemd-private-*' \\
  '(' -type f -printf '%p %m %U:%G %s %T@\\n' -o -printf '%p %y %m %U:%G %l\\n' ')'
find /etc -type f -exec md5sum {} +
"""
# Far more than gb10 knows of, without what moves by itself.
LOOK_AT_VALUES = """\
grep -rsH '' /proc/sys/vm /proc/sys/kernel /proc/sys/net/core /proc/sys/net/ipv4/tcp_* /sys/kernel/mm/transparent_hugepage \\
  /sys/block/*/queue /sys/devices/system/cpu /proc/cmdline |
  grep -vE '/kernel/(random|ns_last_pid|pty/nr|perf_event_max_sample_rate)|/(full_scans|pages_collapsed|time|usage|rejected|above|below|residency)[^/]*:|cpu/vulnerab'
"""
# Prints what is there now and was not, and the reverse, of values and of files; both empty when all is as it was.
COMPARE = """\
#!/bin/sh
export LC_ALL=C
%s
case $1 in
  keep) mkdir -p /var/log/kept; for what in values files; do $what | sort > /var/log/kept/$what; done ;;
  *) $1 | sort | comm -3 /var/log/kept/$1 - ;;
esac
""" % "\n".join(f"{name}() {{\n{text}}}" for name, text in (("values", LOOK_AT_VALUES), ("files", LOOK_AT_FILES)))


def check(condition, words):
    if not condition:
        raise Wrong(words[:2000])


def plain(text):
    """A value of the kernel as gb10 writes it."""
    chosen = re.search(r"\[(\S+)\]", text)
    return chosen[1] if chosen else " ".join(text.split())


class System:
    """The Debian. It reboots and is cut off, and looks at itself without gb10."""

    def __init__(self, bench, say):
        self.at = os.path.join(bench.folder, "tuned")
        self.kernel = bench.kernel
        self.options = bench.options
        self.say = say
        self.guest = None
        self.console = ""
        os.mkdir(self.at)
        self.more = [(os.path.join(self.at, serial), serial) for serial in ("MODELS", "STRANGER")]
        for path, _ in self.more:
            with open(path, "wb") as file:
                file.truncate(64 << 20)
        self.disk = make_system(os.path.join(self.at, "disk"), bench.options.debian, self.files(bench), (*LOGINS, *SLOW))

    def files(self, bench):
        bare = os.path.join(self.at, "gb10")
        run(self.kernel.computer.strip, "-o", bare, bench.options.gb10)
        with open(os.path.join(HERE, "console.service")) as file:
            console = file.read().replace("ttyS0", self.kernel.computer.console)
        made = [(bare, "usr/local/bin/gb10", 0o755)]
        for name, (text, mode) in {**USERS_FILES, "usr/local/bin/compare": (COMPARE, 0o755), "usr/local/bin/halt-at": (HALT, 0o755),
                                   "etc/systemd/system/console.service": (console, 0o644)}.items():
            path = os.path.join(self.at, os.path.basename(name))
            with open(path, "w") as file:
                file.write(text)
            made.append((path, name, mode))
        return made

    def start(self):
        begun = time.monotonic()
        self.guest = Guest(self.at, self.kernel, None, self.disk, more=self.more)
        self.guest.boot(300)
        self.shell("systemctl is-system-running --wait", 60, None)
        for unit in ("systemd-sysctl", "systemd-tmpfiles-setup", "systemd-udevd"):
            check(self.shell(f"systemctl is-active {unit}", 60, None).strip() == "active", f"{unit} did not run: the test shows nothing")
        check(self.shell("ls /run/rc.local.ran", 60, None).strip() == "/run/rc.local.ran", "the owner's rc.local did not run")
        self.say(f"booted in {time.monotonic() - begun:.0f} s, {self.guest.spent():.0f} s of a CPU")

    def reboot(self):
        """The guest goes down by itself; QEMU ends there and is started anew, as its own reset takes thrice the time."""
        self.guest.type("systemctl reboot")
        self.guest.wait_for("reboot: Restarting system", 120)
        self.guest.child.wait(120)
        self.cut()
        self.start()

    def cut(self):
        if self.guest:
            self.guest.cut()
            self.console += self.guest.console
            self.guest = None

    def shell(self, command, seconds=60, code=0):
        """What it prints; Wrong when it ends otherwise than with `code`; None stands for any."""
        said = self.guest.ask(f"{command}; echo \"code=$?\"", seconds)
        text, _, ended = said.rpartition("code=")
        check(code is None or int(ended) == code, f"{command}: ended with {ended.strip()}, not {code}: {text}")
        return text

    def tune(self, words, code=0):
        return self.shell(f"gb10 tune {words} 2>&1", 120, code)

    def apply(self, asked, more="", code=0):
        return self.tune(f"apply {asked.profile} {asked.options} {more}", code)

    def holds(self, values):
        disk = self.shell("grep -l MODELS /sys/block/*/device/serial").split("/")[3]
        values = {name.replace("MODELS", disk): value for name, value in values.items()}
        names = sorted(values)
        found = [plain(line) for line in self.shell("grep -h '' " + " ".join(names)).splitlines()]
        check(len(found) == len(names), f"not a line for each of {names}: {found}")
        wrong = [f"{name} is {is_now}, not {values[name]}" for name, is_now in zip(names, found) if is_now != values[name]]
        check(not wrong, "; ".join(wrong))

    def keep(self):
        self.shell("compare keep && sync", 300)

    def changed(self, what):
        return [line.strip() for line in self.shell(f"compare {what}", 300, None).splitlines() if line.strip()]

    def changed_files(self, without=()):
        """Files that are new, gone or others than they were, but for `without` and what lies in them."""
        paths = {re.split(r"\s+", line)[1 if re.match(r"[0-9a-f]{32} ", line) else 0] for line in self.changed("files")}
        return sorted(path for path in paths if not any(path == each or path.startswith(each + "/") for each in without))

    def is_as_it_was(self, when):
        values = self.changed("values")
        check(not values, f"{when} values are not as they were: {'; '.join(values)}")
        files = self.changed_files(STAYS)
        check(not files, f"{when} files are left, or others than they were: {' '.join(files)}")
        # Also where others write all the time, and what was half written into the journal.
        named = self.shell("find / -xdev -name '*gb10*'", 120).split()
        left = [path for path in named if path not in (*STAYS, "/usr/local/bin/gb10")]
        check(not left, f"{when} there is {' '.join(left)}")


def all_of(asked):
    """What holds when these profiles were applied in this order."""
    out = {}
    for each in asked:
        out.update(each.values)
    return out


def fails_halfway(system):
    """One value, then one file, that cannot be written: everything stays as it was, and it is said."""
    for what, target in (("a value", SLOW_START), ("a file", "/etc/sysctl.d")):
        system.shell(f"mount --bind {target} {target} && mount -o remount,bind,ro {target}")
        said = system.apply(INFERENCE, code=8)
        check("everything is as it was" in said, f"{what} cannot be written: {said}")
        system.shell(f"umount {target}")
        system.is_as_it_was(f"after {what} could not be written")
        check("nothing is applied" in system.tune("verify"), "a run that failed counts as applied")


def kept(system):
    """Each profile over the others, with what it does to the rest of the system."""
    # Had anybody read it, the time of that would be another.
    system.shell(f"echo 'echo a stranger wrote me' > {SEEDS} && touch -d 2020-01-01 {SEEDS}")
    system.shell("(udevadm monitor --udev --kernel > /var/log/kept/devices 2>&1 & echo $! > /run/monitor); sleep 2")
    for asked in KEPT:
        planned = system.tune(f"plan {asked.profile} {asked.options}", 1)
        check("would be lost" not in planned, f"plan warns of nothing: {planned}")
        system.apply(asked)
        system.holds(asked.values)
        for each in asked.checks:
            each(system)
        check(system.tune(f"plan {asked.profile} {asked.options}") != planned, "plan says the same after apply")
    system.holds(all_of(KEPT))
    system.tune("verify")
    others = system.changed_files((*OURS, SEEDS))
    check(not others, f"apply made or changed {' '.join(others)}")
    system.shell("udevadm trigger --action=change /sys/class/mem/null; udevadm settle; sleep 1; kill $(cat /run/monitor)")
    touched = set(re.findall(r"\b(?:add|change|remove) +(\S+)", system.shell("cat /var/log/kept/devices")))
    check("/devices/virtual/mem/null" in touched, "what is triggered is not seen: the test shows nothing")
    check(touched <= {"/devices/virtual/mem/null", *TRIGGERED}, f"devices were triggered: {' '.join(touched)}")
    check(system.shell(f"stat -c %X {SEEDS}") == system.shell("date -d 2020-01-01 +%s"), "a file in /tmp was read")
    system.shell(f"rm {SEEDS}")
    system.more.reverse()  # the disk is called otherwise from now on, and another has its name
    system.reboot()
    system.holds(all_of(KEPT))
    stranger = system.shell("grep -l STRANGER /sys/block/*/device/serial").split("/")[3]
    others = [line for line in system.changed("values") if f"/{stranger}/" in line]
    check(not others, f"another disk was set: {'; '.join(others)}")
    system.tune("verify")
    for asked in KEPT:
        for each in asked.checks:
            each(system)
    system.tune("undo --to baseline")
    system.is_as_it_was("after the undo")
    system.reboot()
    system.is_as_it_was("after the undo and a reboot")


def third_party(system):
    """Somebody else's file that is read after ours: plan says so, verify sees it, undo leaves it alone."""
    system.shell(f"echo 'vm.swappiness = 42' > {THIRD}")
    said = system.tune("plan cool --any-hardware", 1)
    check(THIRD in said and "42" in said, f"plan does not say that {THIRD} wins: {said}")
    said = system.apply(COOL)
    check(THIRD in said, f"apply does not say that {THIRD} wins: {said}")
    system.reboot()
    system.holds({**DIRTY, SWAPPINESS: "42"})
    said = system.tune("verify", 1)
    check("vm.swappiness" in said and "42" in said, f"verify does not name it: {said}")
    said = system.tune("undo", 5)
    check("vm.swappiness" in said and "42" in said and USERS in said, f"undo does not name it: {said}")
    system.holds({SWAPPINESS: "42", "/proc/sys/vm/dirty_ratio": "20", "/proc/sys/vm/dirty_background_ratio": "10"})
    system.shell(f"rm {THIRD}; echo {USERS} > {SWAPPINESS}")
    system.tune("undo")
    system.is_as_it_was("after somebody else's file went")


def until_restart(system):
    """What was set without files is gone after a restart, and no run after it makes files of it."""
    system.apply(COOL, "--no-persist")
    others = system.changed_files(STAYS)
    check(not others, f"apply --no-persist made {' '.join(others)}")
    system.apply(FABRIC)
    system.apply(INFERENCE, "--no-persist")
    system.holds(all_of([COOL, FABRIC, INFERENCE]))
    system.reboot()
    system.holds({**FABRIC.values, SWAPPINESS: USERS, SLOW_START: "1", "/proc/sys/vm/dirty_bytes": "0"})
    said = system.tune("verify")
    check("rmem_max" in said and "swappiness" not in said, f"verify looks for what the restart took back: {said}")
    system.tune("undo --to baseline")
    system.is_as_it_was("after --no-persist, a reboot and the undo")
    check("nothing is applied" in system.tune("verify"), "after the undo something counts as applied")


def watched(system):
    """What somebody else writes after a reboot is set again, and not any more after the undo."""
    system.apply(COOL, "--watch enforce")
    system.reboot()
    begun = time.monotonic()
    system.shell(f"echo 60 > {SWAPPINESS}; n=0; until grep -qx 10 {SWAPPINESS} || [ $n = 60 ]; do n=$((n+1)); sleep 1; done", 120)
    system.holds(COOL.values)
    system.say(f"set again after {time.monotonic() - begun:.0f} s")
    system.tune("undo")
    system.shell(f"echo 42 > {SWAPPINESS}; sleep 5")
    system.holds({SWAPPINESS: "42"})
    system.shell(f"echo {USERS} > {SWAPPINESS}")
    known = system.shell("systemctl list-units --all --plain --no-legend 'gb10*'")
    check(not known.strip(), f"systemd still knows {known}")
    system.is_as_it_was("after the watch and the undo")


# Runs profiles, looks again and again what the journal says, and leaves gb10 halted where it says what is asked for.
HALT = """\
#!/bin/sh
while :; do
  for what in 'apply inference --any-hardware' undo; do
    gb10 tune $what &
    while kill -STOP $!; do
      grep -qs "\\"$1\\"" /var/lib/gb10-tune/run-*.json && exit
      kill -CONT $!
      sleep $2
    done
  done
done > /dev/null 2>&1
"""


def cut(system, number):
    """QEMU is killed while a profile is applied and undone; the next boot finds all as before or all as asked."""
    state = ("pending", "undoing", "committed")[number % 3]
    system.shell(f"halt-at {state} {random.uniform(0.001, 0.01):.4f}", 300)
    system.cut()
    system.start()
    said = system.tune("verify", None)
    unfinished = "tune recover" in said
    started = "ours" if plain(system.shell(f"cat {SWAPPINESS}")) == INFERENCE.values[SWAPPINESS] else "its own"
    if unfinished:
        for words in ("verify", "status", "undo", f"apply cool {COOL.options}"):
            system.tune(words, 7)
        system.tune("recover")
    said = system.tune("verify")
    is_new = "nothing is applied" not in said
    if is_new:
        system.holds(INFERENCE.values)
        system.tune("undo")
    system.say(f"cut {number + 1}, {state}: the boot set {started}, {'recover was needed, ' if unfinished else ''}all as {'asked' if is_new else 'before'}")
    system.is_as_it_was("after the cut")


def cuts(system):
    for number in range(system.options.tune_cuts):
        cut(system, number)


# Each begins and ends with all as it was.
PARTS = (fails_halfway, kept, third_party, until_restart, watched, cuts)


def tuned(bench, say):
    system = System(bench, say)
    try:
        system.start()
        system.holds({SWAPPINESS: USERS})
        system.keep()
        for part in PARTS:
            if not bench.options.parts or part.__name__ in bench.options.parts:
                begun = time.monotonic()
                part(system)
                say(f"{part.__name__}: fine, {time.monotonic() - begun:.0f} s")
    except Exception:
        if system.guest:
            print(f"--- the console's end\n{system.guest.console[-3000:]}", flush=True)
        raise
    finally:
        system.cut()
        with open(os.path.join(system.at, "console"), "w", encoding="utf-8") as file:
            file.write(system.console)
