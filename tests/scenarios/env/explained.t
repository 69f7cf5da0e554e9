# What was left alone, and why: of an old one, of one with a broken flash-attn, of versions that are not known.
$ gb10 env train --explain --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
train: 2 variables and 1 hook, 1 warning  (/home/owner/torch-2.9/.venv)
  set         TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
              torch.inductor-cache: torch 2.9.1+cu128 keeps what it compiled below /tmp, which a
              reboot empties; the same code is then compiled again
  set         TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
              triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not
              know sm_121a (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
  hook        sm-121-warning, when torch.cuda is imported
              torch.capability-warning: torch 2.9.1+cu128 warns of capability 12.1, for which its
              code for 12.0 is good; that one warning is left out
  beware      torch.built-for-cuda12: torch 2.9.1+cu128 in /home/owner/torch-2.9/.venv is for CUDA
              12.8, which does not know this GPU yet; in a venv or conda environment (else make one
              with uv venv): uv pip install --python /home/owner/torch-2.9/.venv --reinstall torch
              torchvision torchaudio --torch-backend=cu130
  on request  torch.inductor-big-gpu: torch 2.9.1+cu128 tries Triton's matrix kernels only from 68
              SMs on, a GB10 has 48; whether they are faster is disputed, so compare: gb10 run --try
              inductor-big-gpu
              torch.max-autotune-gemm: the search costs minutes at each new shape; on a GB10 it is
              reported as wasted, and below 68 SMs Triton's kernels are not among the candidates
              (torch.inductor-big-gpu)
              torch.tf32: matrices of float32 are multiplied with 10 bits of fraction, as
              set_float32_matmul_precision ("high") does; what is in BF16 already gains nothing
  not needed  jax.memory-as-needed: jaxlib is not installed
              liger.loss-outside-graph: liger-kernel is not installed
              transformer-engine.nvfp4-recipe, transformer-engine.nvfp4-switches: transformer-engine
              is not installed
              transformers.sdpa-for-broken-flash-attn, transformers.sdpa-for-flash-attn:
              transformers is not installed
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
              torch.arch-list-at-run-time: it is read when extensions are built: gb10 env build sets
              it
              torch.expandable-segments: on a GB10 it is reported both to prevent a freeze and to
              end in the driver's NV_ERR_NO_MEMORY; set it yourself to try
              torch.fp8-per-row: no setting helps: PyTorch has them for capability 12.x per tensor
              only, and MXFP8 in one layout from 2.14 on
$ gb10 env train --explain --root $ROOTS/launch-environments --env /home/owner/torch-2.12/.venv
train: 3 variables and 1 hook  (/home/owner/torch-2.12/.venv)
  set         TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
              torch.inductor-cache: torch 2.12.0+cu130 keeps what it compiled below /tmp, which a
              reboot empties; the same code is then compiled again
  set         NVTE_NVFP4_DISABLE_RHT=1
  set         NVTE_NVFP4_DISABLE_STOCHASTIC_ROUNDING=1
              transformer-engine.nvfp4-switches: Transformer Engine 2.18.0 stops in the Hadamard
              transform and returns zeros for stochastically rounded gradients on a GB10; only NVFP4
              recipes read the two
  hook        transformer-engine-recipe, when transformer_engine.common.recipe is imported
              transformer-engine.nvfp4-recipe: Transformer Engine 2.18.0 takes a recipe's own
              arguments before its variables; one that turns the failing steps on again is refused
              instead of training on zeros
  on request  torch.inductor-big-gpu: torch 2.12.0+cu130 tries Triton's matrix kernels only from 68
              SMs on, a GB10 has 48; whether they are faster is disputed, so compare: gb10 run --try
              inductor-big-gpu
              torch.max-autotune-gemm: the search costs minutes at each new shape; on a GB10 it is
              reported as wasted, and below 68 SMs Triton's kernels are not among the candidates
              (torch.inductor-big-gpu)
              torch.tf32: matrices of float32 are multiplied with 10 bits of fraction, as
              set_float32_matmul_precision ("high") does; what is in BF16 already gains nothing
  not needed  jax.memory-as-needed: jaxlib is not installed
              liger.loss-outside-graph: liger-kernel is not installed
              torch.capability-warning: torch 2.12.0+cu130 takes its code for 12.0 as good for 12.1
              and does not warn
              transformers.sdpa-for-broken-flash-attn, transformers.sdpa-for-flash-attn:
              transformers is not installed
              triton.ptxas-for-blackwell: Triton 3.7.1 brings ptxas 13.1.80 for this GPU and would
              ignore TRITON_PTXAS_PATH
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
              torch.arch-list-at-run-time: it is read when extensions are built: gb10 env build sets
              it
              torch.expandable-segments: on a GB10 it is reported both to prevent a freeze and to
              end in the driver's NV_ERR_NO_MEMORY; set it yourself to try
              torch.fp8-per-row: no setting helps: PyTorch has them for capability 12.x per tensor
              only, and MXFP8 in one layout from 2.14 on
$ gb10 env train --explain --root $ROOTS/launch-environments --env /home/owner/flash-attn-cuda12/.venv
train: 1 variable and 1 hook  (/home/owner/flash-attn-cuda12/.venv)
  set         TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
              torch.inductor-cache: torch 2.11.0+cu130 keeps what it compiled below /tmp, which a
              reboot empties; the same code is then compiled again
  hook        attention-default, when transformers.modeling_utils is imported
              transformers.sdpa-for-broken-flash-attn: flash_attn_2_cuda.so (flash-attn 2.7.4) needs
              libcudart.so.12, which is nowhere here: flash-attn cannot load, and sdpa is taken for
              flash_attention_2
  on request  torch.inductor-big-gpu: torch 2.11.0+cu130 tries Triton's matrix kernels only from 68
              SMs on, a GB10 has 48; whether they are faster is disputed, so compare: gb10 run --try
              inductor-big-gpu
              torch.max-autotune-gemm: the search costs minutes at each new shape; on a GB10 it is
              reported as wasted, and below 68 SMs Triton's kernels are not among the candidates
              (torch.inductor-big-gpu)
              torch.tf32: matrices of float32 are multiplied with 10 bits of fraction, as
              set_float32_matmul_precision ("high") does; what is in BF16 already gains nothing
  not needed  jax.memory-as-needed: jaxlib is not installed
              liger.loss-outside-graph: liger-kernel is not installed
              torch.capability-warning: torch 2.11.0+cu130 takes its code for 12.0 as good for 12.1
              and does not warn
              transformer-engine.nvfp4-recipe, transformer-engine.nvfp4-switches: transformer-engine
              is not installed
              transformers.sdpa-for-flash-attn: flash-attn 2.7.4 is installed
              triton.ptxas-for-blackwell: triton is not installed
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
              torch.arch-list-at-run-time: it is read when extensions are built: gb10 env build sets
              it
              torch.expandable-segments: on a GB10 it is reported both to prevent a freeze and to
              end in the driver's NV_ERR_NO_MEMORY; set it yourself to try
              torch.fp8-per-row: no setting helps: PyTorch has them for capability 12.x per tensor
              only, and MXFP8 in one layout from 2.14 on
$ gb10 env train --explain --root $ROOTS/launch-environments --env /home/owner/not-known/.venv
train: nothing to set  (/home/owner/not-known/.venv)
  not known   torch.capability-warning, torch.inductor-cache: torch:
              /home/owner/not-known/.venv/lib/python3.12/site-packages/torch.dist-info tells no
              version
              transformer-engine.nvfp4-recipe, transformer-engine.nvfp4-switches:
              transformer-engine:
              /home/owner/not-known/.venv/lib/python3.12/site-packages/transformer_engine.dist-info
              tells no version
              triton.ptxas-for-blackwell: triton is "main", which cannot be compared
  not needed  jax.memory-as-needed: jaxlib is not installed
              liger.loss-outside-graph: Liger 0.9.0 is not before 0.8.3, from which on the compiled
              loss is right (seen up to 0.8.5)
              transformers.sdpa-for-broken-flash-attn, transformers.sdpa-for-flash-attn:
              transformers is not installed
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
$ gb10 env train --explain --root $ROOTS/launch-environments --env /home/owner/newer/.venv
train: 1 variable  (/home/owner/newer/.venv)
  set         TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
              torch.inductor-cache: torch 2.16.0a0+git7 keeps what it compiled below /tmp, which a
              reboot empties; the same code is then compiled again
  not needed  jax.memory-as-needed: jaxlib is not installed
              liger.loss-outside-graph: liger-kernel is not installed
              torch.capability-warning: torch 2.16.0a0+git7 takes its code for 12.0 as good for 12.1
              and does not warn
              transformer-engine.nvfp4-recipe, transformer-engine.nvfp4-switches: transformer-engine
              is 3.0.0, not before 2.19
              transformers.sdpa-for-broken-flash-attn, transformers.sdpa-for-flash-attn:
              transformers is not installed
              triton.ptxas-for-blackwell: Triton 3.9.0 brings ptxas 13.3.33 for this GPU and would
              ignore TRITON_PTXAS_PATH
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
              torch.arch-list-at-run-time: it is read when extensions are built: gb10 env build sets
              it
              torch.expandable-segments: on a GB10 it is reported both to prevent a freeze and to
              end in the driver's NV_ERR_NO_MEMORY; set it yourself to try
              torch.fp8-per-row: no setting helps: PyTorch has them for capability 12.x per tensor
              only, and MXFP8 in one layout from 2.14 on
$ gb10 env train --explain --root $ROOTS/launch-environments --env /home/owner/dangling/.venv
train: 2 variables and 1 hook, 1 warning  (/home/owner/dangling/.venv)
  set         TORCHINDUCTOR_CACHE_DIR=/home/owner/.cache/torchinductor
              torch.inductor-cache: torch 2.9.1+cu130 keeps what it compiled below /tmp, which a
              reboot empties; the same code is then compiled again
  set         TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
              triton.ptxas-for-blackwell: Triton 3.5.0 brings only ptxas 12.8.93, which does not
              know sm_121a (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
  hook        sm-121-warning, when torch.cuda is imported
              torch.capability-warning: torch 2.9.1+cu130 warns of capability 12.1, for which its
              code for 12.0 is good; that one warning is left out
  beware      /home/owner/dangling/.venv/bin/python3 leads to /usr/bin/python3.11, which is not
              there: nothing of /home/owner/dangling/.venv can start; make the environment anew (uv
              venv --clear)
  on request  torch.inductor-big-gpu: torch 2.9.1+cu130 tries Triton's matrix kernels only from 68
              SMs on, a GB10 has 48; whether they are faster is disputed, so compare: gb10 run --try
              inductor-big-gpu
              torch.max-autotune-gemm: the search costs minutes at each new shape; on a GB10 it is
              reported as wasted, and below 68 SMs Triton's kernels are not among the candidates
              (torch.inductor-big-gpu)
              torch.tf32: matrices of float32 are multiplied with 10 bits of fraction, as
              set_float32_matmul_precision ("high") does; what is in BF16 already gains nothing
  not needed  jax.memory-as-needed: jaxlib is not installed
              liger.loss-outside-graph: liger-kernel is not installed
              transformer-engine.nvfp4-recipe, transformer-engine.nvfp4-switches: transformer-engine
              is not installed
              transformers.sdpa-for-broken-flash-attn, transformers.sdpa-for-flash-attn:
              transformers is not installed
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
              torch.arch-list-at-run-time: it is read when extensions are built: gb10 env build sets
              it
              torch.expandable-segments: on a GB10 it is reported both to prevent a freeze and to
              end in the driver's NV_ERR_NO_MEMORY; set it yourself to try
              torch.fp8-per-row: no setting helps: PyTorch has them for capability 12.x per tensor
              only, and MXFP8 in one layout from 2.14 on
