# The plan as programs read it.
$ gb10 env train --json --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
{
  "schema": 1,
  "profile": "train",
  "environment": "/home/owner/torch-2.9/.venv",
  "variables": [
    {
      "name": "TORCHINDUCTOR_CACHE_DIR",
      "value": "/home/owner/.cache/torchinductor",
      "fix": "torch.inductor-cache",
      "reason": "torch 2.9.1+cu128 keeps what it compiled below /tmp, which a reboot empties; the same code is then compiled again",
      "may_change_results": false
    },
    {
      "name": "TRITON_PTXAS_PATH",
      "value": "/usr/local/cuda/bin/ptxas",
      "fix": "triton.ptxas-for-blackwell",
      "reason": "Triton 3.5.1 brings only ptxas 12.8.93, which does not know sm_121a (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88",
      "may_change_results": false
    }
  ],
  "hooks": [
    {
      "name": "sm-121-warning",
      "module": "torch.cuda",
      "fix": "torch.capability-warning",
      "reason": "torch 2.9.1+cu128 warns of capability 12.1, for which its code for 12.0 is good; that one warning is left out",
      "may_change_results": false,
      "settings": {}
    }
  ],
  "left": [
    {
      "fix": "cuda.library-path",
      "why": "refused",
      "reason": "PyTorch's wheels find their own CUDA libraries; a path for all makes other programs load the wrong ones"
    },
    {
      "fix": "jax.memory-as-needed",
      "why": "not-needed",
      "reason": "jaxlib is not installed"
    },
    {
      "fix": "liger.loss-outside-graph",
      "why": "not-needed",
      "reason": "liger-kernel is not installed"
    },
    {
      "fix": "torch.arch-list-at-run-time",
      "why": "refused",
      "reason": "it is read when extensions are built: gb10 env build sets it"
    },
    {
      "fix": "torch.expandable-segments",
      "why": "refused",
      "reason": "on a GB10 it is reported both to prevent a freeze and to end in the driver's NV_ERR_NO_MEMORY; set it yourself to try"
    },
    {
      "fix": "torch.fp8-per-row",
      "why": "refused",
      "reason": "no setting helps: PyTorch has them for capability 12.x per tensor only, and MXFP8 in one layout from 2.14 on"
    },
    {
      "fix": "torch.inductor-big-gpu",
      "why": "on-request",
      "reason": "torch 2.9.1+cu128 tries Triton's matrix kernels only from 68 SMs on, a GB10 has 48; whether they are faster is disputed, so compare: gb10 run --try inductor-big-gpu"
    },
    {
      "fix": "torch.max-autotune-gemm",
      "why": "on-request",
      "reason": "the search costs minutes at each new shape; on a GB10 it is reported as wasted, and below 68 SMs Triton's kernels are not among the candidates (torch.inductor-big-gpu)"
    },
    {
      "fix": "torch.tf32",
      "why": "on-request",
      "reason": "matrices of float32 are multiplied with 10 bits of fraction, as set_float32_matmul_precision (\"high\") does; what is in BF16 already gains nothing"
    },
    {
      "fix": "transformer-engine.nvfp4-recipe",
      "why": "not-needed",
      "reason": "transformer-engine is not installed"
    },
    {
      "fix": "transformer-engine.nvfp4-switches",
      "why": "not-needed",
      "reason": "transformer-engine is not installed"
    },
    {
      "fix": "transformers.sdpa-for-broken-flash-attn",
      "why": "not-needed",
      "reason": "transformers is not installed"
    },
    {
      "fix": "transformers.sdpa-for-flash-attn",
      "why": "not-needed",
      "reason": "transformers is not installed"
    }
  ],
  "warnings": [
    "torch.built-for-cuda12: torch 2.9.1+cu128 in /home/owner/torch-2.9/.venv is for CUDA 12.8, which does not know this GPU yet; in a venv or conda environment (else make one with uv venv): uv pip install --python /home/owner/torch-2.9/.venv --reinstall torch torchvision torchaudio --torch-backend=cu130"
  ]
}
$ gb10 env train --markdown --root $ROOTS/launch-environments --env /home/owner/flash-attn-cuda12/.venv
**train: 1 variable and 1 hook  (/home/owner/flash-attn-cuda12/.venv)**

- set: TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
  - torch.inductor-cache: torch 2.11.0+cu130 keeps what it compiled below /tmp, which a reboot empties; the same code is then compiled again
- hook: attention-default, when transformers.modeling_utils is imported
  - transformers.sdpa-for-broken-flash-attn: flash_attn_2_cuda.so (flash-attn 2.7.4) needs libcudart.so.12, which is nowhere here: flash-attn cannot load, and sdpa is taken for flash_attention_2
- on request: torch.inductor-big-gpu: torch 2.11.0+cu130 tries Triton's matrix kernels only from 68 SMs on, a GB10 has 48; whether they are faster is disputed, so compare: gb10 run --try inductor-big-gpu
- on request: torch.max-autotune-gemm: the search costs minutes at each new shape; on a GB10 it is reported as wasted, and below 68 SMs Triton's kernels are not among the candidates (torch.inductor-big-gpu)
- on request: torch.tf32: matrices of float32 are multiplied with 10 bits of fraction, as set_float32_matmul_precision ("high") does; what is in BF16 already gains nothing
- not needed: jax.memory-as-needed: jaxlib is not installed
- not needed: liger.loss-outside-graph: liger-kernel is not installed
- not needed: torch.capability-warning: torch 2.11.0+cu130 takes its code for 12.0 as good for 12.1 and does not warn
- not needed: transformer-engine.nvfp4-recipe, transformer-engine.nvfp4-switches: transformer-engine is not installed
- not needed: transformers.sdpa-for-flash-attn: flash-attn 2.7.4 is installed
- not needed: triton.ptxas-for-blackwell: triton is not installed
- never: cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all makes other programs load the wrong ones
- never: torch.arch-list-at-run-time: it is read when extensions are built: gb10 env build sets it
- never: torch.expandable-segments: on a GB10 it is reported both to prevent a freeze and to end in the driver's NV_ERR_NO_MEMORY; set it yourself to try
- never: torch.fp8-per-row: no setting helps: PyTorch has them for capability 12.x per tensor only, and MXFP8 in one layout from 2.14 on
