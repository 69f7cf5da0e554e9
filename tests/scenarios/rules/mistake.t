# A rule with a mistake is told with its file and line, and nothing is judged without it.
-- unknown-operator/rules/site.a.toml --
name     = "site.a"
area     = "memory"
severity = "warning"
title    = "A rule with a mistake"
message  = "Little memory."
why      = "A test."
remedy   = [ "none" ]
impact   = "none"
catalogue = []
evidence_class = "documented"
source   = "this scenario"
date     = "2026-11"
when     = [
  { fact = "memory.available", lt = "8 GiB" },
  { fact = "memory.free", below = "8 GiB" },
]
-- end --
-- no-toml/rules/site.b.toml --
name     = "site.b"
area     = memory
-- end --
-- other-name/rules/site.c.toml --
name     = "site.d"
area     = "memory"
severity = "warning"
title    = "Called otherwise than its file"
when     = [ { fact = "memory.available", lt = "8 GiB" } ]
message  = "Little memory."
why      = "A test."
remedy   = [ "none" ]
impact   = "none"
catalogue = []
evidence_class = "documented"
source   = "this scenario"
date     = "2026-11"
-- end --
-- no-such-fact/rules/site.e.toml --
name     = "site.e"
area     = "memory"
severity = "warning"
title    = "Judges what nobody collects"
message  = "Little memory."
why      = "A test."
remedy   = [ "none" ]
impact   = "none"
catalogue = []
evidence_class = "documented"
source   = "this scenario"
date     = "2026-11"
when     = [
  { fact = "memory.available", lt = "8 GiB" },
  { fact = "memory.avaliable", lt = "8 GiB" },
]
-- end --
-- other-type/rules/site.f.toml --
name     = "site.f"
area     = "memory"
severity = "warning"
title    = "Compares bytes with a bare number"
message  = "Little memory."
why      = "A test."
remedy   = [ "none" ]
impact   = "none"
catalogue = []
evidence_class = "documented"
source   = "this scenario"
date     = "2026-11"
when     = [ { fact = "memory.available", lt = 8 } ]
-- end --
$ gb10 rules --data $ROOT/unknown-operator
gb10: $ROOT/unknown-operator/rules/site.a.toml:15: "below" is no operator
hint: gb10 show memory.swap-while-free --toml prints a rule to compare
? 2
$ gb10 rules --data $ROOT/no-toml
gb10: $ROOT/no-toml/rules/site.b.toml:2: Error while parsing value: could not determine value type
hint: gb10 show memory.swap-while-free --toml prints a rule to compare
? 2
$ gb10 rules --data $ROOT/other-name
gb10: $ROOT/other-name/rules/site.c.toml:1: the name inside is "site.d"
hint: gb10 show memory.swap-while-free --toml prints a rule to compare
? 2
$ gb10 rules --data $ROOT/nowhere
gb10: cannot list $ROOT/nowhere: no such file or directory
hint: --data wants a folder that holds rules/NAME.toml, signatures/NAME.toml or compat/NAME.toml
? 2
$ gb10 rules --data $ROOT/no-such-fact
gb10: $ROOT/no-such-fact/rules/site.e.toml:15: no fact is called memory.avaliable
hint: did you mean memory.available?
? 2
$ gb10 doctor --root $ROOTS/stuck-clock --data $ROOT/other-type
gb10: $ROOT/other-type/rules/site.f.toml:13: memory.available wants a quantity in bytes
hint: gb10 inspect --json lists the facts and their types
? 2
