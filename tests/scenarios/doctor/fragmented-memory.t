# D-26: much memory, none of it in large blocks. The driver's own line about it counts as harmless.
$ gb10 doctor --root $ROOTS/fragmented-memory
1 warning       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1031-nvidia   driver 580.173.02
  the tree at $ROOTS/fragmented-memory

~ Of 61.0 GiB free memory only 0 B lies in blocks of 32 MiB or more (0 blocks).
    warning: memory.fragmented
    seen    reported: 782 and 1417 such blocks on two fresh boots, none on machines where loads
            crawled or the driver logged NV_ERR_NO_MEMORY
            since boot the kernel had to compact 3912044 times and failed 2710332 times
    why     Days of serving and page-cache churn scatter the free pages. The GPU driver and pinned
            buffers want contiguous ones, so a big load stalls or fails although memory is
            available. Reported by several owners of fleets (Sept 2026); one of them loads only with
            200 such blocks or more.
    do      sudo gb10 memory free-cache   # drops clean cache, then moves pages together
            gb10 memory   # the blocks must be back
            not back:
              sudo reboot   # before the next big load
            [no restart]

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    degraded        118.0 GiB of 121.7 GiB available; 0 free blocks of 32 MiB; swap 0 B of
                            16.0 GiB
  software  healthy         driver 580.173.02; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5)
  1 log line that looks bad and is not was left out
  202 of 234 checks apply here: 195 passed, 5 could not be judged      gb10 doctor --all
? 1
