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
gb10: --act-below: "soon" is no amount of memory
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 2
$ gb10 guard unit --ring recordings
gb10: --ring "recordings" is no absolute path
hint: a unit runs in no folder of yours
? 2
$ gb10 guard unit --tell notify
gb10: --tell "notify" is no absolute path
hint: a unit runs in no folder of yours
? 2
# A file that is no ring is not written over.
$ sh -c "echo notes > notes"
$ gb10 guard run --dry-run --ring notes
gb10: notes is there already and is no recording of a guard
hint: name a file that is not there yet
? 5
$ sh -c "cat notes"
notes
$ gb10 guard run --tell /nowhere/tell
gb10: cannot look at /nowhere/tell: no such file or directory
? 2
$ gb10 guard run --act-below 500G --floor 1G
gb10: act_below is more than half of this machine's memory
? 2
