"""The guard as a unit of a real systemd: install, a service that eats and is started again and again, a reboot, a cut, uninstall."""
import os
import re
import time

import traces
from machine import HERE, Guest, Wrong, make_system, run

# Every file and folder that a boot by itself does not make.
EVERYTHING = "find / -xdev ! -path '/var/log/*' ! -path '/var/lib/systemd/*' ! -path '/var/cache/*' ! -path '/tmp/*' ! -path '/var/tmp/*' | sort"
# It takes what a driver would, is killed by SIGTERM, and comes again a second later.
EATS = "systemd-run --quiet --unit=eats -p Restart=always -p RestartSec=1 -p StartLimitIntervalSec=0 /usr/local/bin/eater 100 8192"


def check(condition, words):
    if not condition:
        raise Wrong(words)


def systemd(bench, say):
    at = os.path.join(bench.folder, "installed")
    os.mkdir(at)
    bare = os.path.join(at, "gb10")
    run("strip", "-o", bare, bench.options.gb10)
    eater = os.path.join(at, "eater")
    run("cc", "-O1", "-static", "-o", eater, os.path.join(HERE, "eater.c"))
    disk = make_system(os.path.join(at, "disk"), bench.options.debian,
                       [(bare, "usr/local/bin/gb10", 0o755), (eater, "usr/local/bin/eater", 0o755),
                        (os.path.join(HERE, "console.service"), "etc/systemd/system/console.service", 0o644)])
    guest = Guest(at, bench.kernel, None, disk, None, True)
    try:
        guest.boot(300)
        installed(guest, say)
        loop(guest, say)
        rebooted(guest, say)
        guest.cut()
        guest = Guest(at, bench.kernel, None, disk, None, True)
        guest.boot(300)
        verdict(guest, "power-cut", say)
        gone(guest, say)
    finally:
        guest.cut()
        with open(os.path.join(at, "console"), "w", encoding="utf-8") as file:
            file.write(guest.console)


def installed(guest, say):
    guest.ask(EVERYTHING + " > /var/log/before", 120)
    said = guest.ask("gb10 guard install 2>&1", 120)
    check("the guard watches now" in said, f"install said: {said}")
    check(guest.ask("systemctl is-active gb10-guard").strip() == "active", "the unit is not active")
    status = guest.ask("gb10 guard status --json")
    check('"state": "active"' in status, f"status said: {status}")
    second = guest.ask("gb10 guard run --ring none 2>&1; true", 60)
    check("another guard runs already" in second, f"a second guard said: {second}")
    pid = guest.ask("systemctl show -p MainPID --value gb10-guard").strip()
    adjustment, nice = guest.ask(f"cat /proc/{pid}/oom_score_adj; cut -d ' ' -f 19 /proc/{pid}/stat").split()
    resident = int(guest.ask(f"grep VmRSS /proc/{pid}/status").split()[1])
    processes = guest.ask("pidof gb10").split()
    say(f"installed: oom_score_adj {adjustment}, nice {nice}, {resident} KiB resident, {len(processes)} processes")
    check((adjustment, nice) == ("-1000", "-20"), "it does not stand first in line")
    check(resident <= 12 * 1024, "more than 12 MiB resident")
    # Itself, and the one that looks at places which may hang; on a GB10 one more that asks the driver.
    check(len(processes) <= 2, "files are read through processes of their own")
    trouble = guest.ask("journalctl -u gb10-guard -o cat")
    for line in trouble.splitlines():
        say(f"  {line}")
    for words in ("not locked", "not raised", "not kept", "no flight recorder", "not be noticed"):
        check(words not in trouble, f"the unit lacks a right: {words}")
    guest.ask("sleep 12", 60)


def loop(guest, say):
    guest.ask(EATS)
    for _ in range(120):
        time.sleep(2)
        if "systemctl stop" in guest.ask("cat /var/lib/gb10/decisions.log 2>/dev/null", 60):
            break
    decisions = guest.ask("cat /var/lib/gb10/decisions.log")
    for line in decisions.splitlines():
        say(f"  {line}")
    check(decisions.count("SIGTERM to 1 process: eater") == 3, "not stopped three times")
    check("stopped for good" in decisions and "systemctl stop --no-block eats.service" in decisions, "the loop was not ended")
    guest.ask("sleep 5", 60)
    check(guest.ask("systemctl is-active eats; true").strip() != "active", "the loop goes on")
    check("Out of memory" not in guest.ask("journalctl -k -o cat", 60), "the kernel killed somebody")


def verdict(guest, wanted, say):
    found = traces.parsed(guest.ask("gb10 doctor --last-boot --json", 120))
    say(f"{found['verdict']}")
    traces.tell(found, say)
    check(found["verdict"] == wanted, f"not said to be a {wanted}")


def rebooted(guest, say):
    guest.console = ""
    guest.type("systemctl reboot")
    guest.boot(300)
    guest.ask("systemctl is-system-running --wait", 60)
    verdict(guest, "clean-shutdown", say)
    check(guest.ask("systemctl is-active gb10-guard").strip() == "active", "it does not watch after a reboot")
    guest.ask("sleep 20", 60)


def gone(guest, say):
    said = guest.ask("gb10 guard uninstall 2>&1", 120)
    check("the guard is gone" in said and "removed /var/lib/gb10/ring" in said, f"uninstall said: {said}")
    check(not guest.ask("pidof gb10; true").strip(), "it still runs")
    left = guest.ask(EVERYTHING + " | comm -3 /var/log/before -; true", 120)
    say(f"left behind: {' '.join(left.split()) or 'nothing'}")
    check(not left.strip(), "something is left behind")
    check(not re.search("gb10", guest.ask("systemctl list-unit-files; true", 60)), "systemd still knows the unit")
