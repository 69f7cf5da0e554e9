# A snapshot comes in by standard input, as behind ssh; what is none is refused.
$ gb10 snapshot --root $ROOTS/stuck-clock -o $WORK/a.tar.zst --json
…
$ gb10 doctor --snapshot - < $WORK/a.tar.zst
1 fault       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1021-nvidia   driver 580.159.03
  captured …
…
? 1
$ gb10 doctor --snapshot - < $ROOTS/make
gb10: standard input: the archive is refused: Unrecognized archive format
hint: gb10 snapshot -o FILE writes one on the machine in question
? 2
$ gb10 memory --snapshot -
gb10: standard input: the archive is refused: Unrecognized archive format
hint: gb10 snapshot -o FILE writes one on the machine in question
? 2
