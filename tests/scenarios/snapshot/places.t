# Where a snapshot may go: standard output, but no folder that cannot be written.
$ gb10 snapshot --root $ROOTS/stuck-clock -o $WORK/nowhere/a.tar.zst
gb10: cannot write $WORK/nowhere/a.tar.zst: no such file or directory
hint: name a file in a folder that you can write: -o /tmp/gb10-….tar.zst
? 2
$ gb10 snapshot --root $ROOTS/stuck-clock -o - --json
gb10: -o - excludes --json and --markdown
hint: name a file with -o
? 2
$ gb10 snapshot --root $ROOTS/stuck-clock -o -
…-   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot FILE
