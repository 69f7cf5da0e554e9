# A row of the owner's counts for lists too, whatever the list is called.
-- deps.txt --
sometool==1.0
-- end --
-- mine/compat/sometool.toml --
name     = "sometool"
title    = "the one of this site"
kind     = "library"
packages = [ "sometool" ]
status   = "broken"
why      = "It fails at the first start."
expires  = "9999-12"
[[evidence]]
source   = "this site"
date     = "2026-10"
kind     = "reported"
says     = "It fails."
-- end --
$ gb10 audit $ROOT/deps.txt --data $ROOT/mine
1 line breaks      deps.txt, for a GB10 (aarch64, CUDA 13), Python 3.12

! line 1        breaks              sometool==1.0                                           sometool
    why     It fails at the first start.
    write   sometool==1.0; platform_machine != 'aarch64'
? 1
$ gb10 audit $ROOT/deps.txt
nothing is known against 1 line      deps.txt, for a GB10 (aarch64, CUDA 13), Python 3.12

  1 not known to the matrix      gb10 audit $ROOT/deps.txt --all
