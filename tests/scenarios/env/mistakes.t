# Each mistake in two lines.
$ gb10 env
gb10: an environment for what?
hint: gb10 env train, gb10 env serve or gb10 env build
? 2
$ gb10 env trian
gb10: no profile is called "trian"
hint: did you mean train?
? 2
$ gb10 env train serve
gb10: env takes one profile, not also "serve"
hint: gb10 env train --env DIR
? 2
$ gb10 env train --env /home/owner/nothing --root $ROOTS/launch-environments
gb10: --env /home/owner/nothing is no Python environment: it has no pyvenv.cfg, no conda-meta and no lib/python3.*/site-packages
hint: name the folder that holds pyvenv.cfg, conda-meta or lib/python3.X
? 2
$ gb10 env train --env relative --root $ROOTS/launch-environments
gb10: --env relative is not a path from / on
hint: name the environment as that machine does, such as /home/me/venv
? 2
$ gb10 env train --format csh
gb10: no format is called "csh"
hint: did you mean sh?
? 2
$ gb10 env train --data $ROOTS/nothing
gb10: cannot list $ROOTS/nothing: no such file or directory
hint: --data wants a folder that holds rules/NAME.toml, signatures/NAME.toml or compat/NAME.toml
? 2
