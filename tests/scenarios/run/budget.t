# A command within its budget ends as it would without us.
native
$ gb10 run --budget 64MiB -- sh -c "echo hello; exit 7"
hello
? 7
$ gb10 run --budget 64m sh -c "kill -TERM $$"
? 143
# Over it, it gets SIGTERM, and where the memory was is told.
$ gb10 run --budget 64MiB -- sh -c "head -c 400000000 /dev/zero | tail -c 200000000 | sleep 9"
gb10: over its budget of 64 MiB: the command holds … in …, … of it tail; SIGTERM
gb10: it ended … s after SIGTERM
…
? 143
# What it started and left behind is ended too, also where SIGTERM is ignored.
$ gb10 run --budget 64MiB --patience 1 -- sh -c "(trap '' TERM; head -c 400000000 /dev/zero | tail -c 200000000 | sleep 20) & sleep 20"
gb10: over its budget of 64 MiB: the command holds … in …, … of it tail; SIGTERM
gb10: it did not end: SIGKILL
gb10: it ended … s after SIGTERM, by SIGKILL
…
? 137
# What goes on after a command that kept to its budget is told, and not ended.
$ gb10 run --budget 64MiB -- sh -c "sleep 1 & true"
gb10: 1 process that it started still runs, and is not watched any more
