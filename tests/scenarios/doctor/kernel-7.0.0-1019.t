# F-01: more of the contiguous area is free than there is.
$ gb10 doctor --root $ROOTS/kernel-7.0.0-1019
gb10: cannot open the tree $ROOTS/kernel-7.0.0-1019: no such file or directory
? 2
