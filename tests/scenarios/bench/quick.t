# Without a GPU: what can be measured is, and what cannot says why.
native
$ gb10 bench quick --seconds 1
gb10: --seconds: "1" is no number from 4 to 86400
? 2
$ gb10 bench quick --size 5
gb10: --size does not go with quick
hint: see gb10 bench --help
? 2
$ gb10 bench quick here
gb10: quick takes no "here"
hint: see gb10 bench --help
? 2
$ gb10 bench quick --gpu x
gb10: no GPU is "x"
? 2
$ gb10 bench quick --seconds 4
cannot tell: of gemm, memory, storage
  gemm      cannot tell  libnvidia-ml.so.1 not found
                         do: it comes with the NVIDIA driver; without one no GPU can be judged
  memory    cannot tell  only the CPU was measured, and no figures of good CPUs are known
  storage   …
gemm
memory
no GPU: CPU only (libnvidia-ml.so.1 not found)
…
storage
…
  kept as …-storage
