# Without a folder the environment that is active is looked at, as for gb10 env train.
base audit-environments
-- .gb10/self.json --
{"environment": {"HOME": "/home/owner", "VIRTUAL_ENV": "/home/owner/gone", "CONDA_PREFIX": "/home/owner/cpu-torch/.venv"},
 "now": 1795165200, "user": 1000}
-- end --
$ gb10 env check --root $ROOT --markdown
