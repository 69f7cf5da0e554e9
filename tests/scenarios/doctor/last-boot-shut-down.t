# The guard noted the shutdown, and the journal goes on to its end.
$ gb10 doctor --last-boot --root $ROOTS/dead-shut-down
The machine was shut down.
  last sign of life 2026-11-20 08:59:20 UTC (the journal), 40 s before the next boot; that boot
  lasted 6 h 12 min
  the tree at $ROOTS/dead-shut-down

  seen      the guard noted the shutdown before it ended (flight recorder)
            systemd-journald[401]: Journal stopped (journal, 0 s before the end)
