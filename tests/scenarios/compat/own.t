# A row of the owner's: one that is stale, and one that replaces a row of ours.
-- mine/compat/engine.toml --
name     = "engine"
title    = "ours, since the spring"
kind     = "tool"
status   = "works-with"
why      = "It wants a switch."
remedy   = [ "ask the administrator", { when = "else", run = "engine --switch" } ]
expires  = "2026-01"
[[evidence]]
source   = "this site"
date     = "2025-09"
kind     = "reported"
says     = "It runs here."
-- end --
-- mine/compat/vllm.toml --
name     = "vllm"
title    = "the one of this site"
kind     = "library"
packages = [ "vllm" ]
status   = "works"
versions = "==0.30.0"
why      = "The build of this site."
expires  = "9999-12"
[[evidence]]
source   = "this site"
date     = "2026-10"
kind     = "reported"
says     = "It serves every day."
[check]
for_each = "python"
given    = [ { fact = "python[*].vllm", known = true } ]
wants    = [ { fact = "python[*].vllm", eq = "0.30.0" } ]
-- end --
$ gb10 compat engine --data $ROOT/mine
engine: works-with, when its condition is met
  works-with   any: It wants a switch.
  do           ask the administrator
               else:
                 engine --switch
  reported     2025-09: It runs here. (this site)
  holds        until 2026-01: stale, look for newer sources
  in force     $ROOT/mine/compat/engine.toml
$ gb10 compat vllm==0.27.1 --data $ROOT/mine
vllm 0.27.1: unknown, no source says
  works        ==0.30.0: The build of this site.
  packages     vllm
  reported     2026-10: It serves every day. (this site)
  holds        until 9999-12
  in force     $ROOT/mine/compat/vllm.toml
? 1
$ gb10 compat engine --data $ROOT/mine --markdown
| name | on a GB10 | what to do | evidence | holds until |
|---|---|---|---|---|
| `engine` | **works-with** any: It wants a switch. | ask the administrator; else: `engine --switch` | 2025-09 reported: It runs here. (this site) | 2026-01 **stale** |

1 row: 1 works-with.

- **works**: as it comes
- **works-with**: when its condition is met
- **jit**: after its code was compiled at the first start
- **cpu-only**: what is published for this CPU has no code for a GPU
- **needs-build**: only when built from source
- **broken**: it is there for this CPU, and it fails
- **no-build**: nothing is published for this CPU, or nothing of it is made for this GPU
- **unknown**: no source says
$ gb10 show engine --data $ROOT/mine --json
{
  "name": "engine",
  "title": "ours, since the spring",
  "kind": "tool",
  "packages": [],
  "status": "works-with",
  "versions": "",
  "why": "It wants a switch.",
  "ranges": [],
  "depends": [],
  "remedy": [
    {
      "note": "ask the administrator"
    },
    {
      "when": "else",
      "run": "engine --switch"
    }
  ],
  "not_remedy": [],
  "evidence": [
    {
      "source": "this site",
      "date": "2025-09",
      "kind": "reported",
      "says": "It runs here."
    }
  ],
  "expires": "2026-01",
  "origin": "$ROOT/mine/compat/engine.toml",
  "stale": true
}
base cuda12-wheel
-- mine/compat/vllm.toml --
name     = "vllm"
title    = "the one of this site"
kind     = "library"
packages = [ "vllm" ]
status   = "works"
versions = "==0.30.0"
why      = "The build of this site."
expires  = "9999-12"
[[evidence]]
source   = "this site"
date     = "2026-10"
kind     = "reported"
says     = "It serves every day."
[check]
for_each = "python"
given    = [ { fact = "python[*].vllm", known = true } ]
wants    = [ { fact = "python[*].vllm", eq = "0.30.0" } ]
-- end --
$ gb10 compat check --root $ROOT --data $ROOT/mine
nothing known to fail here; 1 disagree, 5 agree, 0 not known
  the tree at $ROOT

~ vllm [/home/owner/vllm/.venv]
    disagrees
    seen  python[/home/owner/vllm/.venv].vllm 0.12.0
          (/home/owner/vllm/.venv/lib/python3.12/site-packages/vllm-0.12.0.dist-info)
    do    gb10 compat vllm

= container-toolkit  docker.running yes (docker info); docker.nvidia_runtime yes (docker info)
= cuda-toolkit       cuda.toolkits 1 (/usr/local); cuda.default 13.0.3
                     (/usr/local/cuda-13.0/version.json)
= driver             gpu.driver 580.105.08 (NVML); gpu.module_flavour open
                     (/proc/driver/nvidia/version)
= kernel             memory.cma_free 105 MiB (/proc/meminfo); memory.cma_total 128 MiB
                     (/proc/meminfo); os.kernel 6.14.0-1015-nvidia (/proc/sys/kernel/osrelease)
= pytorch            python[/home/owner/vllm/.venv].torch 2.9.0+cu130
                     (/home/owner/vllm/.venv/lib/python3.12/site-packages/torch-2.9.0+cu130.dist-info);
                     python[/home/owner/vllm/.venv].torch_cuda 13.0
                     (/home/owner/vllm/.venv/lib/python3.12/site-packages/torch/version.py)

installed, and what the matrix knows of these versions
  unknown     vllm 0.12.0        /home/owner/vllm/.venv
  works-with  torch 2.9.0+cu130  /home/owner/vllm/.venv
  works-with  triton 3.5.0       /home/owner/vllm/.venv

  not here               accelerate, arm64-images, bitsandbytes, cupy, cutlass-dsl, flash-attn,
                         flashinfer-cubin, k8s-device-plugin, lmsysorg-sglang, ngc-pytorch,
                         ngc-vllm, ollama, onnxruntime-gpu, sgl-kernel, tilert, torchcodec,
                         torchvision, triton, unsloth-image
  cannot be tested here  comfyui, ctranslate2, cudnn, dcgm, decord, deep-gemm, deepspeed, exllamav3,
                         fairseq2, flash-attn-3-4, flashinfer, gpudirect, isaac-sim, jax, k2,
                         liger-kernel, llama-cpp, llama-cpp-python, lm-studio, lmcache, lmdeploy,
                         nanochat, nccl, nemo, ngc-sglang, ngc-tensorrt-llm, nim, numba-cuda, nvml,
                         onnxruntime, open-instruct, paddlepaddle, peft, pennylane, rapids, ray,
                         rembg, sageattention, sglang, slime, sm-120-code, tensorflow, tensorrt,
                         tensorrt-llm, torchao, torchaudio, transformer-engine, transformers, trl,
                         unsloth, whisper-cpp, xformers
