# What environments can do on a GB10, by what lies in them.
$ gb10 env check /home/owner/cuda12/.venv --root $ROOTS/audit-environments
torch can use the GPU; in all 3 can, 10 cannot, 1 not known
  /home/owner/cuda12/.venv on NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64; nothing was
  imported

  can        torch computes on the GPU
             torch 2.9.0+cu130: sm_120 code, valid on 12.1
             seen  package[torch].verdict runs (gb10 audit)

  can        FP8 products with one scale for each tensor
             torch 2.9.0+cu130: torch._scaled_mm with one scale for each tensor works on this family
             (reported)
             seen  package[torch].verdict runs (gb10 audit)
             seen  package[torch].version 2.9.0+cu130 (its METADATA)

  can        attention by torch itself (SDPA)
             torch 2.9.0+cu130; reported as fast on a GB10 as flash-attn
             seen  package[torch].verdict runs (gb10 audit)

  cannot     FP8 products with a scale for each row
             cuBLASLt has no such product for compute capability 12, whatever the torch (reported)
             do    one scale for each tensor, or another recipe of torchao: per tensor in place of
                   per row

  cannot     training in NVFP4 by TransformerEngine
             transformer-engine is not in it
             seen  package[transformer-engine].verdict absent (gb10 audit)
             do    gb10 compat transformer-engine says which one fits

  cannot     2:4 sparse products by cuSPARSELt
             no cuSPARSELt is in it, nor on the system
             seen  check.cusparselt no libcusparseLt outside Python environments (names of files in
                   the library directories)
             do    in the activated venv:
                     uv pip install nvidia-cusparselt-cu13

  cannot     attention by flash-attn
             flash-attn is not in it, and need not be: SDPA does its work
             seen  package[flash-attn].verdict absent (gb10 audit)
             do    in your script or its options: attn_implementation="sdpa"

  cannot     fused attention of cuDNN for TransformerEngine
             no cuDNN is in it, nor on the system
             seen  check.cudnn no libcudnn outside Python environments (names of files in the
                   library directories)
             do    torch for CUDA 13 brings its own

  cannot     attention by SageAttention
             sageattention is not in it
             seen  package[sageattention].verdict absent (gb10 audit)
             do    gb10 compat sageattention says how it is built; SDPA does without

  cannot     Triton compiles for the GPU
             triton is not in it
             seen  package[triton].verdict absent (gb10 audit)
             do    torch for CUDA brings the one that fits it

  cannot     torch.compile
             triton is not in it, by which torch.compile writes code for the GPU
             seen  package[triton].verdict absent (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130

  cannot     NCCL between two machines
             no NCCL is in it, nor on the system; one machine alone needs none
             seen  check.nccl no libnccl outside Python environments (names of files in the library
                   directories)
             do    torch for CUDA brings its own

  cannot     GPUDirect Storage by cuFile
             a GB10 has no GPUDirect Storage, by design; cuFile falls back to ordinary reads
             (documented)
             do    nothing: ordinary reads, O_DIRECT for large files; gb10 bench storage shows what
                   the disk gives

  not known  MXFP8 products (blocks of 32)
             reported of torch 2.14 for CUDA 13, in the layout TN alone; of 2.9.0+cu130 nothing is
             known

  note  whether it is fast, and what depends on a model, was not judged: gb10 bench
$ gb10 env check /home/owner/cpu-torch/.venv --root $ROOTS/audit-environments
torch cannot use the GPU; in all 14 cannot
  /home/owner/cpu-torch/.venv on NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64; nothing
  was imported

  cannot     torch computes on the GPU
             torch 2.9.0: is a build without CUDA
             seen  package[torch].verdict cpu-only (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130

  cannot     FP8 products with one scale for each tensor
             torch 2.9.0: is a build without CUDA
             seen  package[torch].verdict cpu-only (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130

  cannot     FP8 products with a scale for each row
             torch 2.9.0: is a build without CUDA
             seen  package[torch].verdict cpu-only (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130

  cannot     MXFP8 products (blocks of 32)
             torch 2.9.0: is a build without CUDA
             seen  package[torch].verdict cpu-only (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130

  cannot     training in NVFP4 by TransformerEngine
             transformer-engine is not in it
             seen  package[transformer-engine].verdict absent (gb10 audit)
             do    gb10 compat transformer-engine says which one fits

  cannot     2:4 sparse products by cuSPARSELt
             no cuSPARSELt is in it, nor on the system
             seen  check.cusparselt no libcusparseLt outside Python environments (names of files in
                   the library directories)
             do    in the activated venv:
                     uv pip install nvidia-cusparselt-cu13

  cannot     attention by torch itself (SDPA)
             torch 2.9.0: is a build without CUDA
             seen  package[torch].verdict cpu-only (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130

  cannot     attention by flash-attn
             flash-attn is not in it, and need not be: SDPA does its work
             seen  package[flash-attn].verdict absent (gb10 audit)
             do    in your script or its options: attn_implementation="sdpa"

  cannot     fused attention of cuDNN for TransformerEngine
             no cuDNN is in it, nor on the system
             seen  check.cudnn no libcudnn outside Python environments (names of files in the
                   library directories)
             do    torch for CUDA 13 brings its own

  cannot     attention by SageAttention
             sageattention is not in it
             seen  package[sageattention].verdict absent (gb10 audit)
             do    gb10 compat sageattention says how it is built; SDPA does without

  cannot     Triton compiles for the GPU
             triton is not in it
             seen  package[triton].verdict absent (gb10 audit)
             do    torch for CUDA brings the one that fits it

  cannot     torch.compile
             torch 2.9.0: is a build without CUDA
             seen  package[torch].verdict cpu-only (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130

  cannot     NCCL between two machines
             no NCCL is in it, nor on the system; one machine alone needs none
             seen  check.nccl no libnccl outside Python environments (names of files in the library
                   directories)
             do    torch for CUDA brings its own

  cannot     GPUDirect Storage by cuFile
             a GB10 has no GPUDirect Storage, by design; cuFile falls back to ordinary reads
             (documented)
             do    nothing: ordinary reads, O_DIRECT for large files; gb10 bench storage shows what
                   the disk gives

  note  whether it is fast, and what depends on a model, was not judged: gb10 bench
? 1
$ gb10 env check /home/owner/healthy/.venv --root $ROOTS/audit-environments --json
{
  "headline": "torch can use the GPU",
  "subject": "/home/owner/healthy/.venv on NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64; nothing was imported",
  "counts": {
    "yes": 4,
    "no": 9,
    "unknown": 1
  },
  "items": [
    {
      "name": "torch-cuda",
      "title": "torch computes on the GPU",
      "is": "yes",
      "answer": "can",
      "says": "torch 2.9.0+cu130: sm_120 code, valid on 12.1",
      "evidence": [
        "package[torch].verdict runs (gb10 audit)"
      ],
      "remedy": [],
      "sources": [
        "reported 2026-10: wheels for CUDA 13 on ARM carry code for 12.0, which runs on 12.1 (PyTorch's build table; pytorch#178891, #188191)"
      ]
    },
    {
      "name": "fp8-per-tensor",
      "title": "FP8 products with one scale for each tensor",
      "is": "yes",
      "answer": "can",
      "says": "torch 2.9.0+cu130: torch._scaled_mm with one scale for each tensor works on this family (reported)",
      "evidence": [
        "package[torch].verdict runs (gb10 audit)",
        "package[torch].version 2.9.0+cu130 (its METADATA)"
      ],
      "remedy": [],
      "sources": [
        "reported 2026-10: scales for each tensor work on capability 12 (pytorch/pytorch#192707)"
      ]
    },
    {
      "name": "fp8-per-row",
      "title": "FP8 products with a scale for each row",
      "is": "no",
      "answer": "cannot",
      "says": "cuBLASLt has no such product for compute capability 12, whatever the torch (reported)",
      "evidence": [],
      "remedy": [
        {
          "note": "one scale for each tensor, or another recipe of torchao: per tensor in place of per row"
        }
      ],
      "sources": [
        "reported 2026-10: scales for each row are not supported on capability 12 (pytorch/pytorch#192707)",
        "tested 2026-11: fp8-row runs on capability 9.0, its results checked (gb10 bench gemm on an H200 (docs/benchmarks.md))"
      ]
    },
    {
      "name": "mxfp8",
      "title": "MXFP8 products (blocks of 32)",
      "is": "unknown",
      "answer": "not known",
      "says": "reported of torch 2.14 for CUDA 13, in the layout TN alone; of 2.9.0+cu130 nothing is known",
      "evidence": [],
      "remedy": [],
      "sources": [
        "reported 2026-10: torch 2.14+cu130 on capability 12: TN alone (pytorch/pytorch#198126)"
      ]
    },
    {
      "name": "nvfp4-training",
      "title": "training in NVFP4 by TransformerEngine",
      "is": "no",
      "answer": "cannot",
      "says": "transformer-engine is not in it",
      "evidence": [
        "package[transformer-engine].verdict absent (gb10 audit)"
      ],
      "remedy": [
        {
          "note": "gb10 compat transformer-engine says which one fits"
        }
      ],
      "sources": [
        "reported 2026-10: stochastic rounding gives zeros up to 2.18; the transform asks for more shared memory than there is (NVIDIA/TransformerEngine PR#3281, #2372, #2968)"
      ]
    },
    {
      "name": "sparse-2-4",
      "title": "2:4 sparse products by cuSPARSELt",
      "is": "no",
      "answer": "cannot",
      "says": "no cuSPARSELt is in it, nor on the system",
      "evidence": [
        "check.cusparselt no libcusparseLt outside Python environments (names of files in the library directories)"
      ],
      "remedy": [
        {
          "when": "in the activated venv",
          "run": "uv pip install nvidia-cusparselt-cu13"
        }
      ],
      "sources": [
        "documented 2026-10: 0.8.0 adds compute capability 12.1 (cuSPARSELt's release notes)"
      ]
    },
    {
      "name": "sdpa",
      "title": "attention by torch itself (SDPA)",
      "is": "yes",
      "answer": "can",
      "says": "torch 2.9.0+cu130; reported as fast on a GB10 as flash-attn",
      "evidence": [
        "package[torch].verdict runs (gb10 audit)"
      ],
      "remedy": [],
      "sources": [
        "reported 2026-04: SDPA is as fast or faster on a GB10 (natolambert/dgx-spark-setup; microsoft/VibeVoice#340)"
      ]
    },
    {
      "name": "flash-attn",
      "title": "attention by flash-attn",
      "is": "yes",
      "answer": "can",
      "says": "flash-attn 2.8.3: sm_120 code, valid on 12.1",
      "evidence": [
        "package[flash-attn].verdict runs (gb10 audit)"
      ],
      "remedy": [],
      "sources": [
        "reported 2026-10: support for 12.1 is open; builds from source run (Dao-AILab/flash-attention#1969)"
      ]
    },
    {
      "name": "cudnn-attention",
      "title": "fused attention of cuDNN for TransformerEngine",
      "is": "no",
      "answer": "cannot",
      "says": "no cuDNN is in it, nor on the system",
      "evidence": [
        "check.cudnn no libcudnn outside Python environments (names of files in the library directories)"
      ],
      "remedy": [
        {
          "note": "torch for CUDA 13 brings its own"
        }
      ],
      "sources": [
        "documented 2026-10: what is done for SM120 and SM121, and from which cuDNN (NVIDIA/cudnn-frontend#381; TransformerEngine 2.15)"
      ]
    },
    {
      "name": "sageattention",
      "title": "attention by SageAttention",
      "is": "no",
      "answer": "cannot",
      "says": "sageattention is not in it",
      "evidence": [
        "package[sageattention].verdict absent (gb10 audit)"
      ],
      "remedy": [
        {
          "note": "gb10 compat sageattention says how it is built; SDPA does without"
        }
      ],
      "sources": [
        "reported 2026-10: 12.1 is accepted since November 2025, from source (thu-ml/SageAttention#107, PR#297)"
      ]
    },
    {
      "name": "triton",
      "title": "Triton compiles for the GPU",
      "is": "no",
      "answer": "cannot",
      "says": "triton is not in it",
      "evidence": [
        "package[triton].verdict absent (gb10 audit)"
      ],
      "remedy": [
        {
          "note": "torch for CUDA brings the one that fits it"
        }
      ],
      "sources": [
        "reported 2026-10: 3.4 and 3.5 stop at sm_121a; 3.6 and later carry ptxas-blackwell (triton-lang/triton#8539, #10331, #10398)"
      ]
    },
    {
      "name": "torch-compile",
      "title": "torch.compile",
      "is": "no",
      "answer": "cannot",
      "says": "triton is not in it, by which torch.compile writes code for the GPU",
      "evidence": [
        "package[triton].verdict absent (gb10 audit)"
      ],
      "remedy": [
        {
          "when": "in the activated venv",
          "run": "uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130"
        }
      ],
      "sources": [
        "reported 2026-10: 1.009 times as fast as eager on the average of many kernels (a study of kernels on a GB10; pytorch/pytorch#181178)"
      ]
    },
    {
      "name": "nccl",
      "title": "NCCL between two machines",
      "is": "no",
      "answer": "cannot",
      "says": "no NCCL is in it, nor on the system; one machine alone needs none",
      "evidence": [
        "check.nccl no libnccl outside Python environments (names of files in the library directories)"
      ],
      "remedy": [
        {
          "note": "torch for CUDA brings its own"
        }
      ],
      "sources": [
        "reported 2026-10: 'GPU Direct RDMA Disabled' in health (NCCL logs of several owners)"
      ]
    },
    {
      "name": "cufile",
      "title": "GPUDirect Storage by cuFile",
      "is": "no",
      "answer": "cannot",
      "says": "a GB10 has no GPUDirect Storage, by design; cuFile falls back to ordinary reads (documented)",
      "evidence": [],
      "remedy": [
        {
          "note": "nothing: ordinary reads, O_DIRECT for large files; gb10 bench storage shows what the disk gives"
        }
      ],
      "sources": [
        "documented 2026-10: GPUDirect RDMA and nvidia-peermem are not supported; nvidia-gds showed no gain (NVIDIA's porting guide for DGX Spark; GuigsEvt/dgx_spark_config)"
      ]
    }
  ],
  "notes": [
    "whether it is fast, and what depends on a model, was not judged: gb10 bench"
  ]
}
$ gb10 env check /home/owner/healthy/.venv --root $ROOTS/audit-environments --target sm_90 --all
torch can use the GPU; in all 3 can, 10 cannot, 1 not known
  /home/owner/healthy/.venv on a GPU of compute capability 9.0 (CUDA 13.0), aarch64; nothing was
  imported

  can        torch computes on the GPU
             torch 2.9.0+cu130: sm_90 code
             seen  package[torch].verdict runs (gb10 audit)
             known reported 2026-10: wheels for CUDA 13 on ARM carry code for 12.0, which runs on
                   12.1 (PyTorch's build table; pytorch#178891, #188191)

  can        FP8 products with a scale for each row
             torch 2.9.0+cu130; cuBLASLt has such products for capability 9.0
             seen  package[torch].verdict runs (gb10 audit)
             known reported 2026-10: scales for each row are not supported on capability 12
                   (pytorch/pytorch#192707)
             known tested 2026-11: fp8-row runs on capability 9.0, its results checked (gb10 bench
                   gemm on an H200 (docs/benchmarks.md))

  can        attention by torch itself (SDPA)
             torch 2.9.0+cu130; reported as fast on a GB10 as flash-attn
             seen  package[torch].verdict runs (gb10 audit)
             known reported 2026-04: SDPA is as fast or faster on a GB10
                   (natolambert/dgx-spark-setup; microsoft/VibeVoice#340)

  cannot     MXFP8 products (blocks of 32)
             compute capability below 10.0 has no products of scaled blocks (documented)
             known reported 2026-10: torch 2.14+cu130 on capability 12: TN alone
                   (pytorch/pytorch#198126)

  cannot     training in NVFP4 by TransformerEngine
             transformer-engine is not in it
             seen  package[transformer-engine].verdict absent (gb10 audit)
             do    gb10 compat transformer-engine says which one fits
             known reported 2026-10: stochastic rounding gives zeros up to 2.18; the transform asks
                   for more shared memory than there is (NVIDIA/TransformerEngine PR#3281, #2372,
                   #2968)

  cannot     2:4 sparse products by cuSPARSELt
             no cuSPARSELt is in it, nor on the system
             seen  check.cusparselt no libcusparseLt outside Python environments (names of files in
                   the library directories)
             do    in the activated venv:
                     uv pip install nvidia-cusparselt-cu13
             known documented 2026-10: 0.8.0 adds compute capability 12.1 (cuSPARSELt's release
                   notes)

  cannot     attention by flash-attn
             flash-attn 2.8.3: flash_attn_2_cuda.so has code for sm_120, compute_120 only
             seen  package[flash-attn].verdict cannot-load (gb10 audit)
             do    in the activated venv:
                     uv pip uninstall flash-attn
                   attn_implementation="sdpa" in its place
             known reported 2026-10: support for 12.1 is open; builds from source run
                   (Dao-AILab/flash-attention#1969)

  cannot     fused attention of cuDNN for TransformerEngine
             no cuDNN is in it, nor on the system
             seen  check.cudnn no libcudnn outside Python environments (names of files in the
                   library directories)
             do    torch for CUDA 13 brings its own
             known documented 2026-10: what is done for SM120 and SM121, and from which cuDNN
                   (NVIDIA/cudnn-frontend#381; TransformerEngine 2.15)

  cannot     attention by SageAttention
             sageattention is not in it
             seen  package[sageattention].verdict absent (gb10 audit)
             do    gb10 compat sageattention says how it is built; SDPA does without
             known reported 2026-10: 12.1 is accepted since November 2025, from source
                   (thu-ml/SageAttention#107, PR#297)

  cannot     Triton compiles for the GPU
             triton is not in it
             seen  package[triton].verdict absent (gb10 audit)
             do    torch for CUDA brings the one that fits it
             known reported 2026-10: 3.4 and 3.5 stop at sm_121a; 3.6 and later carry
                   ptxas-blackwell (triton-lang/triton#8539, #10331, #10398)

  cannot     torch.compile
             triton is not in it, by which torch.compile writes code for the GPU
             seen  package[triton].verdict absent (gb10 audit)
             do    in the activated venv:
                     uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130
             known reported 2026-10: 1.009 times as fast as eager on the average of many kernels (a
                   study of kernels on a GB10; pytorch/pytorch#181178)

  cannot     NCCL between two machines
             no NCCL is in it, nor on the system; one machine alone needs none
             seen  check.nccl no libnccl outside Python environments (names of files in the library
                   directories)
             do    torch for CUDA brings its own
             known reported 2026-10: 'GPU Direct RDMA Disabled' in health (NCCL logs of several
                   owners)

  cannot     GPUDirect Storage by cuFile
             no cuFile is in it, nor on the system
             seen  check.cufile no libcufile outside Python environments (names of files in the
                   library directories)
             known documented 2026-10: GPUDirect RDMA and nvidia-peermem are not supported;
                   nvidia-gds showed no gain (NVIDIA's porting guide for DGX Spark;
                   GuigsEvt/dgx_spark_config)

  not known  FP8 products with one scale for each tensor
             known of torch from 2.9 on GPUs of compute capability 12 alone
             known reported 2026-10: scales for each tensor work on capability 12
                   (pytorch/pytorch#192707)

  note  whether it is fast, and what depends on a model, was not judged: gb10 bench
$ gb10 env check /home/owner/nothing --root $ROOTS/audit-environments
gb10: /home/owner/nothing is no Python environment: it has no pyvenv.cfg, no conda-meta and no lib/python3.*/site-packages
hint: name a folder such as .venv, or the one of conda
? 2
$ gb10 env check --root $ROOTS/audit-environments
gb10: which environment? none is active
hint: gb10 env check .venv
? 2
$ gb10 env check /a /b
gb10: check takes one environment
hint: gb10 env check /a
? 2
$ gb10 env train --target gb10
gb10: --target goes with gb10 env check
hint: gb10 env --help
? 2
