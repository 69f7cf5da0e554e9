# Mistakes of the caller and of the command: 125 for ours, 126 and 127 as a shell has them. A file
# that cannot be written is told before the command begins.
native
$ gb10 record -- no-such-program
gb10: no-such-program is not found
hint: is its name spelt right, and is its folder on the PATH?
? 127
$ gb10 record -- /etc
gb10: cannot execute /etc: permission denied
hint: is it a program, and may you execute it?
? 126
$ gb10 record -o no/such/run.json -- sh -c "echo must not run"
gb10: cannot write no/such/run.json: no such file or directory
hint: name a file in a folder that you can write
? 125
$ gb10 record -o /dev/null -- sh -c "echo must not run"
gb10: /dev/null is no plain file
hint: name a file that is not there yet
? 125
$ gb10 record --rate 1000 -- true
gb10: --rate: 1000 is no number from 1 to 50
hint: gb10 record --rate 20 -- COMMAND
? 125
$ gb10 record --prometheus 9410 -- true
gb10: "9410" is no place to listen at
hint: --prometheus :9410 for this machine alone, --prometheus 0.0.0.0:9410 for all
? 125
$ gb10 record --rat 5 -- true
gb10: gb10 record does not know --rat
hint: did you mean --rate?
? 125
$ gb10 record -o
gb10: --output wants a value
hint: see gb10 record --help
? 125
$ gb10 record --json --markdown -- true
gb10: --json and --markdown exclude each other
hint: ask for one
? 125
