# E-10: each boot lasts 20 min 40 s.
$ gb10 doctor --last-boot --root $ROOTS/dead-watchdog
A hardware watchdog that nobody feeds reset the machine.
  last sign of life 2026-11-20 08:59:16 UTC (the journal), 44 s before the next boot; that boot
  lasted 20 min 37 s
  the tree at $ROOTS/dead-watchdog

  seen      that boot lasted 1237 s; the watchdog that the firmware arms resets after 1240 s
            (reported)
            3 of the boots that the journal knows lasted so long
            the firmware has an SBSA watchdog
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a panic of
            the kernel, a lockup, a shutdown
  missing   the flight recorder: there is none at /var/lib/gb10/ring (sudo gb10 guard install keeps
            one from now on)
  why       The firmware arms a watchdog; on stock Ubuntu the kernel package deny-lists sbsa_gwdt,
            the driver that would feed it. One owner's unit was reset every 20 min 40 s.
  do        sudo modprobe sbsa_gwdt   # stops the resets until the next boot
            to keep it: a oneshot unit at boot that runs /sbin/modprobe sbsa_gwdt; an entry in
            modules-load.d is refused because of the deny list
? 1
