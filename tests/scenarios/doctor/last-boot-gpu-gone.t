# Xid 79 in the last two seconds.
$ gb10 doctor --last-boot --root $ROOTS/dead-gpu-gone
The GPU failed right before the end.
  last sign of life 2026-11-20 08:59:19 UTC (the flight recorder), 41 s before the next boot; that
  boot lasted 6 h 12 min
  the tree at $ROOTS/dead-gpu-gone

  time UTC GiB avail. % stalled    GPU W   GPU °C  zone °C
  08:58:19       40.0         0       58       58     52.0
  08:58:34       40.0         0       58       58     52.0
  08:58:49       40.0         0       58       58     52.0
  08:58:59       40.0         0       58       58     52.0
  08:59:04       40.0         0       58       58     52.0
  08:59:09       40.0         0       58       58     52.0
  08:59:11       40.0         0       58       58     52.0
  08:59:13       40.0         0       58       58     52.0
  08:59:14       40.0         0       58       58     52.0
  08:59:15       40.0         0       58       58     52.0
  08:59:16       40.0         0       58       58     52.0
  08:59:17       40.0         0       58       58     52.0
    kernel: NVRM: Xid (PCI:000f:01:00): 79, GPU has fallen off the bus.
  08:59:18       40.0         0       58       58     52.0
  08:59:19       40.0         0       58       58     52.0

  seen      NVRM: Xid (PCI:000f:01:00): 79, GPU has fallen off the bus. (flight recorder, 2 s before
            the end)
  not seen  a process that the kernel killed for memory, a panic of the kernel, a lockup, a shutdown
  why       The driver lost the GPU or got no answer from its firmware (Xid, documented). On a GB10
            this was seen, its cause was not published; power and heat are the usual reasons.
  do        gb10 doctor --load   # does the GPU work now?
            it does not:
              sudo poweroff   # then unplug the supply for 60 s, original 240 W supply, start again
            sudo apt update && sudo apt full-upgrade
            # driver and firmware out of step were seen after an update (reported)
            it fails again:
              sudo nvidia-smi -lgc 300,2100
              # lowers the peaks, lasts until the next boot; then the warranty
? 1
