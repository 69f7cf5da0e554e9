# What the owner has set stays, what does harm is named with what to do, and what is mixed is said.
base launch-environments
-- .gb10/self.json --
{"environment": {"HOME": "/home/owner", "PATH": "/usr/bin:/bin", "VIRTUAL_ENV": "/home/owner/torch-2.9/.venv",
 "CONDA_PREFIX": "/home/owner/empty/.venv", "PYTHONHOME": "/usr", "PYTHONPATH": "/home/owner/liger/.venv/lib/python3.12/site-packages",
 "TORCHINDUCTOR_CACHE_DIR": "/mine", "CUDA_CACHE_DISABLE": "1", "PYTORCH_NO_CUDA_MEMORY_CACHING": "1",
 "TORCHDYNAMO_DISABLE": "1", "CUBLAS_WORKSPACE_CONFIG": ":0:0", "CUDA_MODULE_LOADING": "EAGER",
 "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True", "LD_LIBRARY_PATH": "/usr/local/cuda-12.8/lib64"},
 "now": 1795165200, "user": 1000}
-- end --
$ gb10 env train --explain --root $ROOT
train: 2 hooks, 10 warnings  (/home/owner/torch-2.9/.venv)
  hook        liger-outside-graph, when liger_kernel.transformers is imported
              liger.loss-outside-graph: Liger 0.8.2 gives another loss when compiled and a target is
              ignored (21.40 became 61.73, reported); outside of the graph it is the uncompiled one
  hook        attention-default, when transformers.modeling_utils is imported
              transformers.sdpa-for-flash-attn: Transformers 5.1.0 without flash-attn stops at
              flash_attention_2, or fetches a kernel from the Hub; sdpa is taken for it
  beware      CONDA_PREFIX is /home/owner/empty/.venv, but this is of /home/owner/torch-2.9/.venv
              (VIRTUAL_ENV)
  beware      PYTHONHOME is /usr: Python takes its library from there, whatever the environment;
              unset PYTHONHOME
  beware      PYTHONPATH holds packages that come before those of /home/owner/torch-2.9/.venv:
              /home/owner/liger/.venv/lib/python3.12/site-packages
  beware      torch.expandable-segments-set: expandable_segments:True is reported to end in the
              driver's NV_ERR_NO_MEMORY on a GB10; where it does: unset PYTORCH_CUDA_ALLOC_CONF
              PYTORCH_ALLOC_CONF
  beware      env.library-path-cuda12: LD_LIBRARY_PATH is /usr/local/cuda-12.8/lib64: programs find
              CUDA 12 or older first; unset LD_LIBRARY_PATH
  beware      env.cuda-cache-off: CUDA_CACHE_DISABLE is 1: code that the driver compiles at start is
              compiled again at every start; unset CUDA_CACHE_DISABLE
  beware      env.no-caching-allocator: PYTORCH_NO_CUDA_MEMORY_CACHING is set (any value counts, 0
              too): PyTorch allocates and frees GPU memory for each tensor; unset
              PYTORCH_NO_CUDA_MEMORY_CACHING
  beware      env.cublas-no-workspace: CUBLAS_WORKSPACE_CONFIG is :0:0: matrix products get no
              workspace; unset CUBLAS_WORKSPACE_CONFIG
  beware      env.dynamo-off: TORCHDYNAMO_DISABLE is 1: torch.compile does nothing; unset
              TORCHDYNAMO_DISABLE
  beware      env.eager-module-loading: CUDA_MODULE_LOADING is EAGER: programs load all GPU code
              when they start, needed or not; unset CUDA_MODULE_LOADING
  yours       torch.inductor-cache: you set TORCHINDUCTOR_CACHE_DIR=/mine
  on request  torch.capture-scalar-outputs: it keeps Liger 0.8.2's .item() inside of the graph,
              where its fused loss goes wrong below 0.8.3; liger.loss-outside-graph is the safe way
              torch.inductor-big-gpu: torch 2.11.0+cu130 tries Triton's matrix kernels only from 68
              SMs on, a GB10 has 48; whether they are faster is disputed, so compare: gb10 run --try
              inductor-big-gpu
              torch.max-autotune-gemm: the search costs minutes at each new shape; on a GB10 it is
              reported as wasted, and below 68 SMs Triton's kernels are not among the candidates
              (torch.inductor-big-gpu)
              torch.tf32: matrices of float32 are multiplied with 10 bits of fraction, as
              set_float32_matmul_precision ("high") does; what is in BF16 already gains nothing
  not needed  jax.memory-as-needed: jaxlib is not installed
              torch.capability-warning: torch 2.11.0+cu130 takes its code for 12.0 as good for 12.1
              and does not warn
              transformer-engine.nvfp4-recipe, transformer-engine.nvfp4-switches: transformer-engine
              is not installed
              transformers.sdpa-for-broken-flash-attn: flash-attn is not installed
              triton.ptxas-for-blackwell: Triton 3.6.0 brings ptxas 12.9.86 for this GPU and would
              ignore TRITON_PTXAS_PATH
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
              torch.arch-list-at-run-time: it is read when extensions are built: gb10 env build sets
              it
              torch.expandable-segments: on a GB10 it is reported both to prevent a freeze and to
              end in the driver's NV_ERR_NO_MEMORY; set it yourself to try
              torch.fp8-per-row: no setting helps: PyTorch has them for capability 12.x per tensor
              only, and MXFP8 in one layout from 2.14 on
-- .gb10/self.json --
{"environment": {"HOME": "/home/owner", "PATH": "/usr/bin:/bin", "VIRTUAL_ENV": "/home/owner/gone",
 "TRITON_PTXAS_PATH": "/usr/local/cuda/bin/ptxas"}, "now": 1795165200, "user": 1000}
-- end --
$ gb10 env train --root $ROOT
\# gb10 env train, for /usr
\# nothing to set; gb10 env train --explain says why
\# 2 warnings: gb10 env train --explain
$ gb10 env train --explain --root $ROOT --env /home/owner/torch-2.12/.venv
train: 3 variables and 1 hook, 1 warning  (/home/owner/torch-2.12/.venv)
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
  beware      triton.ptxas-path-ignored: Triton 3.7.1 uses its own ptxas 13.1.80 for this GPU and
              ignores TRITON_PTXAS_PATH (/usr/local/cuda/bin/ptxas); unset TRITON_PTXAS_PATH, or for
              another one export TRITON_PTXAS_BLACKWELL_PATH
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
