# A profile is proved with a command behind two dashes; what cannot be is said before anything is set.
$ gb10 tune prove cool --
gb10: prove it with which command?
hint: gb10 tune prove cool -- COMMAND
? 2
$ gb10 tune prove kool -- true
gb10: no profile is called "kool"
hint: did you mean cool?
? 2
$ gb10 tune prove -- true
gb10: which profile?
hint: profiles: bench, cool, desktop, fabric, inference, observe
? 2
$ gb10 tune prove swappiness -- true
gb10: swappiness is a knob, no profile
hint: gb10 tune prove swappiness shows what can be shown of it
? 2
$ gb10 tune prove cool true
gb10: prove takes no more words
hint: gb10 tune prove PROFILE -- COMMAND
? 2
$ gb10 tune prove cool
gb10: no knob is called "cool"
hint: gb10 tune prove cool -- COMMAND measures a profile
? 2
$ gb10 tune prove cool --blocks 5 -- true
gb10: --blocks: "5" is no even number from 2 to 100
hint: so many runs a side, A B B A; fewer than 6 cannot tell
? 2
$ gb10 tune prove cool --blocks 0 -- true
gb10: --blocks: "0" is no even number from 2 to 100
hint: so many runs a side, A B B A; fewer than 6 cannot tell
? 2
$ gb10 tune prove cool --blocks many -- true
gb10: --blocks: "many" is no even number from 2 to 100
hint: so many runs a side, A B B A; fewer than 6 cannot tell
? 2
$ gb10 tune prove cool --score 'rate: (' -- true
gb10: --score: no pattern: missing ): rate: (
hint: --score 'tokens/s: ([0-9.]+)'
? 2
$ gb10 tune prove cool --score rate -- true
gb10: --score wants one group, which takes the number; it has 0
hint: --score 'tokens/s: ([0-9.]+)'
? 2
$ gb10 tune prove cool --work '([0-9])([0-9])' -- true
gb10: --work wants one group, which takes the number; it has 2
hint: --work 'tokens: ([0-9.]+)'
? 2
$ gb10 tune prove swappiness --blocks 6
gb10: --blocks is for a command behind --
hint: gb10 tune prove PROFILE -- COMMAND
? 2
$ gb10 tune plan cool -- true
gb10: plan runs no command
hint: gb10 tune prove PROFILE -- COMMAND does
? 2
$ gb10 tune prove cool --no-persist -- true
gb10: --no-persist does not go with prove
? 2
$ gb10 tune prove cool --markdown -- true
gb10: --markdown does not go with prove
? 2
$ gb10 tune prove cool --root $ROOTS/healthy-decode -- true
gb10: --root is for looking: status, plan, verify, prove and export
? 2
