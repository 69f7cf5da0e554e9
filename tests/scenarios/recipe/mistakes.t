# What makes no sense is said before anything is done.
$ gb10 recipe
gb10: recipe what?
hint: gb10 recipe list, show, plan, build
? 2
$ gb10 recipe lst
gb10: recipe has no "lst"
hint: did you mean list?
? 2
$ gb10 recipe show
gb10: show which recipe?
hint: flash-attention, llama-cpp, llvm, nccl, onnx, sageattention, torch, torchaudio, torchvision, triton, vllm
? 2
$ gb10 recipe show troch
gb10: no recipe is called "troch"
hint: did you mean torch?
? 2
$ gb10 recipe plan torch vllm
gb10: plan takes one recipe
? 2
$ gb10 recipe list --resume
gb10: --resume does not go with list
? 2
$ gb10 recipe build torch --dry-run --json
gb10: --dry-run prints a script and nothing else
? 2
$ gb10 recipe build torch --root $ROOT
gb10: --root is for looking: plan, and build --dry-run
? 2
# A recipe of one's own whose steps wait for each other.
-- data/recipes/round.toml --
name  = "round"
title = "a cycle"
why   = "a test"
[[source]]
name = "round"
git  = "https://example.invalid/round"
tag  = "v1"
[[step]]
name    = "one"
run     = [ [ "true" ] ]
inputs  = [ "made/two" ]
outputs = [ "made/one" ]
[[step]]
name    = "two"
run     = [ [ "true" ] ]
inputs  = [ "made/one" ]
outputs = [ "made/two" ]
[result]
files = "made/one"
-- end --
$ gb10 recipe list --data $ROOT/data
gb10: $ROOT/data/recipes/round.toml:1: steps wait for each other: one, two
? 2
# An input that nothing makes.
-- data/recipes/round.toml --
name  = "round"
title = "an input of nobody"
why   = "a test"
[[source]]
name = "round"
git  = "https://example.invalid/round"
tag  = "v1"
[[step]]
name    = "one"
run     = [ [ "true" ] ]
inputs  = [ "made/none" ]
outputs = [ "made/one" ]
[result]
files = "made/one"
-- end --
$ gb10 recipe plan round --data $ROOT/data
gb10: $ROOT/data/recipes/round.toml:8: no source and no step makes its input "made/none"
? 2
# An address that nobody vouches for.
-- data/recipes/round.toml --
name  = "round"
title = "no TLS"
why   = "a test"
[[source]]
name = "round"
git  = "http://example.invalid/round"
tag  = "v1"
[[step]]
name    = "one"
run     = [ [ "true" ] ]
outputs = [ "made/one" ]
[result]
files = "made/one"
-- end --
$ gb10 recipe plan round --data $ROOT/data
gb10: $ROOT/data/recipes/round.toml:4: git wants a https address or a folder of this machine
? 2
