# A snapshot of a machine is judged like the machine.
$ gb10 snapshot --root $ROOTS/stuck-clock -o $WORK/a.tar.zst
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ gb10 doctor --snapshot $WORK/a.tar.zst
1 fault       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1021-nvidia   driver 580.159.03
  captured … by gb10 0.1.0

! The GPU is held at 695 MHz, 17.6 W, while a job keeps it at least 90 % busy.
    fault: gpu.low-power-state
    seen    12 samples over 11 s: 682 MHz to 695 MHz, 16.6 W to 17.6 W, 96 % busy, 45 °C
            no throttle reason in any of them
            one healthy unit under load: 2197 to 2528 MHz (58,762 public samples); a deadlocked job
            keeps its normal clock
    why     Not proven. Owners suspect that the USB-C power controller or the embedded controller
            stays latched after a brown-out, a crash or a new plug (7 or more reports). A clock cap
            below 1400 MHz that somebody set by hand looks the same: sudo nvidia-smi -rgc takes such
            a cap away.
    do      a clock cap may be set:
              sudo nvidia-smi -rgc; gb10 doctor --load
            still low:
              sudo poweroff
              # then unplug the supply from the wall and from the unit, wait 60 s (some units needed
              # 5 min), use the original 240 W supply
            after that:
              gb10 doctor --load
            still low:
              gb10 doctor --load --power-was-removed   # keep that report for the warranty claim
            [power off at the wall]
    useless reboot; nvidia-smi -lgc; driver reinstall

  GPU       faulty          tested under load: 682 to 695 MHz, 16.6 to 17.6 W
  memory    healthy         55.8 GiB of 121.7 GiB available; 782 free blocks of 32 MiB; swap 0 B of
                            16.0 GiB
  software  healthy         driver 580.159.03; CUDA toolkit 13.0.3; /home/user-1/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      healthy         GPU 45 °C under load; hottest zone 48.9 °C (TSOC); 0 s of thermal
                            slowdown by hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  5 log lines that look bad and are not were left out
  211 of 234 checks apply here: 208 passed, 0 could not be judged      gb10 doctor --all
? 1
$ gb10 snapshot --root $ROOTS/orphaned-engine -o $WORK/a.tar.zst
gb10: $WORK/a.tar.zst exists already
hint: name another file, or add --replace
? 5
$ gb10 snapshot --root $ROOTS/orphaned-engine -o $WORK/a.tar.zst --replace
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ gb10 memory --need 90GiB --snapshot $WORK/a.tar.zst
not now: 5.6 GiB available; stopping the orphan pid 4711 and pid 2210 would make it 111.2
  do   stop the orphan pid 4711 (VLLM::EngineCore, 33.6 GiB)
       kill 4711
       stop pid 2210 (llama-server, 72.0 GiB)
       kill 2210

    6.3   never reaches Linux (firmware; about 2.0 of it the kernel's page map, computed)
   33.6   GPU memory of VLLM::EngineCore, pid 4711, whose parent is gone (from NVML; not in any
          process's RSS)
   72.0   GPU memory of llama-server, pid 2210 (from NVML; not in any process's RSS)
   <0.1   GPU memory of Xorg, pid 2303 (from NVML; not in any process's RSS)
    4.4   pinned by the driver or used by the kernel, counted nowhere else (what is left over)
    4.6   processes
    0.8   kernel (reclaimable 0.2, other slab 0.4, vmalloc with stacks 0.1)
    4.0   page cache, 3.4 clean
    0.1   free in the contiguous area (CMA), which the driver's pinned memory cannot use
    2.2   free
  128.0   installed (GiB); swap 0.3 of 16.0

  CUDA's own query would say 2.3 (free); the kernel says 5.6 (free + what it can take back)
  0.4 GiB is free in blocks of 32 MiB or more
  free blocks by size: 4 KiB: 3029, 8 KiB: 756, 16 KiB: 567, 32 KiB: 425, 64 KiB: 319, 128 KiB: 239,
  256 KiB: 178, 512 KiB: 133, 1 MiB: 100, 2 MiB: 75, 4 MiB: 56, 8 MiB: 42, 16 MiB: 60, 32 MiB: 12
? 1
