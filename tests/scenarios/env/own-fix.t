# An owner's fix is added, one that could change results unasked is refused, and an empty file takes one of ours out.
-- more/fixes/my.threads.toml --
name = "my.threads"
title = "Threads"
profiles = ["train"]
given = [ { fact = "identity.gb10", eq = true } ]
set = { OMP_NUM_THREADS = "10" }
reason = "ten are enough"
why = "Because."
evidence_class = "measured"
source = "me"
date = "2026-11"
-- end --
-- more/fixes/torch.inductor-cache.toml --
-- end --
$ gb10 env train --data $ROOT/more --root $ROOTS/launch-environments --env /home/owner/torch-2.14/.venv
\# gb10 env train, for /home/owner/torch-2.14/.venv
\# my.threads: ten are enough
export OMP_NUM_THREADS=10
-- wrong/fixes/my.tf32.toml --
name = "my.tf32"
title = "TF32"
profiles = ["train"]
set = { A = "1" }
risk = "may-change-results"
reason = "r"
why = "w"
evidence_class = "measured"
source = "me"
date = "2026-11"
-- end --
$ gb10 env train --data $ROOT/wrong --root $ROOTS/launch-environments --env /home/owner/torch-2.14/.venv
gb10: $ROOT/wrong/fixes/my.tf32.toml:1: what may change results is done on request only: on_request = true
hint: gb10 show triton.ptxas-for-blackwell --toml prints one to compare
? 2
-- wrong/fixes/my.tf32.toml --
name = "my.tf32"
title = "TF32"
profiles = ["train"]
when = [ { fact = "python[*].torhc", lt = "2" } ]
warn = true
reason = "r"
why = "w"
evidence_class = "measured"
source = "me"
date = "2026-11"
-- end --
$ gb10 env train --data $ROOT/wrong --root $ROOTS/launch-environments --env /home/owner/torch-2.14/.venv
gb10: $ROOT/wrong/fixes/my.tf32.toml:4: no fact is called python[*].torhc
hint: gb10 show triton.ptxas-for-blackwell --toml prints one to compare
? 2
