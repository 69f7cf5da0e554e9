# What the guard is told to do, and what it cannot.
native
$ gb10 guard
gb10: guard what?
hint: gb10 guard install, status, uninstall, unit or run
? 2
$ gb10 guard instal
gb10: guard has no "instal"
hint: gb10 guard install, status, uninstall, unit or run
? 2
$ gb10 guard run --floor 9GiB
gb10: floor (9.0 GiB) must be below act_below (3.0 GiB)
? 2
$ gb10 guard run --act-below soon
gb10: "soon" is no quantity
hint: write a number and a unit, such as "64 MiB", "1400 MHz", "30 W", "10 s", "90 %"
? 2
$ gb10 guard unit --ring recordings
gb10: --ring "recordings" is no absolute path
hint: a unit runs in no folder of yours
? 2
$ gb10 guard unit --tell notify
gb10: --tell "notify" is no absolute path
hint: a unit runs in no folder of yours
? 2
