# An owner's signature counts beside the built-in ones; a mistake in it is told with its file and line.
-- mine/signatures/site.scratch-full.toml --
name   = "site.scratch-full"
title  = "The scratch disk {disk} of this site is full"
role   = "cause"
why    = "It is cleared on Sundays only."
remedy = [ { run = "du -sh {disk}", note = "what takes the room" } ]
given  = "any"
source = "this scenario"
date   = "2026-11"
[[match]]
anchor = "scratch quota exceeded"
line   = '''(?P<disk>/scratch\S*): scratch quota exceeded'''
[[example]]
fires = "/scratch/a: scratch quota exceeded"
[[example]]
silent = "scratch quota raised"
-- end --
-- broken/signatures/site.broken.toml --
name   = "site.broken"
title  = "Broken"
role   = "consequence"
source = "this scenario"
date   = "2026-11"
[[match]]
anchor = "something long"
line   = '''something (long'''
-- end --
-- short/signatures/site.short.toml --
name   = "site.short"
title  = "Short"
role   = "consequence"
source = "this scenario"
date   = "2026-11"
[[match]]
anchor = "oops"
line   = '''oops'''
-- end --
-- masked/signatures/triton.ptxas-too-old.toml --
-- end --
$ gb10 explain --data $ROOT/mine 'write failed: /scratch/a;reboot: scratch quota exceeded'
The scratch disk /scratch/a;reboot of this site is full                            site.scratch-full
  why     It is cleared on Sundays only.
  do      du -sh '/scratch/a;reboot'   # what takes the room
? 1
$ gb10 explain --data $ROOT/broken hello
gb10: $ROOT/broken/signatures/site.broken.toml:6: no pattern: missing ): something (long
hint: gb10 show huggingface.no-access --toml prints a signature to compare
? 2
$ gb10 explain --data $ROOT/short hello
gb10: $ROOT/short/signatures/site.short.toml:6: an anchor has at least 6 bytes
hint: gb10 show huggingface.no-access --toml prints a signature to compare
? 2
$ gb10 explain --data $ROOT/masked "ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'"
no cause that is known in 1 line; the first error is an error of ptxas

 > 1 | ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'
