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
-- .gb10/self.json --
{"environment": {"HOME": "/home/owner", "PATH": "/usr/bin:/bin", "VIRTUAL_ENV": "/home/owner/gone",
 "TRITON_PTXAS_PATH": "/usr/local/cuda/bin/ptxas"}, "now": 1795165200, "user": 1000}
-- end --
$ gb10 env train --root $ROOT
$ gb10 env train --explain --root $ROOT --env /home/owner/torch-2.12/.venv
