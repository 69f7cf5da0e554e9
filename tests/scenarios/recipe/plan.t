# What there is, what comes before building, and what a build would do on a machine of the usual kind.
base healthy-founders-edition
$ gb10 recipe list
11 recipes; before building, take what is built already: gb10 recipe show NAME says which
  flash-attention  2.8.3     leave it out: PyTorch's own attention is as fast
  llama-cpp        b10472    llama.cpp for CUDA 13 and 12.1a: here building is the way
  llvm             3.9.0     LLVM at the commit that Triton names, only for a Triton of one's own
  nccl             2.32.3-1  NCCL from source; the wheel and the package have it
  onnx             1.23.2    ONNX from source; its wheel for ARM does
  sageattention    2.2.0     SageAttention 2 for ComfyUI: from source
  torch            2.14.0    PyTorch from source; wheel and container are as fast
  torchaudio       2.11.1    torchaudio for a torch of one's own
  torchvision      0.29.2    torchvision for a torch of one's own
  triton           3.9.0     Triton from source; the wheel of 3.6 and later runs as it is
  vllm             0.33.0    vLLM from source; the plain wheel loads from 0.27.1
$ gb10 recipe plan vllm --root $ROOT
vllm cannot be built here yet: 7 packages are missing
  first      in a venv or conda environment:
             uv pip install 'vllm>=0.27.1' --torch-backend=cu130
             # the guides of August 2026 install it so on a GB10
  needs      package git: missing; fetches the sources
  needs      package g++: missing; compiles what is not CUDA
  needs      package python3-dev: missing; Python.h
  needs      package python3-venv: missing; the environment of the build
  needs      package cmake: missing; configures the build
  needs      package ninja-build: missing; runs the compilers
  needs      package libnuma-dev: missing; numa.h
  needs      toolkit CUDA 13: there (/usr/local/cuda-13.0)
  do         sudo apt install git g++ python3-dev python3-venv cmake ninja-build libnuma-dev
  time       25 min to 35 min (reported: a setup guide of January 2026, vLLM 0.13 with 4 jobs)
  jobs       12 of 20 cores: 117.8 GiB available, 9.0 GiB for each, 8.0 GiB kept free
  memory     of one compiler: 6.0 GiB to 9.0 GiB (reported: owners: jschmied guide,
             flashinfer-ai/flashinfer#3634)
  disk       not known; free: not known
  folder     /home/user/.cache/gb10/builds/vllm
  step 1     source-vllm (to run)
             fetches tag v0.33.0 of https://github.com/vllm-project/vllm
  step 2     python (to run)
             makes a Python environment and installs what the build needs
  step 3     keep-torch (to run)
             /home/user/.cache/gb10/builds/vllm/venv/bin/python use_existing_torch.py
  step 4     wheel (to run)
             /home/user/.cache/gb10/builds/vllm/venv/bin/python -m pip wheel
             /home/user/.cache/gb10/builds/vllm/src/vllm --wheel-dir
             /home/user/.cache/gb10/builds/vllm/dist --no-deps --no-build-isolation --verbose
  sets       SETUPTOOLS_SCM_PRETEND_VERSION=0.33.0+gb10
  sets       VLLM_TARGET_DEVICE=cuda
  sets       CUDA_HOME=/usr/local/cuda-13.0
  sets       TORCH_CUDA_ARCH_LIST=12.1a
  sets       MAX_JOBS=12
  sets       NVCC_THREADS=1
  makes      /home/user/.cache/gb10/builds/vllm/dist/vllm-*.whl
  not known  the room on the disk that it takes
  not known  the commit of vllm: the tag v0.33.0 is pinned, what it is gets recorded
? 1
$ gb10 recipe show sageattention
sageattention: SageAttention 2 for ComfyUI: from source
  first      ComfyUI without it: leave --use-sage-attention out; PyTorch's own attention is there
             the Triton kernels of the first version, of pure Python:
             uv pip install sageattention # 1.0.6 on PyPI
  build it   PyPI has only 1.0.6. The sources of 2.2.0 stop at an unknown GPU with 12.1 ('num' is
             not defined): they are told to treat it as 12.0, whose code runs on 12.1.
  source     sageattention: https://github.com/thu-ml/SageAttention, tag v2.2.0 (commit not known)
  patch      src/sageattention/setup.py: the list of GPUs ends at 12.0; where the sources know 12.1
             already nothing is changed
  package    git: fetches the sources
  package    g++: compiles what is not CUDA
  package    python3-dev: Python.h
  package    python3-venv: the environment of the build
  package    ninja-build: runs the compilers
  toolkit    CUDA 13
  GPU        12.0, from which every list of architectures is made
  sets       EXT_PARALLEL=1
             its extensions one after the other: MAX_JOBS counts for each of them
  sets       CUDA_HOME={cuda}
             the toolkit of CUDA 13 that was found here, not a link that may change
  sets       TORCH_CUDA_ARCH_LIST={arch.torch}
             code for this GPU alone; PyTorch's builder of extensions takes it from here
  sets       MAX_JOBS={jobs}
             as many compilers as there is memory for
  sets       NVCC_THREADS=1
             else each of these compilers starts others, which nobody counted
  step       wheel: {python} -m pip wheel {src.sageattention} --wheel-dir {dist} --no-deps
             --no-build-isolation --verbose
  makes      dist/sageattention-*.whl
  time       not known
  memory     of one compiler: 3.0 GiB to 8.0 GiB (reported: owners, of the compilers of FlashInfer:
             flashinfer-ai/flashinfer#3634; none of this build)
  disk       not known
  known      reported: 12.1 was refused, and is accepted in sources since November 2025;
             thu-ml/SageAttention#107, #330, PR#297 (2026-10)
  known      reported: built on a DGX Spark; Blizaine/Maestro PR#55 (2026-08)
  known      tested: PyPI has 1.0.6, a wheel of pure Python; PyPI, looked up (2026-11)
  more       gb10 compat sageattention
  catalogue  S4-55
  in force   built in
# The commit of LLVM is read from Triton's sources when they are there.
$ gb10 recipe build llvm --dry-run --root $ROOT
#!/bin/sh
\# llvm 3.9.0: LLVM at the commit that Triton names, only for a Triton of one's own
\# What gb10 recipe build llvm runs, step by step; without its stamps, budget and resume.
\# missing here: sudo apt install git cmake ninja-build g++ python3
set -eu

WORK=/home/user/.cache/gb10/builds/llvm
if [ ! -e "$WORK/.gb10-build" ] && [ -n "$(ls -A "$WORK" 2> /dev/null)" ]; then
  echo "$WORK holds something else, not made by gb10" >&2
  exit 5
fi
mkdir -p "$WORK"
echo 'A build of gb10 recipe. What lies here was made by it and may be removed as a whole.' > "$WORK/.gb10-build"
mkdir -p "$WORK/src" "$WORK/dist"
cd "$WORK"
\# 12 of 20 cores: 117.8 GiB available, 9.0 GiB for each, 8.0 GiB kept free; nobody has told what
\# one takes here, so it is what one of CUDA's takes (reported)
JOBS=${JOBS:-12}

\# source-triton: fetches tag v3.9.0 of https://github.com/triton-lang/triton
git init --quiet /home/user/.cache/gb10/builds/llvm/src/triton
git -C /home/user/.cache/gb10/builds/llvm/src/triton fetch --depth 1 --no-tags -- https://github.com/triton-lang/triton refs/tags/v3.9.0
git -C /home/user/.cache/gb10/builds/llvm/src/triton checkout --quiet --force --detach FETCH_HEAD

\# source-llvm: fetches commit (as src/triton/cmake/llvm-hash.txt says) of
\# https://github.com/llvm/llvm-project
git init --quiet /home/user/.cache/gb10/builds/llvm/src/llvm
git -C /home/user/.cache/gb10/builds/llvm/src/llvm fetch --depth 1 --no-tags -- https://github.com/llvm/llvm-project "$(head -n 1 /home/user/.cache/gb10/builds/llvm/src/triton/cmake/llvm-hash.txt)"
git -C /home/user/.cache/gb10/builds/llvm/src/llvm checkout --quiet --force --detach FETCH_HEAD

\# configure
cmake -G Ninja -S /home/user/.cache/gb10/builds/llvm/src/llvm/llvm -B /home/user/.cache/gb10/builds/llvm/build -DCMAKE_BUILD_TYPE=Release -DLLVM_ENABLE_ASSERTIONS=ON '-DLLVM_ENABLE_PROJECTS=mlir;llvm;lld' '-DLLVM_TARGETS_TO_BUILD=host;NVPTX' -DLLVM_PARALLEL_LINK_JOBS=2 -DCMAKE_INSTALL_PREFIX=/home/user/.cache/gb10/builds/llvm/install

\# compile
ninja -C /home/user/.cache/gb10/builds/llvm/build -j "$JOBS"

\# install
ninja -C /home/user/.cache/gb10/builds/llvm/build install
# An own recipe in the place of one of ours.
-- data/recipes/onnx.toml --
name  = "onnx"
title = "another one"
why   = "a test"
[[source]]
name = "onnx"
git  = "https://example.invalid/onnx"
commit = "0123456789012345678901234567890123456789"
[[step]]
name    = "one"
run     = [ [ "make", "it's", "{{x}}", "-j{jobs}" ] ]
outputs = [ "made/one" ]
[result]
files = "made/one"
-- end --
$ gb10 recipe build onnx --dry-run --root $ROOT --data $ROOT/data
#!/bin/sh
\# onnx: another one
\# What gb10 recipe build onnx runs, step by step; without its stamps, budget and resume.
set -eu

WORK=/home/user/.cache/gb10/builds/onnx
if [ ! -e "$WORK/.gb10-build" ] && [ -n "$(ls -A "$WORK" 2> /dev/null)" ]; then
  echo "$WORK holds something else, not made by gb10" >&2
  exit 5
fi
mkdir -p "$WORK"
echo 'A build of gb10 recipe. What lies here was made by it and may be removed as a whole.' > "$WORK/.gb10-build"
mkdir -p "$WORK/src" "$WORK/dist"
cd "$WORK"
\# 12 of 20 cores: 117.8 GiB available, 9.0 GiB for each, 8.0 GiB kept free; nobody has told what
\# one takes here, so it is what one of CUDA's takes (reported)
JOBS=${JOBS:-12}

\# source-onnx: fetches commit 0123456789012345678901234567890123456789 of
\# https://example.invalid/onnx
git init --quiet /home/user/.cache/gb10/builds/onnx/src/onnx
git -C /home/user/.cache/gb10/builds/onnx/src/onnx fetch --depth 1 --no-tags -- https://example.invalid/onnx 0123456789012345678901234567890123456789
git -C /home/user/.cache/gb10/builds/onnx/src/onnx checkout --quiet --force --detach FETCH_HEAD

\# one
make 'it'\''s' '{x}' -j"$JOBS"
$ gb10 recipe plan onnx --root $ROOT --data $ROOT/data
onnx can be built here: 2 steps to run
  time       not known
  jobs       12 of 20 cores: 117.8 GiB available, 9.0 GiB for each, 8.0 GiB kept free; nobody has
             told what one takes here, so it is what one of CUDA's takes (reported)
  memory     of one compiler: not known
  disk       not known; free: not known
  folder     /home/user/.cache/gb10/builds/onnx
  step 1     source-onnx (to run)
             fetches commit 0123456789012345678901234567890123456789 of https://example.invalid/onnx
  step 2     one (to run)
             make it's {x} -j12
  makes      /home/user/.cache/gb10/builds/onnx/made/one
  not known  the time: nobody is known to have told it
  not known  the memory of a compiler of this build: nobody is known to have told it
  not known  the room on the disk that it takes
