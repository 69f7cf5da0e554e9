# An owner's whole reading after a model server was stopped: what the kernel counts leaves 80 GiB to
# the driver, and no program on the GPU is known that holds it.
base healthy-founders-edition
-- proc/meminfo --
MemTotal:       127600748 kB
MemFree:         3139656 kB
MemAvailable:   40174336 kB
Buffers:           13252 kB
Cached:         37694160 kB
SwapCached:            0 kB
AnonPages:       1712244 kB
SwapTotal:      16777212 kB
SwapFree:       16777212 kB
Dirty:              1024 kB
Writeback:             0 kB
Mapped:           402816 kB
Shmem:              5428 kB
KReclaimable:     477572 kB
SReclaimable:     477572 kB
SUnreclaim:       520360 kB
CmaTotal:         131072 kB
CmaFree:           69320 kB
-- end --
-- proc/buddyinfo --
Node 0, zone   Normal  91204  45112  22310  11940   6120   3010   1502    720    310    140     66     30     11      4
-- end --
-- .gb10/gpu.jsonl --
{"ask": "processes", "answer": []}
-- end --
$ gb10 memory --root $ROOT
    6.3   never reaches Linux (firmware; about 2.0 of it the kernel's page map, computed)
   80.2   pinned by the driver or used by the kernel, counted nowhere else (what is left over)
    1.6   processes
    1.0   kernel (reclaimable 0.5, other slab 0.5)
   36.0   page cache, 35.6 clean
    0.1   free in the contiguous area (CMA), which the driver's pinned memory cannot use
    2.9   free
  128.0   installed (GiB); swap 0.0 of 16.0

  CUDA's own query would say 3.0 (free); the kernel says 38.3 (free + what it can take back)
  0.1 GiB is free in blocks of 32 MiB or more
  free blocks by size: 4 KiB: 91204, 8 KiB: 45112, 16 KiB: 22310, 32 KiB: 11940, 64 KiB: 6120, 128
  KiB: 3010, 256 KiB: 1502, 512 KiB: 720, 1 MiB: 310, 2 MiB: 140, 4 MiB: 66, 8 MiB: 30, 16 MiB: 11,
  32 MiB: 4
  no program on the GPU is known that holds the driver's part; after a stopped server it comes back
  within a minute or with a reboot (reported)
$ gb10 memory --need 32GiB --root $ROOT
not now: 3.0 GiB free, which is all that CUDA's own query sees; giving cache back would make it up
to 38.3
  do   give clean page cache back (35.6 GiB)
       sudo gb10 memory free-cache

    6.3   never reaches Linux (firmware; about 2.0 of it the kernel's page map, computed)
   80.2   pinned by the driver or used by the kernel, counted nowhere else (what is left over)
    1.6   processes
    1.0   kernel (reclaimable 0.5, other slab 0.5)
   36.0   page cache, 35.6 clean
    0.1   free in the contiguous area (CMA), which the driver's pinned memory cannot use
    2.9   free
  128.0   installed (GiB); swap 0.0 of 16.0

  CUDA's own query would say 3.0 (free); the kernel says 38.3 (free + what it can take back)
  0.1 GiB is free in blocks of 32 MiB or more
  free blocks by size: 4 KiB: 91204, 8 KiB: 45112, 16 KiB: 22310, 32 KiB: 11940, 64 KiB: 6120, 128
  KiB: 3010, 256 KiB: 1502, 512 KiB: 720, 1 MiB: 310, 2 MiB: 140, 4 MiB: 66, 8 MiB: 30, 16 MiB: 11,
  32 MiB: 4
  no program on the GPU is known that holds the driver's part; after a stopped server it comes back
  within a minute or with a reboot (reported)
? 1
