# What cannot be run is said before anything is started.
native
$ gb10 run
gb10: run within what?
hint: gb10 run --budget 100G -- COMMAND, or --load-guard, or --profile train
? 125
$ gb10 run --budget 64MiB
gb10: run what?
hint: gb10 run --profile train -- COMMAND
? 125
$ gb10 run --budget much -- true
gb10: --budget: "much" is no amount of memory
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 125
$ gb10 run --budget 5s -- true
gb10: --budget: "5s" is no amount of memory
hint: write 90GiB, 90G or 90, which are the same, or 90GB (10^9 bytes each)
? 125
$ gb10 run --budget 64MiB --patience 0 -- true
gb10: --patience wants 1 to 600 seconds
? 125
$ gb10 run --budget 64MiB -- no-such-program
gb10: no-such-program is not found
hint: is its name spelt right, and is its folder on the PATH?
? 127
$ gb10 run --budget 900000GiB -- true
gb10: a budget of 878.9 TiB is more than is available: …
hint: gb10 memory --need SIZE says what would give more
? 125
$ gb10 run --json --budget 64MiB -- true
gb10: run has no --json here
hint: its standard output is the command's; --explain has both, --try has --json
? 125
$ gb10 run --budget 64MiB --blocks 4 -- true
gb10: --blocks goes with --try
hint: gb10 run --try FIX -- COMMAND
? 125
$ gb10 run --budget 64MiB --report -- true
gb10: --report goes with --profile
hint: gb10 run --profile train --report -- COMMAND
? 125
$ gb10 run --profile trian --detach -- true
gb10: no profile is called "trian"
hint: did you mean train?
? 2
