# For a forum: names of users and addresses are replaced.
$ gb10 doctor --markdown --root $ROOTS/twin-without-address
gb10: cannot open the tree $ROOTS/twin-without-address: no such file or directory
? 2
