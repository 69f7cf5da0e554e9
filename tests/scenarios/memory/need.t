# Is 90 GiB to be had beside an orphan and a server at work? Not now; what would make it so.
$ gb10 memory --need 90GiB --root $ROOTS/orphaned-engine
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
$ gb10 memory --need 2GiB --root $ROOTS/orphaned-engine
yes: 2.3 GiB free; that leaves 3.6 GiB, and a GB10 that runs out freezes as a whole (reported; keep
8)

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
$ gb10 memory --need 200GiB --root $ROOTS/orphaned-engine
no: this machine gives Linux 121.7 GiB in all

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
# What changes something is refused where there is nothing to change.
$ gb10 memory free-cache --root $ROOTS/orphaned-engine
gb10: free-cache works on this machine only
hint: leave out --root and --snapshot
? 3
