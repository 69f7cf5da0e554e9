# What is known of GPUs.
$ gb10 show gb10
gb10: NVIDIA GB10
  capability  12.1
  product     fp64 4 FLOP in a clock of a multiprocessor
  product     fp32 256 FLOP in a clock of a multiprocessor
  product     tf32 512 FLOP in a clock of a multiprocessor
  product     fp16 1024 FLOP in a clock of a multiprocessor, good units 88 to 101 TFLOP/s (public
              GEMM runs at 8192 and near it with mixed libraries, 2026-01 to 2026-08)
  product     bf16 1024 FLOP in a clock of a multiprocessor, good units 88 to 101 TFLOP/s (public
              GEMM runs at 8192 and near it with mixed libraries, 2026-01 to 2026-08)
  product     fp8 2048 FLOP in a clock of a multiprocessor, good units 175 to 208 TFLOP/s (cuBLASLt
              and CUTLASS with one scale a matrix, best of 100 at the upper end, 2026-02 to 2026-05)
  product     fp8-row 2048 FLOP in a clock of a multiprocessor
  product     fp8-block 2048 FLOP in a clock of a multiprocessor, good units 102 to 152 TFLOP/s (the
              path with a scale for 128 numbers, public runs, contested: others say that it is
              refused, 2026)
  product     int8 2048 FLOP in a clock of a multiprocessor
  product     mxfp8 2048 FLOP in a clock of a multiprocessor
  product     nvfp4 4096 FLOP in a clock of a multiprocessor, good units 240 to 356 TFLOP/s
              (cuBLASLt at shapes of projections (240 to 306), CUTLASS at 4096x14336x4096 (356),
              2026-02 to 2026-08)
  in a GEMM   2180 MHz to 2420 MHz, 85 W to 101 W: reports of healthy and of stuck units (soak of
              6.5 h, twelve-node probe) (2026-11)
  stuck       below 1000 MHz and 30 W for no stated reason: shut down, take the power supply out of
              the wall for 1 to 5 minutes, start; a restart alone does not help
  memory      memory.gpu.read: good units 218 to 235 GB/s, not well below 150 (a read kernel (231 to
              234), GEMV over twelve nodes (214 to 234); the limit is chosen between these and stuck
              units, 2026-09)
  memory      memory.gpu.copy_driver: good units 215 to 226 GB/s, not well below 180 (copies of 64
              MB on eight nodes, read and write counted (219 to 225); the limit is chosen, 2026-09)
  memory      memory.ladder.pinned.h2d of 256 MiB or more: good units 44 to 55 GB/s, not well below
              20 (copies of 1 GB from page-locked memory (54.9) and the lower end of reports; the
              limits are chosen, 2026-04)
  slow state  a matrix times a vector at 0.6 of a copy's rate or less, good units 0.95 to 1.07:
              computed from GEMV (214.7 to 234.3 GB/s) and copy (219 to 225) of good nodes; 3.3
              times slower is 0.3; the limit is chosen between (2026-09); reported of it: GEMV and
              GEMM 3.3 times slower, copy unchanged, NVML shows nothing (driver 580.142 and
              580.159.03, BIOS 018); no remedy is known
  known       computed from 48 multiprocessors and the default clock of 2418 MHz; no GB10 was read
              by us (2026-11)
  in force    built in
$ gb10 show hopper
hopper: NVIDIA H100 or H200
  capability  9.0
  product     fp64 256 FLOP in a clock of a multiprocessor
  product     fp32 256 FLOP in a clock of a multiprocessor
  product     tf32 2048 FLOP in a clock of a multiprocessor
  product     fp16 4096 FLOP in a clock of a multiprocessor
  product     bf16 4096 FLOP in a clock of a multiprocessor
  product     fp8 8192 FLOP in a clock of a multiprocessor
  product     fp8-row 8192 FLOP in a clock of a multiprocessor
  product     fp8-block 8192 FLOP in a clock of a multiprocessor
  product     int8 8192 FLOP in a clock of a multiprocessor
  known       computed from the dense peaks of the product page for 132 multiprocessors at 1830 MHz
              (2026-11)
  in force    built in
