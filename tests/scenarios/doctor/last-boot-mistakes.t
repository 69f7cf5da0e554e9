# What does not go together, and a ring that is not one.
$ gb10 doctor --last-boot --load
gb10: --last-boot excludes --load
hint: it looks at what the boot before left behind, and at nothing else
? 2
$ gb10 doctor --ring /var/lib/gb10/ring
gb10: --ring goes with --last-boot
hint: gb10 doctor --last-boot --ring FILE
? 2
$ gb10 doctor --last-boot --ring /nowhere --root $ROOTS/dead-only-journal
gb10: cannot open /nowhere: no such file or directory
hint: it is looked for in the tree or snapshot; without --ring the other traces are judged
? 2
base dead-only-journal
-- var/lib/gb10/other --
this is no ring
-- end --
$ gb10 doctor --last-boot --ring /var/lib/gb10/other --root $ROOT
Power cut, or a freeze that left no trace.
  last sign of life 2026-11-20 08:55:46 UTC (the journal), 4 min 13 s before the next boot; that
  boot lasted 6 h 8 min
  the tree at $ROOT

  seen      the journal ends without a shutdown
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a panic of
            the kernel, a lockup, a shutdown
  missing   the flight recorder: /var/lib/gb10/other holds no whole slot
            the journal's very last lines: it goes to the disk every 5 minutes (journald.conf), what
            it had not written is lost
  why       Nothing that was written tells one from the other.
  do        sudo gb10 guard install   # its flight recorder tells them apart the next time
            gb10 doctor --load   # after a cut the GPU may stay at a low clock (7 or more reports)
? 1
# A tree that nobody looked at for this, and of the journal what the doctor asks.
$ gb10 doctor --last-boot --root $ROOTS/healthy-oem
The machine was shut down.
  last sign of life 2026-11-17 08:00:56 UTC (the journal), 10 min 0 s before the next boot; that
  boot lasted 23 h 50 min
  the tree at $ROOTS/healthy-oem

  seen      Journal stopped (journal)
  missing   the flight recorder: there is none at /var/lib/gb10/ring (sudo gb10 guard install keeps
            one from now on)
            the kernel's last lines: there is no pstore, where the kernel would leave its last lines
