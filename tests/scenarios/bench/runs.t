# Runs as files: compared, and as a report. Two real ones of an H200, with random data and with zeros.
$ gb10 compare $ROOTS/../runs/random.json $ROOTS/../runs/zeros.json
gb10: the runs differ in data random -> zeros
hint: say what is meant to differ (--by), or compare all the same (--force)
? 3
$ gb10 compare $ROOTS/../runs/random.json $ROOTS/../runs/zeros.json --by data
B is faster: gemm.rate 21.0 % more
  gemm.rate  faster: 656 TFLOP/s -> 794 TFLOP/s, +21.0 % (+20.9 to +21.0 %)
             chance alone does so with p = 7.4e-07
             for each cycle of the clock: -2.4 % (-2.6 to -2.3 %)
             A 12 blocks, 655 TFLOP/s to 659 TFLOP/s, median 656 TFLOP/s (656 TFLOP/s to 656
             TFLOP/s)
             B 12 blocks, 794 TFLOP/s to 796 TFLOP/s, median 794 TFLOP/s (794 TFLOP/s to 794
             TFLOP/s)
             A, unlike its others, but counted: 659 TFLOP/s at 0 s (Z +7.7)
             B, unlike its others, but counted: 796 TFLOP/s at 0 s (Z +236.4)
  differs    data: random -> zeros
  note       A and B did not take turns: whatever changed in between, such as heat, counts as a
             difference of theirs
  runs       A 20261129-175558-449-fp16, B 20261129-175612-474-fp16; intervals of 95 %, no shift
             below 1.5 %
$ gb10 compare $ROOTS/../runs/zeros.json $ROOTS/../runs/random.json --by data
B is slower: gemm.rate 17.4 % less
  gemm.rate  slower: 794 TFLOP/s -> 656 TFLOP/s, -17.4 % (-17.4 to -17.3 %)
             chance alone does so with p = 7.4e-07
             for each cycle of the clock: +2.5 % (+2.3 to +2.7 %)
             A 12 blocks, 794 TFLOP/s to 796 TFLOP/s, median 794 TFLOP/s (794 TFLOP/s to 794
             TFLOP/s)
             B 12 blocks, 655 TFLOP/s to 659 TFLOP/s, median 656 TFLOP/s (656 TFLOP/s to 656
             TFLOP/s)
             A, unlike its others, but counted: 796 TFLOP/s at 0 s (Z +236.4)
             B, unlike its others, but counted: 659 TFLOP/s at 0 s (Z +7.7)
  differs    data: zeros -> random
  note       A and B did not take turns: whatever changed in between, such as heat, counts as a
             difference of theirs
  runs       A 20261129-175612-474-fp16, B 20261129-175558-449-fp16; intervals of 95 %, no shift
             below 1.5 %
? 1
$ gb10 compare $ROOTS/../runs/random.json
gb10: a comparison is of two runs
hint: gb10 compare A B; gb10 history lists the runs
? 2
$ gb10 compare $ROOTS/../runs/random.json $ROOTS/../runs/none.json
gb10: cannot open …/runs/none.json: no such file or directory
? 2
$ gb10 compare $ROOTS/../runs/random.json $ROOTS/healthy-decode/proc/meminfo
gb10: $ROOTS/healthy-decode/proc/meminfo: no JSON at byte 1
? 2
$ gb10 report $ROOTS/../runs/random.json
**cannot tell**

- seen: no figures of good units of this GPU are known
- run: no command
- begun: 2026-11-29 17:55:58 UTC, id 20261129-175558-449-fp16, gb10 0.1.0

| result | value | evidence | how |
| --- | --- | --- | --- |
| gemm.rate.steady | 656 TFLOP/s | measured | median of the second half's seconds, finished work by the GPU's clock |
| gemm.rate.lowest | 654 TFLOP/s | measured | of these seconds |
| gemm.rate.highest | 658 TFLOP/s | measured | of these seconds |
| gemm.rate.first | 658 TFLOP/s | measured | the first two seconds |
| gemm.decay | 0.2 % | computed | from the first two seconds to the second half |
| gemm.rate_per_hertz | 487965 | computed | FLOP of a clock, all multiprocessors |
| gemm.ceiling | 727 TFLOP/s | computed | dense peak at the mean clock of the second half |
| gemm.energy | 1.1 J | computed | for 10¹² FLOP, by the power that the driver tells |
| gemm.gain | 7.2 % | measured | of the candidate that was chosen over the library's favourite |
| gemm.checked | 8192 | measured | results compared with FP64 on the CPU |
| gemm.wrong | 0 | measured | of them further off than rounding explains |

| series | known | least | median | most |
| --- | --- | --- | --- | --- |
| gemm.rate | 598 of 598 | 517 TFLOP/s | 659 TFLOP/s | 782 TFLOP/s |
| gpu.sm_clock | 596 of 596 | 1140 MHz | 1350 MHz | 1980 MHz |
| gpu.power | 596 of 596 | 353 W | 693 W | 705 W |
| gpu.temperature | 596 of 596 | 38 °C | 59 °C | 60 °C |
| gemm.rate.block | 12 of 12 | 655 TFLOP/s | 656 TFLOP/s | 659 TFLOP/s |
| gpu.sm_clock.block | 12 of 12 | 1339 MHz | 1343 MHz | 1451 MHz |

| parameter | value |
| --- | --- |
| benchmark | gemm |
| data | random |
| driver | 580.159.04 |
| gpu | NVIDIA H200 |
| kernel | 6.18.44 |
| layout | TN |
| library | cuBLASLt 13.1.0 |
| library.path | /usr/local/cuda/lib64/libcublasLt.so.13 |
| machine | 0123456789ab |
| result.algorithm | algorithm 66, tile 197, stages 35, split-K 1 |
| result.candidates | 8 |
| result.library.copies | /usr/local/cuda/lib64/libcublasLt.so.13 /usr/local/cuda-13.0/lib64/libcublasLt.so.13 /usr/local/cuda-13/lib64/libcublasLt.so.13 |
| result.verdict.reason | no-reference |
| result.verdict.remedy |  |
| seconds | 12 |
| shape | 8192x8192x8192 |
| type | fp16 |

$ gb10 report $ROOTS/../runs/random.json -o page.html
written to page.html
$ gb10 report $ROOTS/../runs/random.json -o page.html
gb10: page.html exists already
hint: name another file, or add --replace
? 5
$ gb10 report $ROOTS/../runs/random.json -o page.pdf
gb10: what is page.pdf to be?
hint: name a file that ends in .html, .md or .csv
? 2
$ gb10 report
gb10: a report of which run?
hint: gb10 report last -o report.html; gb10 history lists the runs
? 2
$ gb10 history
no run is kept; gb10 bench gemm keeps one
$ gb10 history nothing
gb10: no run "nothing" is kept
? 2
