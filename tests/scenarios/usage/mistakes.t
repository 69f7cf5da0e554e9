# Mistakes in what is typed: two lines on standard error, exit code 2.
$ gb10 doctr
gb10: "doctr" is no command of gb10
hint: did you mean gb10 doctor?
? 2
$ gb10 frobnicate
gb10: "frobnicate" is no command of gb10
hint: see gb10 --help
? 2
$ gb10 doctor --watch soon
gb10: --watch takes seconds from 1 to 3600
hint: 60 are enough to see a stalled job: --watch 60
? 2
$ gb10 doctor --watch 0
gb10: --watch takes seconds from 1 to 3600
hint: 60 are enough to see a stalled job: --watch 60
? 2
$ gb10 doctor --load --watch 10
gb10: --load and --watch exclude each other
hint: --load makes the load itself
? 2
$ gb10 doctor --rot X
gb10: gb10 doctor does not know --rot
hint: did you mean --root?
? 2
$ gb10 --rot=X
gb10: gb10 doctor does not know --rot
hint: did you mean --root?
? 2
$ gb10 doctor --all=yes
gb10: --all takes no value
hint: see gb10 doctor --help
? 2
$ gb10 snapshot -o=x.tar
gb10: -o takes its value without "="
hint: see gb10 snapshot --help
? 2
$ gb10 rules --json=no thermal
gb10: --json takes no value
hint: see gb10 rules --help
? 2
$ gb10 doctor extra
gb10: gb10 doctor takes options only; what is "extra"?
hint: see gb10 doctor --help
? 2
$ gb10 show a b
gb10: gb10 show takes one NAME; "b" is too many
hint: see gb10 show --help
? 2
$ gb10 doctor --root --json
gb10: --root wants a value; --json is none
hint: see gb10 doctor --help
? 2
$ gb10 doctor --colour
gb10: gb10 doctor does not know --colour
hint: see gb10 doctor --help
? 2
$ gb10 doctor --root
gb10: --root wants a value
hint: see gb10 doctor --help
? 2
$ gb10 doctor --root $WORK/nowhere
gb10: cannot open the tree $WORK/nowhere: no such file or directory
hint: name the folder that is the / of the other system
? 2
$ gb10 doctor --root $ROOTS/stuck-clock --snapshot a.tar.zst
gb10: --root and --snapshot exclude each other
hint: name one machine
? 2
$ gb10 inspect gpus --root $ROOTS/stuck-clock
gb10: no topic is called "gpus"
hint: did you mean gpu?
? 2
$ gb10 inspect thing --root $ROOTS/stuck-clock
gb10: no topic is called "thing"
hint: topics: identity os cpu memory gpu cuda python docker service storage thermal net firmware kernel env
? 2
$ gb10 rules netwrk
gb10: no area is called "netwrk"
hint: did you mean network?
? 2
$ gb10 memory free-cach
gb10: memory cannot "free-cach"
hint: did you mean gb10 memory free-cache?
? 2
$ gb10 memory drop --root $ROOTS/stuck-clock
gb10: memory cannot "drop"
hint: gb10 memory free-cache
? 2
