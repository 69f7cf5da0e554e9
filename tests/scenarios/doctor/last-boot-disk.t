# The disk of a machine that was not started again; its last slot is torn.
$ gb10 doctor --last-boot --root $ROOTS/dead-disk
Power cut: the machine was well to its last second.
  last sign of life 2026-11-20 08:59:18 UTC (the flight recorder); that boot lasted 6 h 12 min
  the tree at $ROOTS/dead-disk

  time UTC GiB avail. % stalled    GPU W   GPU °C  zone °C
  08:58:19        1.2         0        -        -        -
  08:58:33        1.2         0        -        -        -
  08:58:48        1.2         0        -        -        -
  08:58:58        1.2         0        -        -        -
  08:59:03        1.2         0        -        -        -
  08:59:08        1.2         0        -        -        -
  08:59:10        1.2         0        -        -        -
  08:59:12        1.2         0        -        -        -
  08:59:13        1.2         0        -        -        -
  08:59:14        1.2         0        -        -        -
  08:59:15        1.2         0        -        -        -
  08:59:16        1.2         0        -        -        -
  08:59:17        1.2         0        -        -        -
  08:59:18        1.2         0        -        -        -

  seen      the flight recorder ends without a stop
            samples came on time to the last (60 samples, at most 1.0 s apart)
            1.2 GiB were available at the last, 1.2 GiB at the least
            all tasks waited for memory for at most 0 % of a second
  against   a hang of the whole chip within one second would leave the same traces
            so would a kernel panic: its last lines are not kept here
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a lockup, a
            shutdown
  missing   the journal of that boot: the answer of "journalctl -b -1 -n 400 -o cat --no-pager" was
            not recorded
            the kernel's last lines: there is no pstore, where the kernel would leave its last lines
            what the GPU drew: a trip after a jump of the load is not ruled out
  why       The supply was cut, somebody held the power button, or a protection switched off. What
            freezes slowly leaves late samples and little memory; there were none.
  do        if you cut the power yourself, nothing is to be done
            a wall socket of its own, the original 240 W supply, the plug firm in the unit
            gb10 doctor --load   # after a cut the GPU may stay at a low clock (7 or more reports)
? 1
