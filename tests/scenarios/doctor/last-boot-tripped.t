# E-07: the power jumped from 14 to 85 W, then nothing.
$ gb10 doctor --last-boot --root $ROOTS/dead-tripped
Power cut or trip: the power jumped, then nothing.
  last sign of life 2026-11-20 08:59:19 UTC (the flight recorder), 41 s before the next boot; that
  boot lasted 6 h 12 min
  the tree at $ROOTS/dead-tripped

  time UTC GiB avail. % stalled    GPU W   GPU °C  zone °C
  08:58:19       88.0         0       14       46     52.0
  08:58:34       88.0         0       14       46     52.0
  08:58:49       88.0         0       14       46     52.0
  08:58:59       88.0         0       14       46     52.0
  08:59:04       88.0         0       14       46     52.0
  08:59:09       88.0         0       14       46     52.0
  08:59:11       88.0         0       14       46     52.0
  08:59:13       88.0         0       14       46     52.0
  08:59:14       88.0         0       14       46     52.0
  08:59:15       88.0         0       14       46     52.0
  08:59:16       88.0         0       14       46     52.0
  08:59:17       88.0         0       85       51     52.0
  08:59:18       88.0         0       85       51     52.0
  08:59:19       88.0         0       85       51     52.0

  seen      the GPU went from 14 W to 85 W in the last seconds, then nothing was written any more
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a panic of
            the kernel, a lockup, a shutdown
  why       Owners report units that go off in the middle of load, after a jump from 14 to 85 W for
            instance (4 reports). Heat or current protection is suspected, not proven. A cut at the
            wall looks the same.
  do        own wall socket, original 240 W supply, free grilles; then:
              gb10 doctor --load
            goes off again:
              sudo nvidia-smi -lgc 300,2100   # lowers the peaks, lasts until the next boot
            with that cap too: ask for a replacement
? 1
