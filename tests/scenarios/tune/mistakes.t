# What cannot be done is said in one clause, with what helps.
$ gb10 tune
gb10: tune what?
hint: gb10 tune status, profiles, plan, apply, verify, prove, export, reapply, undo, recover
? 2
$ gb10 tune aply cool
gb10: tune has no "aply"
hint: did you mean apply?
? 2
$ gb10 tune plan
gb10: which profile?
hint: profiles: bench, cool, desktop, fabric, inference, observe
? 2
$ gb10 tune plan kool
gb10: no profile is called "kool"
hint: did you mean cool?
? 2
$ gb10 tune plan cool extra
gb10: plan takes no more words
hint: gb10 tune --help
? 2
$ gb10 tune undo --to yesterday --root $ROOTS/healthy-decode
gb10: --root is for looking: status, plan, verify, prove and export
? 2
$ gb10 tune verify --root $ROOTS/healthy-decode
nothing is applied
