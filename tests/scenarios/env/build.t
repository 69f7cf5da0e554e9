# One toolkit, one list of architectures in three notations, as many jobs as the memory holds.
$ gb10 env build --root $ROOTS/launch-environments
\# gb10 env build, for /usr
\# build.architectures: this GPU is 12.1, and nvcc 13.0.88 knows 12.1a; the three lists must agree
export CMAKE_CUDA_ARCHITECTURES=121a
export CUDAARCHS=121a
export TORCH_CUDA_ARCH_LIST=12.1a
\# build.cuda-home: /usr/local/cuda has nvcc 13.0.88; builds ask CUDA_HOME, CMake asks CUDACXX
export CUDACXX=/usr/local/cuda/bin/nvcc
export CUDA_HOME=/usr/local/cuda
\# build.jobs: 11 of 20 cores: 110.0 GiB available, 9.0 GiB for each, 8.0 GiB kept free
export CMAKE_BUILD_PARALLEL_LEVEL=11
export MAX_JOBS=11
$ gb10 env build --explain --root $ROOTS/launch-environments --env /home/owner/torch-2.9/.venv
build: 8 variables, 1 warning  (/home/owner/torch-2.9/.venv)
  set     CMAKE_CUDA_ARCHITECTURES=121a
  set     CUDAARCHS=121a
  set     TORCH_CUDA_ARCH_LIST=12.1a
          build.architectures: this GPU is 12.1, and nvcc 13.0.88 knows 12.1a; the three lists must
          agree
  set     CUDACXX=/usr/local/cuda/bin/nvcc
  set     CUDA_HOME=/usr/local/cuda
          build.cuda-home: /usr/local/cuda has nvcc 13.0.88; builds ask CUDA_HOME, CMake asks
          CUDACXX
  set     CMAKE_BUILD_PARALLEL_LEVEL=11
  set     MAX_JOBS=11
          build.jobs: 11 of 20 cores: 110.0 GiB available, 9.0 GiB for each, 8.0 GiB kept free
  set     TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas
          triton.ptxas-for-blackwell: Triton 3.5.1 brings only ptxas 12.8.93, which does not know
          sm_121a (12.9 does); /usr/local/cuda/bin/ptxas is 13.0.88
  beware  torch.built-for-cuda12: torch 2.9.1+cu128 in /home/owner/torch-2.9/.venv is for CUDA 12.8,
          which does not know this GPU yet; in a venv or conda environment (else make one with uv
          venv): uv pip install --python /home/owner/torch-2.9/.venv --reinstall torch torchvision
          torchaudio --torch-backend=cu130
  never   build.compiler-flags: -allow-unsupported-compiler hides a host compiler that nvcc 13.0.88
          does not support, and -gencode lists contradict TORCH_CUDA_ARCH_LIST
          cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all makes
          other programs load the wrong ones
$ gb10 env build --root $ROOTS/x86-workstation-h100
\# gb10 env build, for /usr
\# build.jobs: 26 of 56 cores: 246.2 GiB available, 9.0 GiB for each, 8.0 GiB kept free
export CMAKE_BUILD_PARALLEL_LEVEL=26
export MAX_JOBS=26
$ gb10 env build --explain --root $ROOTS/laptop-without-gpu
build: 2 variables  (/usr)
  set         CMAKE_BUILD_PARALLEL_LEVEL=2
  set         MAX_JOBS=2
              build.jobs: 2 of 22 cores: 26.0 GiB available, 9.0 GiB for each, 8.0 GiB kept free
  not needed  build.architectures, triton.ptxas-for-blackwell: this machine is no GB10
              build.cuda-home: no CUDA toolkit with an nvcc is below /usr/local or in CUDA_HOME
  never       cuda.library-path: PyTorch's wheels find their own CUDA libraries; a path for all
              makes other programs load the wrong ones
