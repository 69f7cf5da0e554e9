# What is typed wrong, and what is no wheel.
env GB10_WHEELHOUSE=/gb10-no-such-house
$ gb10 wheelhouse
gb10: wheelhouse what?
hint: gb10 wheelhouse add, list, verify, seal, diff, prune, export, import, push, install
? 2
$ gb10 wheelhouse lst
gb10: wheelhouse has no "lst"
hint: did you mean list?
? 2
$ gb10 wheelhouse list
gb10: there is no wheelhouse at /gb10-no-such-house
hint: gb10 wheelhouse add FILE.whl makes one; --house DIR or GB10_WHEELHOUSE names it
? 2
$ gb10 wheelhouse verify
gb10: there is no wheelhouse at /gb10-no-such-house
hint: gb10 wheelhouse add FILE.whl makes one; --house DIR or GB10_WHEELHOUSE names it
? 2
$ gb10 wheelhouse add
gb10: add takes more words
hint: gb10 wheelhouse add FILE.whl… or FOLDER
? 2
$ gb10 wheelhouse list --yes
gb10: --yes does not go with list
hint: it goes with: prune
? 2
$ gb10 wheelhouse export
gb10: export takes more words
hint: gb10 wheelhouse export FILE.tar.zst
? 2
$ gb10 wheelhouse verify --expect 12
gb10: --expect takes a SHA-256 of 64 digits
hint: seal and verify print it
? 2
$ gb10 wheelhouse prune --keep 0
gb10: --keep takes a number of versions, 1 or more
? 2
$ gb10 wheelhouse import /etc/hostname
gb10: the archive is refused: Unrecognized archive format
hint: nothing was written; export it again where it came from
? 2
$ gb10 wheelhouse import - < /etc/hostname
gb10: the archive is refused: Unrecognized archive format
hint: nothing was written; export it again where it came from
? 2
$ gb10 wheelhouse push "a b"
gb10: "a b" is no name of a host
hint: as ssh takes it: spark-2, or user@spark-2
? 2
