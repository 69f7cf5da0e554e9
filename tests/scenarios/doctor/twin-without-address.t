# H-05: one half of a cabled port has no address.
$ gb10 doctor --root $ROOTS/twin-without-address
gb10: cannot open the tree $ROOTS/twin-without-address: no such file or directory
? 2
