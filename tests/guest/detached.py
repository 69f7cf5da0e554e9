"""`gb10 run --detach` in a small Debian with a real systemd: as root, and as a user, who is refused until their units go on at logout."""
import os
import re

from machine import HERE, Guest, Wrong, make_system, run

ENVIRONMENT = "env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/home/tester XDG_RUNTIME_DIR=/run/user/1000 OWN='a b'"
AS_USER = f"cd /home/tester; setpriv --reuid 1000 --regid 1000 --clear-groups {ENVIRONMENT}"
# What a login by PAM would set.
DROP_IN = "[Service]\nEnvironment=XDG_RUNTIME_DIR=/run/user/%i\n"
JOB = "sh -c 'echo from the unit: $PWD $OWN; exec sleep 1000'"


def check(condition, words):
    if not condition:
        raise Wrong(words)


def detached(bench, say):
    at = os.path.join(bench.folder, "detached")
    os.mkdir(at)
    bare, drop_in = os.path.join(at, "gb10"), os.path.join(at, "drop-in")
    run("strip", "-o", bare, bench.options.gb10)
    with open(drop_in, "w", encoding="utf-8") as file:
        file.write(DROP_IN)
    disk = make_system(os.path.join(at, "disk"), bench.options.debian,
                       [(bare, "usr/local/bin/gb10", 0o755), (drop_in, "etc/systemd/system/user@.service.d/runtime.conf", 0o644),
                        (os.path.join(HERE, "console.service"), "etc/systemd/system/console.service", 0o644)])
    guest = Guest(at, bench.kernel, None, disk)
    try:
        guest.boot(300)
        guest.ask("systemctl is-system-running --wait", 60)
        as_root(guest, say)
        as_user(guest, say)
    finally:
        guest.cut()
        with open(os.path.join(at, "console"), "w", encoding="utf-8") as file:
            file.write(guest.console)


def goes_and_ends(guest, start, before, words, say):
    """The unit runs, its output is in the journal, and it ends when it is told to. `before` stands before each command."""
    said = guest.ask(f"{start} 2>&1", 120)
    found = re.search(r"started as (\S+)", said)
    check(found, f"--detach said: {said}")
    unit = found[1]
    user = " --user" if " --user " in said else ""
    for line in (f"systemctl{user} status {unit}", f"journalctl{user} -u {unit} -f", f"systemctl{user} stop {unit}"):
        check(line in said, f"it does not tell {line}: {said}")
    state = guest.ask(f"{before} systemctl{user} is-active {unit} 2>&1; true", 60).strip()
    check(state == "active", f"{unit} is {state}")
    guest.ask("sleep 3", 60)
    output = guest.ask(f"journalctl -o cat --no-pager | grep 'from the unit' | tail -n 1; true", 60)
    check(words in output, f"the journal holds: {output}")
    guest.ask(f"{before} systemctl{user} stop {unit} 2>&1", 120)
    check(not guest.ask("pidof sleep; true", 60).strip(), "its processes go on")
    say(f"{unit}{' of a user' if user else ''}: ran, told, ended")


def as_root(guest, say):
    goes_and_ends(guest, f"cd /var/tmp; OWN='a b' gb10 run --detach --budget 64MiB -- {JOB}", "", "from the unit: /var/tmp a b", say)
    said = guest.ask("cd /var/tmp; gb10 run --detach --budget 64MiB -- sh -c 'exit 7' | head -n 1; sleep 3", 120)
    unit = said.split()[-1]
    code = guest.ask(f"systemctl show -p ExecMainStatus --value {unit}", 60).strip()
    check(code == "7", f"the unit's exit code is {code}")


def as_user(guest, say):
    guest.ask("useradd --create-home --uid 1000 tester; touch /run/tester", 60)
    start = f"{AS_USER} gb10 run --detach --budget 64MiB -- {JOB}"
    said = guest.ask(f"{start} 2>&1; echo code=$?", 120)
    check("code=5" in said and "loginctl enable-linger" in said, f"without lingering it said: {said}")
    guest.ask("loginctl enable-linger tester && systemctl start user@1000.service", 120)
    goes_and_ends(guest, start, AS_USER, "from the unit: /home/tester a b", say)
