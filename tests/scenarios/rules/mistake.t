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
$ gb10 rules --data $ROOT/unknown-operator
gb10: $ROOT/unknown-operator/rules/site.a.toml:15: "below" is no operator
? 2
$ gb10 rules --data $ROOT/no-toml
gb10: $ROOT/no-toml/rules/site.b.toml:2: Error while parsing value: could not determine value type
? 2
$ gb10 rules --data $ROOT/other-name
gb10: $ROOT/other-name/rules/site.c.toml:1: the name inside is "site.d"
? 2
$ gb10 rules --data $ROOT/nowhere
gb10: cannot list $ROOT/nowhere: no such file or directory
? 2
