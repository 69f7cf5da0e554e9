# Without a GPU, and with what cannot be asked for.
native
$ gb10 bench mma
gb10: libnvidia-ml.so.1 not found
hint: it comes with the NVIDIA driver; without one no GPU can be judged
? 3
$ gb10 bench mma --dtype nvfp4,bf16_sparse
gb10: libnvidia-ml.so.1 not found
hint: it comes with the NVIDIA driver; without one no GPU can be judged
? 3
$ gb10 bench mma --dtype fp32
gb10: no type is called "fp32"
hint: did you mean fp64 or tf32 or fp16?
? 2
$ gb10 bench mma --dtype nvfp5
gb10: no type is called "nvfp5"
hint: did you mean nvfp4?
? 2
$ gb10 bench mma --seconds 0.1
gb10: --seconds: "0.1" is no number from 0.5 to 86400
? 2
$ gb10 bench mma --size 4096
gb10: --size does not go with mma
hint: see gb10 bench --help
? 2
$ gb10 bench mma fp16
gb10: mma takes no "fp16"
hint: see gb10 bench --help
? 2
$ gb10 bench ma
gb10: nothing here is called "ma"
hint: did you mean mma?
? 2
