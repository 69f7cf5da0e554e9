# What --root may name: a system, or a part of one; and answers in a tree that cannot be read.
-- only-etc/etc/hostname --
part
-- end --
-- no-system/notes/a.txt --
nothing
-- end --
-- bad-gpu/.gb10/gpu.jsonl --
{"ask": "processes", "answer": []}
{"ask": "list", "answer": [
-- end --
-- bad-queries/.gb10/queries.jsonl --
{"argv": ["uname", "-m"], "stdout": "aarch64\n"}
{"argv": "uname"}
-- end --
-- bad-self/.gb10/self.json --
{"user": "me"}
-- end --
$ gb10 doctor --root $ROOT/no-system
gb10: $ROOT/no-system holds no Linux system: none of etc, proc, sys, usr, var, boot, home is in it
hint: name the folder in which its /etc and /usr are
? 2
$ gb10 inspect --root $ROOT/no-system/notes/
gb10: $ROOT/no-system/notes holds no Linux system: none of etc, proc, sys, usr, var, boot, home is in it
hint: name the folder in which its /etc and /usr are
? 2
$ gb10 memory --root $ROOT/no-system
gb10: $ROOT/no-system holds no Linux system: none of etc, proc, sys, usr, var, boot, home is in it
hint: name the folder in which its /etc and /usr are
? 2
$ gb10 snapshot --root $ROOT/no-system -o $WORK/a.tar.zst
gb10: $ROOT/no-system holds no Linux system: none of etc, proc, sys, usr, var, boot, home is in it
hint: name the folder in which its /etc and /usr are
? 2
$ gb10 inspect identity --root $ROOT/only-etc --json
…
$ gb10 doctor --root $ROOT/bad-gpu
gb10: $ROOT/bad-gpu/.gb10/gpu.jsonl:2: no JSON at byte 28
hint: mend that file, or take it away: what it answers is then not known
? 2
$ gb10 doctor --root $ROOT/bad-queries/
gb10: $ROOT/bad-queries/.gb10/queries.jsonl:2: a list is missing
hint: mend that file, or take it away: what it answers is then not known
? 2
$ gb10 inspect --root $ROOT/bad-self
gb10: $ROOT/bad-self/.gb10/self.json: "user" is missing or no whole number from 0 on
hint: mend that file, or take it away: what it answers is then not known
? 2
