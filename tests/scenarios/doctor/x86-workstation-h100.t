# Another GPU in another machine: the rules for a GB10 do not apply.
$ gb10 doctor --root $ROOTS/x86-workstation-h100
gb10: cannot open the tree $ROOTS/x86-workstation-h100: no such file or directory
? 2
