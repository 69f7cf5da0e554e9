# An environment that was named when the snapshot was taken is looked at again without naming it, and
# under a pseudonym where its path tells a name.
base healthy-founders-edition
-- srv/bobsmith/env/pyvenv.cfg --
home = /usr/bin
version = 3.12.3
-- end --
-- etc/passwd --
root:x:0:0:root:/root:/bin/bash
bobsmith:x:1001:1001:Bob Smith:/home/bobsmith:/bin/bash
-- end --
$ gb10 snapshot --root $ROOT --env /srv/bobsmith/env -o $WORK/a.tar.zst
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ gb10 inspect python --snapshot $WORK/a.tar.zst
…
  python[/srv/user-1/env].kind                         venv (/srv/user-1/env/pyvenv.cfg)
…
  python[/srv/user-1/env].python                       3.12.3 (/srv/user-1/env/pyvenv.cfg)
…
$ gb10 inspect python --root $ROOT --env /srv/bobsmith/env --markdown
…
| python[/srv/user-1/env].kind | venv | /srv/user-1/env/pyvenv.cfg |
…
