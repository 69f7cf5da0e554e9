# A journal that is damaged stops everything; a knob of one's own is read like ours.
base healthy-decode
-- var/lib/gb10-tune/run-0001.json --
{"schema": 1}
-- end --
$ gb10 tune status --root $ROOT
gb10: the journal /var/lib/gb10-tune/run-0001.json is damaged: it has no sum
hint: nothing is changed before that is mended: look at it, then move it away
? 7
