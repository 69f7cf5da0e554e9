# What cannot be asked for.
native
$ gb10 bench quick --seconds 1
gb10: --seconds: "1" is no number from 4 to 86400
? 2
$ gb10 bench quick --size 5
gb10: --size does not go with quick
hint: see gb10 bench --help
? 2
$ gb10 bench quick here
gb10: quick takes no "here"
hint: see gb10 bench --help
? 2
$ gb10 bench quick --gpu x
gb10: no GPU is "x"
? 2
