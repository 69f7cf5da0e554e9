# B-03: Ubuntu's nvcc 12.0 comes first on PATH.
$ gb10 doctor --root $ROOTS/old-nvcc-first
gb10: cannot open the tree $ROOTS/old-nvcc-first: no such file or directory
? 2
