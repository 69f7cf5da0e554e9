# The exit code is the command's own; its output stays what it is, and the summary goes to standard
# error behind it.
native
$ gb10 record -- sh -c "echo hello; exit 7"
hello
sh -c 'echo hello; exit 7': …, exit code 7
…
  cost     …
? 7
$ gb10 record sh -c "kill -TERM $$"
sh -c 'kill -TERM $$': …, exit code 143
…
  cost     …
? 143
# Options behind the command are the command's.
$ gb10 record --rate 20 -- sh -c "echo $0 $1" --json --help
--json --help
sh -c 'echo $0 $1' --json --help: …, exit code 0
…
  cost     …
