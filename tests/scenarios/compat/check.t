# What a machine says to the rows that it can test.
$ gb10 compat check --root $ROOTS/cuda12-wheel
1 thing will not work here; 1 disagree, 5 agree, 0 not known
  the tree at $ROOTS/cuda12-wheel

! vllm [/home/owner/vllm/.venv]
    disagrees: this vLLM wants libraries of CUDA 12 that are not here
    seen  python[/home/owner/vllm/.venv].vllm 0.12.0
          (/home/owner/vllm/.venv/lib/python3.12/site-packages/vllm-0.12.0.dist-info)
          python[/home/owner/vllm/.venv].cuda12_libraries vllm/_C.abi3.so (vllm 0.12.0) needs
          libcudart.so.12 (ELF headers of the packages' libraries)
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
  broken      vllm 0.12.0        /home/owner/vllm/.venv
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
? 1
$ gb10 compat check --root $ROOTS/kernel-7.0.0-1019
1 thing will not work here; 1 disagree, 5 agree, 0 not known
  the tree at $ROOTS/kernel-7.0.0-1019

! kernel
    disagrees: this kernel keeps memory back where pinned buffers cannot go, or is the one with
    silent crashes
    seen  memory.cma_free 216 MiB (/proc/meminfo)
          memory.cma_total 0 B (/proc/meminfo)
          os.kernel 7.0.0-1019-nvidia (/proc/sys/kernel/osrelease)
    do    gb10 compat kernel

= container-toolkit  docker.running yes (docker info); docker.nvidia_runtime yes (docker info)
= cuda-toolkit       cuda.toolkits 1 (/usr/local); cuda.default 13.0.3
                     (/usr/local/cuda-13.0/version.json)
= driver             gpu.driver 580.178.04 (NVML); gpu.module_flavour open
                     (/proc/driver/nvidia/version)
= pytorch            python[/home/owner/v/.venv].torch 2.11.0+cu130
                     (/home/owner/v/.venv/lib/python3.12/site-packages/torch-2.11.0+cu130.dist-info);
                     python[/home/owner/v/.venv].torch_cuda 13.0
                     (/home/owner/v/.venv/lib/python3.12/site-packages/torch/version.py)
= triton             python[/home/owner/v/.venv].triton 3.6.0
                     (/home/owner/v/.venv/lib/python3.12/site-packages/triton-3.6.0.dist-info)

installed, and what the matrix knows of these versions
  works  torch 2.11.0+cu130  /home/owner/v/.venv
  works  triton 3.6.0        /home/owner/v/.venv

  not here               accelerate, arm64-images, bitsandbytes, cupy, cutlass-dsl, flash-attn,
                         flashinfer-cubin, k8s-device-plugin, lmsysorg-sglang, ngc-pytorch,
                         ngc-vllm, ollama, onnxruntime-gpu, sgl-kernel, tilert, torchcodec,
                         torchvision, unsloth-image, vllm
  cannot be tested here  comfyui, ctranslate2, cudnn, dcgm, decord, deep-gemm, deepspeed, exllamav3,
                         fairseq2, flash-attn-3-4, flashinfer, gpudirect, isaac-sim, jax, k2,
                         liger-kernel, llama-cpp, llama-cpp-python, lm-studio, lmcache, lmdeploy,
                         nanochat, nccl, nemo, ngc-sglang, ngc-tensorrt-llm, nim, numba-cuda, nvml,
                         onnxruntime, open-instruct, paddlepaddle, peft, pennylane, rapids, ray,
                         rembg, sageattention, sglang, slime, sm-120-code, tensorflow, tensorrt,
                         tensorrt-llm, torchao, torchaudio, transformer-engine, transformers, trl,
                         unsloth, whisper-cpp, xformers
? 1
$ gb10 compat check --root $ROOTS/healthy-oem
nothing known to fail here; 0 disagree, 7 agree, 0 not known
  the tree at $ROOTS/healthy-oem

= container-toolkit  docker.running yes (docker info); docker.nvidia_runtime yes (docker info)
= cuda-toolkit       cuda.toolkits 1 (/usr/local); cuda.default 13.0.3
                     (/usr/local/cuda-13.0/version.json)
= driver             gpu.driver 580.173.02 (NVML); gpu.module_flavour open
                     (/proc/driver/nvidia/version)
= kernel             memory.cma_free 105 MiB (/proc/meminfo); memory.cma_total 128 MiB
                     (/proc/meminfo); os.kernel 6.17.0-1026-nvidia (/proc/sys/kernel/osrelease)
= ollama             ollama.library none (ollama.service)
= pytorch            python[/home/owner/v/.venv].torch 2.11.0+cu130
                     (/home/owner/v/.venv/lib/python3.12/site-packages/torch-2.11.0+cu130.dist-info);
                     python[/home/owner/v/.venv].torch_cuda 13.0
                     (/home/owner/v/.venv/lib/python3.12/site-packages/torch/version.py)
= triton             python[/home/owner/v/.venv].triton 3.6.0
                     (/home/owner/v/.venv/lib/python3.12/site-packages/triton-3.6.0.dist-info)

installed, and what the matrix knows of these versions
  works  torch 2.11.0+cu130  /home/owner/v/.venv
  works  triton 3.6.0        /home/owner/v/.venv

  not here               accelerate, arm64-images, bitsandbytes, cupy, cutlass-dsl, flash-attn,
                         flashinfer-cubin, k8s-device-plugin, lmsysorg-sglang, ngc-pytorch,
                         ngc-vllm, onnxruntime-gpu, sgl-kernel, tilert, torchcodec, torchvision,
                         unsloth-image, vllm
  cannot be tested here  comfyui, ctranslate2, cudnn, dcgm, decord, deep-gemm, deepspeed, exllamav3,
                         fairseq2, flash-attn-3-4, flashinfer, gpudirect, isaac-sim, jax, k2,
                         liger-kernel, llama-cpp, llama-cpp-python, lm-studio, lmcache, lmdeploy,
                         nanochat, nccl, nemo, ngc-sglang, ngc-tensorrt-llm, nim, numba-cuda, nvml,
                         onnxruntime, open-instruct, paddlepaddle, peft, pennylane, rapids, ray,
                         rembg, sageattention, sglang, slime, sm-120-code, tensorflow, tensorrt,
                         tensorrt-llm, torchao, torchaudio, transformer-engine, transformers, trl,
                         unsloth, whisper-cpp, xformers
$ gb10 compat check --root $ROOTS/laptop-without-gpu
nothing here could be tested: this is no GB10, and the rows are about one
  the tree at $ROOTS/laptop-without-gpu

  not here               accelerate, arm64-images, bitsandbytes, container-toolkit, cuda-toolkit,
                         cupy, cutlass-dsl, driver, flash-attn, flashinfer-cubin, k8s-device-plugin,
                         kernel, lmsysorg-sglang, ngc-pytorch, ngc-vllm, ollama, onnxruntime-gpu,
                         pytorch, sgl-kernel, tilert, torchcodec, torchvision, triton,
                         unsloth-image, vllm
  cannot be tested here  comfyui, ctranslate2, cudnn, dcgm, decord, deep-gemm, deepspeed, exllamav3,
                         fairseq2, flash-attn-3-4, flashinfer, gpudirect, isaac-sim, jax, k2,
                         liger-kernel, llama-cpp, llama-cpp-python, lm-studio, lmcache, lmdeploy,
                         nanochat, nccl, nemo, ngc-sglang, ngc-tensorrt-llm, nim, numba-cuda, nvml,
                         onnxruntime, open-instruct, paddlepaddle, peft, pennylane, rapids, ray,
                         rembg, sageattention, sglang, slime, sm-120-code, tensorflow, tensorrt,
                         tensorrt-llm, torchao, torchaudio, transformer-engine, transformers, trl,
                         unsloth, whisper-cpp, xformers
? 3
$ gb10 compat check --root $ROOTS/cuda12-wheel --json
{
  "schema": 1,
  "breaks": true,
  "checks": [
    {
      "row": "vllm",
      "instance": "/home/owner/vllm/.venv",
      "answer": "disagrees",
      "evidence": [
        "python[/home/owner/vllm/.venv].vllm 0.12.0 (/home/owner/vllm/.venv/lib/python3.12/site-packages/vllm-0.12.0.dist-info)",
        "python[/home/owner/vllm/.venv].cuda12_libraries vllm/_C.abi3.so (vllm 0.12.0) needs libcudart.so.12 (ELF headers of the packages' libraries)"
      ],
      "breaks": "this vLLM wants libraries of CUDA 12 that are not here"
    },
    {
      "row": "container-toolkit",
      "instance": "",
      "answer": "agrees",
      "evidence": [
        "docker.running yes (docker info)",
        "docker.nvidia_runtime yes (docker info)"
      ]
    },
    {
      "row": "cuda-toolkit",
      "instance": "",
      "answer": "agrees",
      "evidence": [
        "cuda.toolkits 1 (/usr/local)",
        "cuda.default 13.0.3 (/usr/local/cuda-13.0/version.json)"
      ]
    },
    {
      "row": "driver",
      "instance": "",
      "answer": "agrees",
      "evidence": [
        "gpu.driver 580.105.08 (NVML)",
        "gpu.module_flavour open (/proc/driver/nvidia/version)"
      ]
    },
    {
      "row": "kernel",
      "instance": "",
      "answer": "agrees",
      "evidence": [
        "memory.cma_free 105 MiB (/proc/meminfo)",
        "memory.cma_total 128 MiB (/proc/meminfo)",
        "os.kernel 6.14.0-1015-nvidia (/proc/sys/kernel/osrelease)"
      ]
    },
    {
      "row": "pytorch",
      "instance": "/home/owner/vllm/.venv",
      "answer": "agrees",
      "evidence": [
        "python[/home/owner/vllm/.venv].torch 2.9.0+cu130 (/home/owner/vllm/.venv/lib/python3.12/site-packages/torch-2.9.0+cu130.dist-info)",
        "python[/home/owner/vllm/.venv].torch_cuda 13.0 (/home/owner/vllm/.venv/lib/python3.12/site-packages/torch/version.py)"
      ]
    },
    {
      "row": "accelerate",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "arm64-images",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "bitsandbytes",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "cupy",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "cutlass-dsl",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "flash-attn",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "flashinfer-cubin",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "k8s-device-plugin",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "lmsysorg-sglang",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "ngc-pytorch",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "ngc-vllm",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "ollama",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "onnxruntime-gpu",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "sgl-kernel",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "tilert",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "torchcodec",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "torchvision",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "triton",
      "instance": "",
      "answer": "not here",
      "evidence": []
    },
    {
      "row": "unsloth-image",
      "instance": "",
      "answer": "not here",
      "evidence": []
    }
  ],
  "installed": [
    {
      "package": "vllm",
      "version": "0.12.0",
      "environment": "/home/owner/vllm/.venv",
      "row": "vllm",
      "status": "broken"
    },
    {
      "package": "torch",
      "version": "2.9.0+cu130",
      "environment": "/home/owner/vllm/.venv",
      "row": "pytorch",
      "status": "works-with"
    },
    {
      "package": "triton",
      "version": "3.5.0",
      "environment": "/home/owner/vllm/.venv",
      "row": "triton",
      "status": "works-with"
    }
  ],
  "untested": [
    "comfyui",
    "ctranslate2",
    "cudnn",
    "dcgm",
    "decord",
    "deep-gemm",
    "deepspeed",
    "exllamav3",
    "fairseq2",
    "flash-attn-3-4",
    "flashinfer",
    "gpudirect",
    "isaac-sim",
    "jax",
    "k2",
    "liger-kernel",
    "llama-cpp",
    "llama-cpp-python",
    "lm-studio",
    "lmcache",
    "lmdeploy",
    "nanochat",
    "nccl",
    "nemo",
    "ngc-sglang",
    "ngc-tensorrt-llm",
    "nim",
    "numba-cuda",
    "nvml",
    "onnxruntime",
    "open-instruct",
    "paddlepaddle",
    "peft",
    "pennylane",
    "rapids",
    "ray",
    "rembg",
    "sageattention",
    "sglang",
    "slime",
    "sm-120-code",
    "tensorflow",
    "tensorrt",
    "tensorrt-llm",
    "torchao",
    "torchaudio",
    "transformer-engine",
    "transformers",
    "trl",
    "unsloth",
    "whisper-cpp",
    "xformers"
  ]
}
? 1
$ gb10 compat check --root $ROOTS/cuda12-wheel --markdown
1 thing will not work here; 1 disagree, 5 agree, 0 not known (a tree of files)

| row | answer | seen |
|---|---|---|
| vllm [/home/user-1/vllm/.venv] | disagrees: this vLLM wants libraries of CUDA 12 that are not here | python[/home/user-1/vllm/.venv].vllm 0.12.0 (/home/user-1/vllm/.venv/lib/python3.12/site-packages/vllm-0.12.0.dist-info); python[/home/user-1/vllm/.venv].cuda12_libraries vllm/_C.abi3.so (vllm 0.12.0) needs libcudart.so.12 (ELF headers of the packages' libraries) |
| container-toolkit | agrees | docker.running yes (docker info); docker.nvidia_runtime yes (docker info) |
| cuda-toolkit | agrees | cuda.toolkits 1 (/usr/local); cuda.default 13.0.3 (/usr/local/cuda-13.0/version.json) |
| driver | agrees | gpu.driver 580.105.08 (NVML); gpu.module_flavour open (/proc/driver/nvidia/version) |
| kernel | agrees | memory.cma_free 105 MiB (/proc/meminfo); memory.cma_total 128 MiB (/proc/meminfo); os.kernel 6.14.0-1015-nvidia (/proc/sys/kernel/osrelease) |
| pytorch [/home/user-1/vllm/.venv] | agrees | python[/home/user-1/vllm/.venv].torch 2.9.0+cu130 (/home/user-1/vllm/.venv/lib/python3.12/site-packages/torch-2.9.0+cu130.dist-info); python[/home/user-1/vllm/.venv].torch_cuda 13.0 (/home/user-1/vllm/.venv/lib/python3.12/site-packages/torch/version.py) |
| vllm | broken | vllm 0.12.0 in /home/user-1/vllm/.venv |
| pytorch | works-with | torch 2.9.0+cu130 in /home/user-1/vllm/.venv |
| triton | works-with | triton 3.5.0 in /home/user-1/vllm/.venv |

Not here: accelerate, arm64-images, bitsandbytes, cupy, cutlass-dsl, flash-attn, flashinfer-cubin, k8s-device-plugin, lmsysorg-sglang, ngc-pytorch, ngc-vllm, ollama, onnxruntime-gpu, sgl-kernel, tilert, torchcodec, torchvision, triton, unsloth-image.

Cannot be tested here: comfyui, ctranslate2, cudnn, dcgm, decord, deep-gemm, deepspeed, exllamav3, fairseq2, flash-attn-3-4, flashinfer, gpudirect, isaac-sim, jax, k2, liger-kernel, llama-cpp, llama-cpp-python, lm-studio, lmcache, lmdeploy, nanochat, nccl, nemo, ngc-sglang, ngc-tensorrt-llm, nim, numba-cuda, nvml, onnxruntime, open-instruct, paddlepaddle, peft, pennylane, rapids, ray, rembg, sageattention, sglang, slime, sm-120-code, tensorflow, tensorrt, tensorrt-llm, torchao, torchaudio, transformer-engine, transformers, trl, unsloth, whisper-cpp, xformers.
? 1
