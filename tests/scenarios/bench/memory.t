# Without a GPU, and with what cannot be asked for.
native
$ gb10 bench memory --seconds 1
gb10: --seconds: "1" is no number from 2 to 86400
? 2
$ gb10 bench memory --dtype fp16
gb10: --dtype does not go with memory
hint: see gb10 bench --help
? 2
$ gb10 bench memory what
gb10: memory takes no "what"
hint: see gb10 bench --help
? 2
$ gb10 bench memor
gb10: nothing here is called "memor"
hint: did you mean memory?
? 2
# A GPU that was asked for and is not there is a failure; one that was not is none.
$ gb10 bench memory --gpu 0
gb10: libnvidia-ml.so.1 not found
hint: it comes with the NVIDIA driver; without one no GPU can be judged
? 3
$ gb10 bench memory --seconds 2
cannot tell: only the CPU was measured, and no figures of good CPUs are known

  GB/s …
  CPU all (…
…
  latency of CPU …: … ns in pages of …, … ns in huge pages
…
  … results checked, 0 wrong; …
…
no GPU: CPU only (libnvidia-ml.so.1 not found)
…
  kept as …-memory
