# Files that are no snapshot, or not a whole one.
-- note.txt --
not a snapshot
-- end --
$ gb10 snapshot --root $ROOTS/stuck-clock -o $WORK/a.tar.zst
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ python3 -c "import sys; data=open(sys.argv[1],'rb').read(); open(sys.argv[2],'wb').write(data[:len(data)//2])" $WORK/a.tar.zst $WORK/half.tar.zst
$ gb10 doctor --snapshot $WORK/half.tar.zst
gb10: $WORK/half.tar.zst: the archive is refused: Truncated zstd input
hint: gb10 snapshot -o FILE writes one on the machine in question
? 2
$ gb10 doctor --snapshot $ROOT/note.txt
gb10: $ROOT/note.txt: the archive is refused: Unrecognized archive format
hint: gb10 snapshot -o FILE writes one on the machine in question
? 2
$ gb10 inspect cpu --snapshot $WORK/nowhere.tar.zst
gb10: cannot read $WORK/nowhere.tar.zst: no such file or directory
hint: gb10 snapshot -o FILE writes one on the machine in question
? 2
