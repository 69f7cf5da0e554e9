# No guard; the kernel left its last lines in the firmware's store.
$ gb10 doctor --last-boot --root $ROOTS/dead-panicked
The kernel panicked.
  last sign of life 2026-11-20 08:55:46 UTC (the journal), 4 min 13 s before the next boot; that
  boot lasted 6 h 8 min
  the tree at $ROOTS/dead-panicked

  seen      Panic#1 Part1 (pstore)
            Kernel panic - not syncing: Asynchronous SError Interrupt (pstore)
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a lockup, a
            shutdown
  missing   the flight recorder: there is none at /var/lib/gb10/ring (sudo gb10 guard install keeps
            one from now on)
  why       The kernel met something it cannot go on from (documented). The lines before the panic
            name the part.
  do        sudo cp -r /sys/fs/pstore /var/lib/systemd/pstore .
            # keep the kernel's last lines for a report
            sudo apt update && sudo apt full-upgrade
            it comes back:
              sudo poweroff   # then start the kernel before from the GRUB menu
? 1
$ gb10 doctor --last-boot --json --root $ROOTS/dead-panicked
{
  "verdict": "kernel-panic",
  "sentence": "The kernel panicked.",
  "why": "The kernel met something it cannot go on from (documented). The lines before the panic name the part.",
  "evidence": [
    "Panic#1 Part1 (pstore)",
    "Kernel panic - not syncing: Asynchronous SError Interrupt (pstore)"
  ],
  "contradicting": [],
  "not_seen": [
    "a process that the kernel killed for memory",
    "a fault of the GPU (Xid, GSP)",
    "a lockup",
    "a shutdown"
  ],
  "last_sign": {
    "time": 1795164946,
    "source": "the journal",
    "seconds_before_next_boot": 253
  },
  "boot": {
    "id": "3f2a91c07d5e4b6a8c1d2e3f40516273",
    "seconds": 22121
  },
  "remedy": [
    {
      "run": "sudo cp -r /sys/fs/pstore /var/lib/systemd/pstore .",
      "note": "keep the kernel's last lines for a report"
    },
    {
      "run": "sudo apt update && sudo apt full-upgrade"
    },
    {
      "when": "it comes back",
      "run": "sudo poweroff",
      "note": "then start the kernel before from the GRUB menu"
    }
  ],
  "missing": [
    "the flight recorder: there is none at /var/lib/gb10/ring (sudo gb10 guard install keeps one from now on)"
  ],
  "samples": [],
  "origin": "the tree at $ROOTS/dead-panicked"
}
? 1
