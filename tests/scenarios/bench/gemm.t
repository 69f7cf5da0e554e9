# Without a GPU, and with what cannot be asked for.
native
$ gb10 bench gemm
gb10: libnvidia-ml.so.1 not found
hint: it comes with the NVIDIA driver; without one no GPU can be judged
? 3
$ gb10 bench gem
gb10: nothing here is called "gem"
hint: did you mean gemm?
? 2
$ gb10 bench
gb10: what is to be measured?
hint: gb10 bench gemm
? 2
$ gb10 bench gemm --dtype fp17
gb10: no type is called "fp17"
hint: did you mean fp16?
? 2
$ gb10 bench gemm --dtype nvfp4
gb10: libnvidia-ml.so.1 not found
hint: it comes with the NVIDIA driver; without one no GPU can be judged
? 3
$ gb10 bench gemm --size 100
gb10: "100" is no side of a matrix
hint: a multiple of 16 from 16 to 65536, such as --size 8192
? 2
$ gb10 bench gemm --mnk 64x64
gb10: --mnk: "64x64" is no shape
hint: three sides, such as --mnk 16384x4096x4096
? 2
$ gb10 bench gemm --data twos
gb10: --data: "twos" is none
hint: --data random, or --data sweep to see what the power of real data costs
? 2
$ gb10 bench gemm --data ones
gb10: libnvidia-ml.so.1 not found
hint: it comes with the NVIDIA driver; without one no GPU can be judged
? 3
$ gb10 bench gemm --seconds 0
gb10: --seconds: "0" is no number from 2 to 86400
? 2
$ gb10 bench gemm --gpu one
gb10: no GPU is "one"
? 2
$ gb10 bench gemm what
gb10: gemm takes no "what"
hint: see gb10 bench --help
? 2
$ gb10 bench gemm --layout xx
gb10: --layout: "xx" is none
hint: tn reads both factors along K; nn, nt and tt are the others
? 2
$ gb10 bench gemm --tune --quantise
gb10: --data sweep, --against, --telemetry-cost, --quantise, --tune and --sparse: one of them
hint: what takes turns may differ in one thing only
? 2
$ gb10 bench import --tune x
gb10: --tune does not go with import
hint: see gb10 bench --help
? 2
$ gb10 bench gemm --sparse 1:2
gb10: --sparse: "1:2" is no pattern
hint: 2:4 is the one that the hardware knows
? 2
$ gb10 bench gemm --sparse 2:4 --dtype tf32
gb10: tf32 has no 2:4 form here
hint: --sparse goes with fp16, bf16, int8 and fp8-e4m3
? 2
$ gb10 bench gemm --sparse 2:4 --dtype fp16,nvfp4
gb10: nvfp4 has no 2:4 form here
hint: --sparse goes with fp16, bf16, int8 and fp8-e4m3
? 2
$ gb10 bench gemm --sparse 2:4 --layout nn
gb10: --sparse goes with --layout tn
hint: A is pruned along K, and read so
? 2
$ gb10 bench gemm --sparse 2:4 --tune
gb10: --data sweep, --against, --telemetry-cost, --quantise, --tune and --sparse: one of them
hint: what takes turns may differ in one thing only
? 2
$ gb10 bench gemm --sparse 2:4 --dtype all
gb10: libnvidia-ml.so.1 not found
hint: it comes with the NVIDIA driver; without one no GPU can be judged
? 3
