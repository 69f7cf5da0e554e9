# Where only the journal is there, a cut and a freeze look the same.
$ gb10 doctor --last-boot --root $ROOTS/dead-only-journal
Power cut, or a freeze that left no trace.
  last sign of life 2026-11-20 08:55:46 UTC (the journal), 4 min 13 s before the next boot; that
  boot lasted 6 h 8 min
  the tree at $ROOTS/dead-only-journal

  seen      the journal ends without a shutdown
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a panic of
            the kernel, a lockup, a shutdown
  missing   the flight recorder: there is none at /var/lib/gb10/ring (sudo gb10 guard install keeps
            one from now on)
            the journal's very last lines: it goes to the disk every 5 minutes (journald.conf), what
            it had not written is lost
  why       Nothing that was written tells one from the other.
  do        sudo gb10 guard install   # its flight recorder tells them apart the next time
            gb10 doctor --load   # after a cut the GPU may stay at a low clock (7 or more reports)
? 1
