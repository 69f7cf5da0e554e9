# D-05: 29 GiB gone within seconds, the last samples came late.
$ gb10 doctor --last-boot --root $ROOTS/dead-exhausted
The memory ran out, most likely, and the machine froze.
  last sign of life 2026-11-20 08:59:19 UTC (the flight recorder), 41 s before the next boot; that
  boot lasted 6 h 12 min
  the tree at $ROOTS/dead-exhausted

  time UTC GiB avail. % stalled    GPU W   GPU °C  zone °C
  08:58:19       29.2         0       34       58     52.0
  08:58:34       29.2         0       34       58     52.0
  08:58:49       29.2         0       34       58     52.0
  08:58:59       29.2         0       34       58     52.0
    started: docker-vllm.scope for someone@mail.example.org
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
# For a forum.
$ gb10 doctor --last-boot --markdown --root $ROOTS/dead-exhausted
**The memory ran out, most likely, and the machine froze.**  
last sign of life 2026-11-20 08:59:19 UTC (the flight recorder), 41 s before the next boot; that boot lasted 6 h 12 min (a tree of files)

| time UTC | GiB available | % stalled | GPU W | GPU °C | zone °C | events |
|---|---|---|---|---|---|---|
| 08:58:19 | 29.2 | 0 | 34 | 58 | 52.0 |  |
| 08:58:34 | 29.2 | 0 | 34 | 58 | 52.0 |  |
| 08:58:49 | 29.2 | 0 | 34 | 58 | 52.0 |  |
| 08:58:59 | 29.2 | 0 | 34 | 58 | 52.0 | started: docker-vllm.scope for person-1@mail.invalid |
| 08:59:04 | 22.9 | 0 | 34 | 58 | 52.0 | kernel: NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from _memdescAllocInternal(pMemDesc) |
| 08:59:09 | 2.2 | 37 | 34 | 58 | 52.0 |  |
| 08:59:13 | 0.9 | 80 | 34 | 58 | 52.0 |  |
| 08:59:19 | 0.4 | 97 | 34 | 58 | 52.0 |  |

- seen: only 0.4 GiB were available at the last sample
- seen: all tasks waited for memory for 97 % of a second, with 0.4 GiB available at the least
- seen: samples came late, up to 5.2 s apart, with 0.4 GiB available at the least
- seen: NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from _memdescAllocInternal(pMemDesc) (flight recorder, 12 s before the end)
- not seen: a process that the kernel killed for memory
- not seen: a fault of the GPU (Xid, GSP)
- not seen: a panic of the kernel
- not seen: a lockup
- not seen: a shutdown
- why: GPU and programs share the memory. When it is gone the driver's allocation and the kernel wait for each other, and ssh and the screen go first (8 or more reports). Limits of containers do not see the GPU's part.
- do: `sudo gb10 guard install` (stops what grows before the memory is gone)
- do: keep 8 to 10 GiB available at the peak: vLLM --gpu-memory-utilization 0.75, a smaller --max-num-batched-tokens, no --enable-flashinfer-autotune, or a fixed --kv-cache-memory-bytes
- do: `sudo apt update && sudo apt full-upgrade` (from driver 580.159.03 on the program dies more often than the machine (reported))
? 1
