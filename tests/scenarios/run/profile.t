# A command with a profile ends as it would without us, and nothing is said.
native
env VIRTUAL_ENV=
$ gb10 run --profile train -- sh -c "echo hello; exit 7"
hello
? 7
$ gb10 run --profile train -- sh -c "kill -TERM $$"
? 143
$ gb10 run --profile train --report -- echo hello
hello
gb10: as planned: …
$ gb10 run --profile train --budget 64MiB -- sh -c "exit 3"
? 3
$ gb10 run --profile train -- no-such-program
gb10: the command was not found, or may not be looked at: this is for the shell's environment
gb10: no-such-program is not found
hint: is its name spelt right, and is its folder on the PATH?
? 127
$ gb10 run --profile trian -- true
gb10: no profile is called "trian"
hint: did you mean train?
? 125
$ gb10 run --profile train --json -- true
gb10: run has no --json here
hint: its standard output is the command's; --explain has both, --try has --json
? 125
# A trial wants a fix that is done on request, and does something here.
$ gb10 run --try inductor-big -- true
gb10: train has no fix on request that is called "inductor-big"
hint: did you mean torch.inductor-big-gpu?
? 2
$ gb10 run --try inductor-big-gpu -- true
gb10: inductor-big-gpu would change nothing here: …
hint: gb10 show inductor-big-gpu says what it rests on
? 3
$ gb10 run --try inductor-big-gpu --budget 64MiB -- true
gb10: --try and --budget do not go together
hint: leave --budget out while it is tried
? 2
$ gb10 run --try inductor-big-gpu --blocks 3 -- true
gb10: --blocks: "3" is no even number from 2 to 100
hint: so many runs a side, A B B A; fewer than 6 cannot tell
? 2
$ gb10 run --try inductor-big-gpu
gb10: try it with which command?
hint: gb10 run --try inductor-big-gpu -- COMMAND
? 2
# A unit of systemd wants systemd.
env PATH=/nowhere
$ gb10 run --profile train --detach -- true
gb10: there is no systemd-run here
hint: --detach needs systemd; without it: setsid gb10 run … < /dev/null &
? 3
$ gb10 run --detach
gb10: run what?
hint: gb10 run --detach -- COMMAND
? 2
$ gb10 run --detach --explain -- true
gb10: --detach starts it, which --explain and --json do not
hint: leave one of them out
? 2
