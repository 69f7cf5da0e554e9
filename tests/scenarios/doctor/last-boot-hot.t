# E-06: zones at 96 °C at the end.
$ gb10 doctor --last-boot --root $ROOTS/dead-hot
The machine was too hot at the end.
  last sign of life 2026-11-20 08:59:19 UTC (the flight recorder), 41 s before the next boot; that
  boot lasted 6 h 12 min
  the tree at $ROOTS/dead-hot

  time UTC GiB avail. % stalled    GPU W   GPU °C  zone °C
  08:58:19       40.0         0       62       88     94.6
  08:58:34       40.0         0       62       89     95.1
  08:58:49       40.0         0       62       90     95.6
  08:58:59       40.0         0       62       90     95.9
  08:59:04       40.0         0       62       91     96.1
  08:59:09       40.0         0       62       91     96.3
  08:59:11       40.0         0       62       91     96.3
  08:59:13       40.0         0       62       91     96.4
  08:59:14       40.0         0       62       91     96.4
  08:59:15       40.0         0       62       91     96.5
  08:59:16       40.0         0       62       91     96.5
  08:59:17       40.0         0       62       91     96.5
  08:59:18       40.0         0       62       91     96.6
  08:59:19       40.0         0       62       91     96.6

  seen      the hottest zone had 96.6 °C at the last sample
            the GPU had 91 °C at the last sample, 3 more than a minute before
  against   the kernel did not say that it switched off for heat
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a panic of
            the kernel, a lockup, a shutdown
  why       Owners report units that lock up or go off when they are hot; an update of the embedded
            controller that kept the fans low was one reason (reported). That heat switched it off
            is likely, not proven.
  do        cool the room, free the grilles at the front and the back, do not stack units
            sudo nvidia-smi -lgc 300,2100
            # about 10 °C less (one owner); lasts until the next boot
            the fans stay low:
              fwupdmgr get-history   # was the embedded controller (EC) updated of late?
? 1
