# Why a machine went down is judged from its snapshot as on the machine; what names somebody is replaced.
$ gb10 snapshot --root $ROOTS/dead-exhausted -o $WORK/a.tar.zst
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ gb10 doctor --last-boot --snapshot $WORK/a.tar.zst
The memory ran out, most likely, and the machine froze.
  last sign of life 2026-11-20 08:59:19 UTC (the flight recorder), 41 s before the next boot; that
  boot lasted 6 h 12 min
  captured … by gb10 0.1.0

  time UTC GiB avail. % stalled    GPU W   GPU °C  zone °C
  08:58:19       29.2         0       34       58     52.0
  08:58:34       29.2         0       34       58     52.0
  08:58:49       29.2         0       34       58     52.0
  08:58:59       29.2         0       34       58     52.0
    started: docker-vllm.scope for person-1@mail.invalid
  08:59:04       22.9         0       34       58     52.0
    kernel: NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051…
  08:59:09        2.2        37       34       58     52.0
  08:59:13        0.9        80       34       58     52.0
  08:59:19        0.4        97       34       58     52.0

  seen      only 0.4 GiB were available at the last sample
            all tasks waited for memory for 97 % of a second, with 0.4 GiB available at the least
            samples came late, up to 5.2 s apart, with 0.4 GiB available at the least
            NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051)
            returned from _memdescAllocInternal(pMemDesc) (flight recorder, 12 s before the end)
  not seen  a process that the kernel killed for memory, a fault of the GPU (Xid, GSP), a panic of
            the kernel, a lockup, a shutdown
  why       GPU and programs share the memory. When it is gone the driver's allocation and the
            kernel wait for each other, and ssh and the screen go first (8 or more reports). Limits
            of containers do not see the GPU's part.
  do        sudo gb10 guard install   # stops what grows before the memory is gone
            keep 8 to 10 GiB available at the peak: vLLM --gpu-memory-utilization 0.75, a smaller
            --max-num-batched-tokens, no --enable-flashinfer-autotune, or a fixed
            --kv-cache-memory-bytes
            sudo apt update && sudo apt full-upgrade
            # from driver 580.159.03 on the program dies more often than the machine (reported)
? 1
$ gb10 snapshot --root $ROOTS/dead-panicked -o $WORK/b.tar.zst
$WORK/b.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/b.tar.zst
$ gb10 doctor --last-boot --snapshot $WORK/b.tar.zst
The kernel panicked.
  last sign of life 2026-11-20 08:55:46 UTC (the journal), 4 min 14 s before the next boot; that
  boot lasted 6 h 8 min
  captured … by gb10 0.1.0

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
$ gb10 snapshot --root $ROOTS/dead-nothing-left -o $WORK/c.tar.zst
$WORK/c.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/c.tar.zst
$ gb10 doctor --last-boot --snapshot $WORK/c.tar.zst
Cannot tell why the machine went down.
  when it went down is not known
  captured … by gb10 0.1.0

  missing   the flight recorder: there is none at /var/lib/gb10/ring (sudo gb10 guard install keeps
            one from now on)
            the journal of that boot: the journal keeps no earlier boot (sudo mkdir -p
            /var/log/journal && sudo systemctl restart systemd-journald)
  do        sudo gb10 guard install   # keeps the last 24 hours from now on
            sudo mkdir -p /var/log/journal && sudo systemctl restart systemd-journald
            # keeps the journal over a boot
? 1
