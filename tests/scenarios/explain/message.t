# A bare message needs no file; its words need no quotes. What nobody knows is not guessed at.
$ gb10 explain 'libcudart.so.12: cannot open shared object file'
A package was built for CUDA 12: it wants libcudart.so.12, which is not there    python.cuda12-wheel
  why     DGX OS and current images carry CUDA 13 only, while many wheels, such as vLLM up to 0.12
          from PyPI or flash-attn, were built for CUDA 12. The import fails before the GPU is
          touched. Reported by 5 owners and more.
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
$ gb10 explain nvcc fatal : Unsupported gpu architecture compute_121
this CUDA compiler does not know compute_121                                     cuda.old-nvcc-first
  why     The GB10's architecture is known to CUDA 12.9 and newer. An older nvcc is in front: mostly
          Ubuntu's package nvidia-cuda-toolkit (/usr/bin/nvcc, release 12.0), else a container or a
          CUDA_HOME of CUDA 12.6 or 12.8. Quoted in the documents of more than 10 projects.
  do      export PATH=/usr/local/cuda/bin:$PATH CUDACXX=/usr/local/cuda/bin/nvcc CUDA_HOME=/usr/local/cuda
          # check with nvcc --version: 12.9 or newer
          rm -f CMakeCache.txt   # in the build folder: CMake keeps the compiler it found first
          if it comes from Ubuntu's package:
            sudo apt remove nvidia-cuda-toolkit
          in an image: build from nvidia/cuda:13.0 (devel) or newer
  seen    CUDA toolkits before 12.9
? 1
$ gb10 explain 'KeyError: nobody knows this'
no cause that is known in 1 line; the first error is an exception of Python

 > 1 | KeyError: nobody knows this
$ gb10 explain hello
nothing is known of this line
