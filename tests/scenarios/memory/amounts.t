# An amount as owners write it; what is none is told as what it is.
$ gb10 memory --need 2g --json --root $ROOTS/orphaned-engine
{
  "verdict": "yes",
  "sentence": "yes: 2.3 GiB free; that leaves 3.6 GiB, and a GB10 that runs out freezes as a whole (reported; keep 8)",
  "wanted": {
    "quantity": 2147483648.0,
    "unit": "bytes"
  },
  "free": {
    "quantity": 2469072896.0,
    "unit": "bytes"
  },
  "available": {
    "quantity": 6045810688.0,
    "unit": "bytes"
  },
  "steps": []
}
$ gb10 memory --need 2 --json --root $ROOTS/orphaned-engine
{
  "verdict": "yes",
  "sentence": "yes: 2.3 GiB free; that leaves 3.6 GiB, and a GB10 that runs out freezes as a whole (reported; keep 8)",
  "wanted": {
    "quantity": 2147483648.0,
    "unit": "bytes"
  },
  "free": {
    "quantity": 2469072896.0,
    "unit": "bytes"
  },
  "available": {
    "quantity": 6045810688.0,
    "unit": "bytes"
  },
  "steps": []
}
$ gb10 memory --need "2 GB" --json --root $ROOTS/orphaned-engine
{
  "verdict": "yes",
  "sentence": "yes: 2.3 GiB free; that leaves 3.8 GiB, and a GB10 that runs out freezes as a whole (reported; keep 8)",
  "wanted": {
    "quantity": 2000000000.0,
    "unit": "bytes"
  },
  "free": {
    "quantity": 2469072896.0,
    "unit": "bytes"
  },
  "available": {
    "quantity": 6045810688.0,
    "unit": "bytes"
  },
  "steps": []
}
$ gb10 memory --need lots
gb10: --need: "lots" is no amount of memory
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 2
$ gb10 memory --need 20W
gb10: --need: "20W" is no amount of memory
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 2
$ gb10 memory --need 0GiB
gb10: --need: "0GiB" is no memory at all, which is always there
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 2
$ gb10 memory --need -5GiB
gb10: --need: "-5GiB" is less than nothing
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 2
$ gb10 memory --need nan
gb10: --need: "nan" is no amount of memory
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 2
$ gb10 memory --need 96636764160
gb10: --need: "96636764160" is more than any machine has
hint: a number without a unit counts GiB; bytes have a B behind them
? 2
# Clean cache and large blocks come back by one command, which stands there once.
$ gb10 memory --need 90GiB --root $ROOTS/fragmented-memory
not now: 61.0 GiB free, which is all that CUDA's own query sees; giving cache back would make it up
to 118.0
  do   give clean page cache back (57.2 GiB) and move pages together, so that large blocks come
       back; where they do not, a reboot brings them (reported)
       sudo gb10 memory free-cache

    6.3   never reaches Linux (firmware; about 2.0 of it the kernel's page map, computed)
   <0.1   GPU memory of Xorg, pid 2303 (from NVML; not in any process's RSS)
   <0.1   GPU memory of gnome-shell, pid 2541 (from NVML; not in any process's RSS)
    0.5   pinned by the driver or used by the kernel, counted nowhere else (what is left over)
    1.2   processes
    1.5   kernel (reclaimable 0.9, other slab 0.4, vmalloc with stacks 0.1)
   57.5   page cache, 57.2 clean
    0.1   free in the contiguous area (CMA), which the driver's pinned memory cannot use
   60.9   free
  128.0   installed (GiB); swap 0.0 of 16.0

  CUDA's own query would say 61.0 (free); the kernel says 118.0 (free + what it can take back)
  fragmented: only 0.0 GiB is free in blocks of 32 MiB or more
  free blocks by size: 4 KiB: 182302, 8 KiB: 45575, 16 KiB: 34181, 32 KiB: 25636, 64 KiB: 19226, 128
  KiB: 14420, 256 KiB: 10814, 512 KiB: 8110, 1 MiB: 6082, 2 MiB: 4562, 4 MiB: 3421, 8 MiB: 2566, 16
  MiB: 55, 32 MiB: 0
? 1
