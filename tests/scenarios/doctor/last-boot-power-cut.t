# Serving, and then nothing: what speaks for a cut, and what looks the same.
$ gb10 doctor --last-boot --root $ROOTS/dead-power-cut
Power cut: the machine was well to its last second.
  last sign of life 2026-11-20 08:59:19 UTC (the flight recorder), 41 s before the next boot; that
  boot lasted 6 h 12 min
  the tree at $ROOTS/dead-power-cut

  time UTC GiB avail. % stalled    GPU W   GPU °C  zone °C
  08:58:19       31.4         0       41       58     52.0
  08:58:34       31.4         0       41       58     52.0
  08:58:49       31.4         0       41       58     52.0
  08:58:59       31.4         0       43       58     52.0
  08:59:04       31.4         0       41       58     52.0
  08:59:09       31.4         0       42       58     52.0
  08:59:11       31.4         0       43       58     52.0
  08:59:13       31.4         0       41       58     52.0
  08:59:14       31.4         0       43       58     52.0
  08:59:15       31.4         0       42       58     52.0
  08:59:16       31.4         0       41       58     52.0
  08:59:17       31.4         0       43       58     52.0
  08:59:18       31.4         0       42       58     52.0
  08:59:19       31.4         0       41       58     52.0

  seen      the flight recorder ends without a stop
            samples came on time to the last (61 samples, at most 1.0 s apart)
            31.4 GiB were available at the last, 31.4 GiB at the least
            all tasks waited for memory for at most 0 % of a second
            GPU 58 °C, hottest zone 52.0 °C, GPU 43 W
  against   a hang of the whole chip within one second would leave the same traces
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a panic of
            the kernel, a lockup, a shutdown
  why       The supply was cut, somebody held the power button, or a protection switched off. What
            freezes slowly leaves late samples and little memory; there were none.
  do        if you cut the power yourself, nothing is to be done
            a wall socket of its own, the original 240 W supply, the plug firm in the unit
            gb10 doctor --load   # after a cut the GPU may stay at a low clock (7 or more reports)
? 1
