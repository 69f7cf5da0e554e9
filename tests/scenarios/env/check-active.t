# Without a folder the environment that is active is looked at, as for gb10 env train.
base audit-environments
-- .gb10/self.json --
{"environment": {"HOME": "/home/owner", "VIRTUAL_ENV": "/home/owner/gone", "CONDA_PREFIX": "/home/owner/cpu-torch/.venv"},
 "now": 1795165200, "user": 1000}
-- end --
$ gb10 env check --root $ROOT --markdown
**torch cannot use the GPU; in all 14 cannot**

/home/owner/cpu-torch/.venv (CONDA_PREFIX) on NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64; nothing was imported

| what | answer | why | seen | next |
|---|---|---|---|---|
| torch computes on the GPU | cannot | torch 2.9.0: is a build without CUDA | package[torch].verdict cpu-only (gb10 audit) | in the activated venv: `uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130` |
| FP8 products with one scale for each tensor | cannot | torch 2.9.0: is a build without CUDA | package[torch].verdict cpu-only (gb10 audit) | in the activated venv: `uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130` |
| FP8 products with a scale for each row | cannot | torch 2.9.0: is a build without CUDA | package[torch].verdict cpu-only (gb10 audit) | in the activated venv: `uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130` |
| MXFP8 products (blocks of 32) | cannot | torch 2.9.0: is a build without CUDA | package[torch].verdict cpu-only (gb10 audit) | in the activated venv: `uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130` |
| training in NVFP4 by TransformerEngine | cannot | transformer-engine is not in it | package[transformer-engine].verdict absent (gb10 audit) | gb10 compat transformer-engine says which one fits |
| 2:4 sparse products by cuSPARSELt | cannot | no cuSPARSELt is in it, nor on the system | check.cusparselt no libcusparseLt outside Python environments (names of files in the library directories) | in the activated venv: `uv pip install nvidia-cusparselt-cu13` |
| attention by torch itself (SDPA) | cannot | torch 2.9.0: is a build without CUDA | package[torch].verdict cpu-only (gb10 audit) | in the activated venv: `uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130` |
| attention by flash-attn | cannot | flash-attn is not in it, and need not be: SDPA does its work | package[flash-attn].verdict absent (gb10 audit) | in your script or its options: attn_implementation="sdpa" |
| fused attention of cuDNN for TransformerEngine | cannot | no cuDNN is in it, nor on the system | check.cudnn no libcudnn outside Python environments (names of files in the library directories) | torch for CUDA 13 brings its own |
| attention by SageAttention | cannot | sageattention is not in it | package[sageattention].verdict absent (gb10 audit) | gb10 compat sageattention says how it is built; SDPA does without |
| Triton compiles for the GPU | cannot | triton is not in it | package[triton].verdict absent (gb10 audit) | torch for CUDA brings the one that fits it |
| torch.compile | cannot | torch 2.9.0: is a build without CUDA | package[torch].verdict cpu-only (gb10 audit) | in the activated venv: `uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130` |
| NCCL between two machines | cannot | no NCCL is in it, nor on the system; one machine alone needs none | check.nccl no libnccl outside Python environments (names of files in the library directories) | torch for CUDA brings its own |
| GPUDirect Storage by cuFile | cannot | a GB10 has no GPUDirect Storage, by design; cuFile falls back to ordinary reads (documented) |  | nothing: ordinary reads, O_DIRECT for large files; gb10 bench storage shows what the disk gives |

- VIRTUAL_ENV is /home/owner/gone, which is no Python environment
- VIRTUAL_ENV is /home/owner/gone, but this is of /home/owner/cpu-torch/.venv (CONDA_PREFIX)
- /home/owner/cpu-torch/.venv has no bin/python: nothing of it can start
- whether it is fast, and what depends on a model, was not judged: gb10 bench
? 1
