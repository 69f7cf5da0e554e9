# D-12: an engine without its server, and no room beside it.
$ gb10 doctor --root $ROOTS/orphaned-engine
gb10: cannot open the tree $ROOTS/orphaned-engine: no such file or directory
? 2
