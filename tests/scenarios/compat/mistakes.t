# Names that are none, versions that are none, and rows with a mistake.
-- status/compat/a.toml --
name     = "a"
title    = "a row with a mistake"
kind     = "tool"
status   = "fine"
why      = "w"
-- end --
-- no-source/compat/b.toml --
name     = "b"
title    = "a row without a source"
kind     = "tool"
status   = "works"
why      = "w"
-- end --
-- package/compat/c.toml --
name     = "c"
title    = "a package that another row has"
kind     = "library"
packages = [ "torch" ]
status   = "works"
why      = "w"
[[evidence]]
source   = "s"
date     = "2026-11"
kind     = "reported"
says     = "t"
-- end --
-- fact/compat/d.toml --
name     = "d"
title    = "a check of nothing"
kind     = "tool"
status   = "works"
why      = "w"
[[evidence]]
source   = "s"
date     = "2026-11"
kind     = "reported"
says     = "t"
[check]
wants    = [ { fact = "gpu.drivr", ge = "580" } ]
-- end --
$ gb10 compat torhc
gb10: no row knows "torhc"
hint: did you mean torch?
? 2
$ gb10 compat 'torch>=2'
gb10: "torch>=2" is no single version
hint: ask for one version, such as  gb10 compat torch==2
? 2
$ gb10 compat vllm --root $ROOT
gb10: --root goes with check alone
hint: gb10 compat check tests a machine; the rows are the same for all
? 2
$ gb10 compat --data $ROOT/status
gb10: $ROOT/status/compat/a.toml:4: "fine" is no status
hint: gb10 show vllm --toml prints a row to compare
? 2
$ gb10 compat --data $ROOT/no-source
gb10: $ROOT/no-source/compat/b.toml:1: a row wants at least one [[evidence]]
hint: gb10 show vllm --toml prints a row to compare
? 2
$ gb10 compat --data $ROOT/package
gb10: $ROOT/package/compat/c.toml:1: pytorch covers the package torch too
hint: take it out of one of the two
? 2
$ gb10 compat --data $ROOT/fact
gb10: $ROOT/fact/compat/d.toml:12: no fact is called gpu.drivr
hint: did you mean gpu.driver?
? 2
