# No NVIDIA GPU at all: nothing to judge, exit code 3.
$ gb10 doctor --root $ROOTS/laptop-without-gpu
gb10: cannot open the tree $ROOTS/laptop-without-gpu: no such file or directory
? 2
