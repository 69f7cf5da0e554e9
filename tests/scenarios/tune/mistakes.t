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
$ gb10 tune apply cool --dry-run
gb10: --dry-run does not go with apply
hint: gb10 tune plan PROFILE says what apply would do
? 2
$ gb10 tune plan cool --format udev
gb10: --format does not go with plan
? 2
$ gb10 tune export cool --root $ROOTS/healthy-decode
gb10: which format?
hint: --format sysctl.d, tmpfiles, udev, ansible
? 2
$ gb10 tune export cool --format udev --json --root $ROOTS/healthy-decode
gb10: --json does not go with what is text for others
? 2
$ gb10 tune verify --to baseline
gb10: --to does not go with verify
? 2
$ gb10 tune plan fix:nonsense
gb10: no knob clears "nonsense"
hint: fix:cpu.autonomous-mode-off, fix:cpu.governor-not-performance, fix:fabric.small-mtu, fix:gpu.persistence-mode-off, fix:memory.dirty-ratio-high, fix:memory.huge-page-defrag-always, fix:memory.huge-pages-always
? 2
