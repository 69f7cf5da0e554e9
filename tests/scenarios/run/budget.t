# A command within its budget ends as it would without us.
native
$ gb10 run --budget 64MiB -- sh -c "echo hello; exit 7"
hello
? 7
$ gb10 run --budget 64MiB sh -c "kill -TERM $$"
? 143
# Over it, it gets SIGTERM, and where the memory was is told.
$ gb10 run --budget 64MiB -- sh -c "head -c 400000000 /dev/zero | tail -c 200000000 | sleep 9"
gb10: over its budget: the command holds … in …, … of it tail; SIGTERM
…
? 143
