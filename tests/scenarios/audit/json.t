# The model as JSON: name, verdict and causes of each item.
$ gb10 audit /home/owner/cuda12/.venv --root $ROOTS/audit-environments --json
{
  "subject": "/home/owner/cuda12/.venv",
  "target": "NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64",
  "items": [
    {
      "name": "vllm",
      "version": "0.12.0",
      "path": "/home/owner/cuda12/.venv/lib/python3.12/site-packages/vllm-0.12.0.dist-info",
      "verdict": "cannot-load",
      "note": "has code for sm_120",
      "causes": [
        {
          "kind": "cuda-major",
          "what": "wants libcudart.so.12; torch here is built for CUDA 13",
          "file": "vllm/_C.abi3.so"
        }
      ],
      "remedy": [
        {
          "when": "in a venv or conda environment (else make one with uv venv)",
          "run": "uv pip install 'vllm>=0.27.1' --torch-backend=cu130",
          "note": "then run gb10 doctor: flashinfer-cubin and flashinfer-jit-cache may no longer fit"
        },
        {
          "note": "vllm serve with --gpu-memory-utilization 0.80 to 0.85"
        }
      ],
      "compat": "vllm",
      "libraries": 1,
      "modules": 1,
      "modules_without_code": 0
    },
    {
      "name": "nvidia-cublas",
      "version": "13.1.0.3",
      "path": "/home/owner/cuda12/.venv/lib/python3.12/site-packages/nvidia_cublas-13.1.0.3.dist-info",
      "verdict": "runs",
      "note": "sm_120f code, valid on 12.1; 1 module for other GPUs",
      "causes": [],
      "libraries": 2,
      "modules": 2,
      "modules_without_code": 0
    },
    {
      "name": "torch",
      "version": "2.9.0+cu130",
      "path": "/home/owner/cuda12/.venv/lib/python3.12/site-packages/torch-2.9.0+cu130.dist-info",
      "verdict": "runs",
      "note": "sm_120 code, valid on 12.1",
      "causes": [],
      "libraries": 1,
      "modules": 1,
      "modules_without_code": 0
    },
    {
      "name": "nvidia-cuda-runtime",
      "version": "13.0.96",
      "path": "/home/owner/cuda12/.venv/lib/python3.12/site-packages/nvidia_cuda_runtime-13.0.96.dist-info",
      "verdict": "no-gpu-code",
      "causes": [],
      "libraries": 1
    },
    {
      "name": "nvidia-cuda-runtime-cu12",
      "version": "12.8.90",
      "path": "/home/owner/cuda12/.venv/lib/python3.12/site-packages/nvidia_cuda_runtime_cu12-12.8.90.dist-info",
      "verdict": "no-gpu-code",
      "causes": [],
      "libraries": 1
    }
  ],
  "dangers": [
    {
      "kind": "two-cuda-majors",
      "what": "two generations of CUDA in one environment: CUDA 12 (nvidia-cuda-runtime-cu12 12.8.90), CUDA 13 (nvidia-cublas 13.1.0.3)",
      "file": "/home/owner/cuda12/.venv/lib/python3.12/site-packages/nvidia/cuda_runtime/lib/libcudart.so.12"
    }
  ],
  "unread": [],
  "notes": [],
  "not_known": [],
  "libraries": 6
}
? 1
$ gb10 audit /home/owner/broken/cut.fatbin --root $ROOTS/audit-environments --json
{
  "subject": "/home/owner/broken/cut.fatbin",
  "target": "NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64",
  "items": [
    {
      "name": "/home/owner/broken/cut.fatbin",
      "path": "/home/owner/broken/cut.fatbin",
      "verdict": "cannot-load",
      "causes": [
        {
          "kind": "malformed",
          "what": "container larger than what holds it"
        }
      ],
      "libraries": 1
    }
  ],
  "dangers": [],
  "unread": [],
  "notes": [],
  "not_known": [],
  "libraries": 1
}
? 1
