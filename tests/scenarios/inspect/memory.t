# One topic: each fact with its source, and what is not known with its reason.
$ gb10 inspect memory --root $ROOTS/healthy-founders-edition
gb10: cannot open the tree $ROOTS/healthy-founders-edition: no such file or directory
? 2
