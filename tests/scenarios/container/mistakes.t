# What cannot stand in a compose file is refused in two lines.
$ gb10 container
gb10: container what?
hint: gb10 container compose, check, audit
? 2
$ gb10 container compse
gb10: container has no "compse"
hint: did you mean gb10 container compose?
? 2
$ gb10 container compose
gb10: compose wants the name of a template
hint: gb10 container compose jupyter, llama-cpp, ollama, pytorch, sglang, tensorrt-llm, triton-server, vllm
? 2
$ gb10 container compose vlm
gb10: no template is called vlm
hint: did you mean gb10 container compose vllm?
? 2
$ gb10 container compose llama-cpp --root $ROOTS/healthy-founders-edition
gb10: no image of llama-cpp is known to work on a GB10
hint: --image NAME:TAG with one of your own
? 2
$ gb10 container compose triton-server --root $ROOTS/healthy-founders-edition
gb10: no image of triton-server is known to work on a GB10
hint: --image nvcr.io/nvidia/tritonserver:TAG
? 2
$ gb10 container compose vllm --name "a: b" --root $ROOTS/healthy-founders-edition
gb10: the name a: b holds other characters than a to z, 0 to 9, - and _
hint: --name with small letters, digits, - and _
? 2
$ gb10 container compose vllm --listen everywhere --root $ROOTS/healthy-founders-edition
gb10: everywhere is no IP address
hint: --listen 127.0.0.1 for this machine alone, --listen 0.0.0.0 for every network
? 2
$ gb10 container compose ollama --model x --root $ROOTS/healthy-founders-edition
gb10: ollama has no place for --model
hint: gb10 container compose ollama without it
? 2
$ gb10 container check --image x
gb10: --image does not go with check
hint: gb10 container --help
? 2
$ gb10 container audit
gb10: audit wants one image
hint: docker save IMAGE -o image.tar, then gb10 container audit image.tar
? 2
$ gb10 container audit /etc/passwd --target gb10
gb10: /etc/passwd is no image
hint: docker save IMAGE -o image.tar makes one; gb10 audit takes everything else
? 2
# A template of one's own with a mistake: file and line.
-- data/containers/own.toml --
name = "own"
title = "own"
why = "w"
ipc_why = "i"
shm_size = "1gb"
image = "own"
tag = "1"
-- end --
$ gb10 container compose own --data $ROOT/data --root $ROOTS/healthy-founders-edition
gb10: $ROOT/data/containers/own.toml:1: a tag wants [[evidence]] that somebody used it on such a machine
? 2
