# What cannot be read is said, with what to do instead.
-- empty.log --
-- end --
$ gb10 explain $ROOT/none.log
gb10: cannot read $ROOT/none.log: no such file or directory
hint: a message itself goes in quotes: gb10 explain 'the message'
? 2
$ gb10 explain $ROOT
gb10: cannot read $ROOT: is a directory
? 2
$ gb10 explain ''
gb10: the message is empty
hint: gb10 explain 'the message'
? 2
$ gb10 explain $ROOT/empty.log
nothing is known of this line
$ gb10 explain --follow --doctor hello
gb10: --follow excludes --doctor and --markdown
hint: ask for one of them
? 2
$ gb10 explain --root $ROOTS/stuck-clock hello
gb10: --snapshot and --root are for explain --doctor
hint: add --doctor
? 2
$ gb10 doctor --root $ROOTS/healthy-oem --log $ROOT/none.log
gb10: cannot read $ROOT/none.log: no such file or directory
hint: a message itself goes in quotes: gb10 explain 'the message'
? 2
$ gb10 doctor --root $ROOTS/healthy-oem --log $ROOT/empty.log --markdown
gb10: --log excludes --markdown: a log is not redacted
hint: gb10 explain FILE --markdown shows the lines that matter
? 2
$ gb10 explain --follow $ROOT/empty.log
gb10: --follow reads a stream
hint: tail -F FILE | gb10 explain --follow
? 2
$ gb10 explain $ROOT/empty.log $ROOT/empty.log
gb10: one log at a time, or one message in quotes
hint: cat FILE… | gb10 explain
? 2
