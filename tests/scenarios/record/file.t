# The whole record as a file: written once, and not over another one unless that is asked for.
native
$ gb10 record -o run.json -- sleep 0.3
sleep 0.3: …, exit code 0
…
  written to run.json
$ gb10 record -o run.json -- sh -c "echo must not run"
gb10: run.json exists already
hint: name another file, or add --replace
? 125
$ gb10 record -o run.json --replace -- true
true: …, exit code 0
…
  written to run.json
$ sh -c "ls; grep -c '\"schema\":1,' run.json; grep -o '\"command\":.\"true\".' run.json"
root
run.json
1
"command":["true"]
# A command that is not there leaves no file behind.
$ gb10 record -o other.json -- no-such-program
gb10: no-such-program is not found
hint: is its name spelt right, and is its folder on the PATH?
? 127
$ ls
root
run.json
