# A-01: a wheel for CUDA 12 in an environment for CUDA 13.
$ gb10 doctor --root $ROOTS/cuda12-wheel
1 fault       NVIDIA DGX Spark   DGX OS 7.2.3   kernel 6.14.0-1015-nvidia   driver 580.105.08
  the tree at $ROOTS/cuda12-wheel

! In /home/owner/vllm/.venv, vllm/_C.abi3.so (vllm 0.12.0) needs libcudart.so.12, which is neither
  there nor elsewhere on this machine: it cannot load.
    fault: python.cuda12-wheel [/home/owner/vllm/.venv]
    seen    vllm/_C.abi3.so (vllm 0.12.0) needs libcudart.so.12
    why     DGX OS ships CUDA 13 only, while many packages on PyPI were built for CUDA 12. Importing
            such a package fails at once. The missing library was looked up; nothing was imported.
            Reported by 5 owners and more.
    do      when vLLM is named, in a venv or conda environment (else make one with uv venv):
              uv pip install --python /home/owner/vllm/.venv --reinstall 'vllm>=0.27.1' --torch-backend=cu130
              # then run gb10 doctor: flashinfer-cubin and flashinfer-jit-cache may no longer fit
            when torch is named:
              uv pip install --python /home/owner/vllm/.venv --reinstall torch torchvision torchaudio --torch-backend=cu130
            when sgl-kernel or sglang-kernel is named: its cu130 wheel that fits your torch, or the
            SGLang container from NGC
            any other package: uninstall it, or install its CUDA 13 build; with many named, start a
            new environment, torch first
            [no restart]
    useless a link from libcudart.so.13 to libcudart.so.12: the two are not compatible; setting
            CUDA_HOME or LD_LIBRARY_PATH

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    healthy         117.8 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B
                            of 16.0 GiB
  software  faulty          driver 580.105.08; CUDA toolkit 13.0.3; /home/owner/vllm/.venv: torch
                            2.9.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - vLLM 0.12.0 in /home/owner/vllm/.venv: NVFP4 models are reported to stop with 'Failed to run
    cutlass FP4 gemm on sm120'. vllm.nvfp4-runner
  - The ConnectX-7 is awake (4 functions) although no cable is plugged in.
    fabric.awake-without-cable

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  204 of 234 checks apply here: 196 passed, 5 could not be judged      gb10 doctor --all
? 1
