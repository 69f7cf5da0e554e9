# A log joined with a machine: what its doctor finds too, and the facts that matter.
-- import.log --
  File "/home/owner/vllm/.venv/lib/python3.12/site-packages/vllm/__init__.py", line 14, in <module>
ImportError: libcudart.so.12: cannot open shared object file: No such file or directory
-- end --
$ gb10 explain --doctor --root $ROOTS/cuda12-wheel $ROOT/import.log
line 2: A package was built for CUDA 12: it wants libcudart.so.12, which is not there
  python.cuda12-wheel

   1 |   File "/home/owner/vllm/.venv/lib/python3.12/site-packages/vllm/__init__.py", line 14, in <…
 > 2 | ImportError: libcudart.so.12: cannot open shared object file: No such file or directory

  why     DGX OS and current images carry CUDA 13 only, while many wheels, such as vLLM up to 0.12
          from PyPI or flash-attn, were built for CUDA 12. The import fails before the GPU is
          touched. Reported by 5 owners and more.
  here    gb10 doctor finds it too: In /home/owner/vllm/.venv, vllm/_C.abi3.so (vllm 0.12.0) needs
          libcudart.so.12, which is neither there nor elsewhere on this machine: it cannot load.
          python[/home/owner/vllm/.venv].cuda12_libraries vllm/_C.abi3.so (vllm 0.12.0) needs
          libcudart.so.12
          python[/usr].cuda12_libraries none
  do      when vLLM is the package, in the activated venv:
            uv pip install --reinstall 'vllm>=0.27.1' --torch-backend=cu130
          when flash-attn is:
            uv pip uninstall flash-attn   # PyTorch's own attention (SDPA) does its work
          when torch itself is:
            uv pip install --reinstall torch torchvision torchaudio --torch-backend=cu130
          sgl-kernel or sglang-kernel: its cu130 wheel that fits your torch, or the SGLang container
          from NGC
          any other package (the last lines before the error name it): its CUDA 13 build, or do
          without it
  useless a link from libcudart.so.13 to libcudart.so.12: the two are not compatible; setting
          CUDA_HOME or LD_LIBRARY_PATH: CUDA 12 is not on the machine
  seen    vLLM up to 0.12 from PyPI, sgl-kernel 0.3.21, flash-attn wheels, ONNX Runtime for CUDA 12
  fixed   vLLM 0.27.1 and later from PyPI are reported to load
? 1
$ gb10 doctor --root $ROOTS/healthy-oem --log $ROOT/import.log
no fault found; GPU speed not tested
  ASUS Ascent GX10   DGX OS 7.5.0   kernel 6.17.0-1026-nvidia   driver 580.173.02
  the tree at $ROOTS/healthy-oem

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    healthy         117.8 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B
                            of 16.0 GiB
  software  healthy         driver 580.173.02; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: enP2p1s0f1np1, enp1s0f1np1
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  204 of 234 checks apply here: 199 passed, 5 could not be judged      gb10 doctor --all

$ROOT/import.log:
line 2: A package was built for CUDA 12: it wants libcudart.so.12, which is not there
  python.cuda12-wheel

   1 |   File "/home/owner/vllm/.venv/lib/python3.12/site-packages/vllm/__init__.py", line 14, in <…
 > 2 | ImportError: libcudart.so.12: cannot open shared object file: No such file or directory

  why     DGX OS and current images carry CUDA 13 only, while many wheels, such as vLLM up to 0.12
          from PyPI or flash-attn, were built for CUDA 12. The import fails before the GPU is
          touched. Reported by 5 owners and more.
  here    python[/home/owner/v/.venv].cuda12_libraries none
          python[/usr].cuda12_libraries none
  do      when vLLM is the package, in the activated venv:
            uv pip install --reinstall 'vllm>=0.27.1' --torch-backend=cu130
          when flash-attn is:
            uv pip uninstall flash-attn   # PyTorch's own attention (SDPA) does its work
          when torch itself is:
            uv pip install --reinstall torch torchvision torchaudio --torch-backend=cu130
          sgl-kernel or sglang-kernel: its cu130 wheel that fits your torch, or the SGLang container
          from NGC
          any other package (the last lines before the error name it): its CUDA 13 build, or do
          without it
  useless a link from libcudart.so.13 to libcudart.so.12: the two are not compatible; setting
          CUDA_HOME or LD_LIBRARY_PATH: CUDA 12 is not on the machine
  seen    vLLM up to 0.12 from PyPI, sgl-kernel 0.3.21, flash-attn wheels, ONNX Runtime for CUDA 12
  fixed   vLLM 0.27.1 and later from PyPI are reported to load
? 1
