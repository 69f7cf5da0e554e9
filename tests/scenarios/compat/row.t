# One row by its name, by a package that it covers, and for one version.
$ gb10 compat deep-gemm
deep-gemm: broken, it is there for this CPU, and it fails
  broken       any: It dispatches for capability 9 and 10: 'Unsupported architecture'. Later code
               claims this family and was still reported to fault on a GB10 in August 2026. It does
               no harm while an engine does not choose it.
  do           when vLLM chooses it:
                 export VLLM_USE_DEEP_GEMM=0
  useless      the DG_JIT_… variables and --enforce-eager
  packages     deep-gemm
  reported     2026-10: 'Unsupported architecture' with DeepSeek V4 (deepseek-ai/DeepGEMM#236)
  reported     2026-08: still faults (vllm-project/vllm#54125; timothystewart6/vllm-gb10#27)
  holds        until 2027-04…
  in force     built in
? 1
$ gb10 compat Deep_GEMM
deep-gemm: broken, it is there for this CPU, and it fails
…
? 1
$ gb10 compat torch==2.9.1
pytorch 2.9.1: works-with, when its condition is met
  why          Only the builds of the cu130 index: PyPI's own wheel for ARM is a CPU build. The
               warning about capability 12.1 is harmless; Triton 3.5 of 2.9 needs TRITON_PTXAS_PATH.
  works        >=2.11,<2.15: Official wheels for this CPU carry code for sm_120, which runs on a
               GB10 (12.1); no build names 12.1, and none has to. PyPI's own wheel for ARM was a CPU
               build up to 2.10, and is one for CUDA 13.0 from 2.11 to 2.14; the cu130 index has
               CUDA builds of all. That pip cannot install PyTorch here (a course of January 2026
               says so) was true of PyPI alone.
  do           in a venv or conda environment (else make one with uv venv):
                 uv pip install --upgrade torch torchvision torchaudio --torch-backend=cu130
               or with pip, in the activated environment:
                 pip install --force-reinstall torch torchvision torchaudio --index-url https://download.pytorch.org/whl/cu130
               after every further install:
                 python3 -c "import torch; print(torch.__version__, torch.version.cuda)"
                 # 13.0, not None
  useless      building it for 12.1: 25 to 30 % from that is claimed and not shown, and builds for
               12.1 alone lose the memory-efficient attention
  needs        driver 580 or newer
  needs        torchvision and torchaudio from the same index, in the same command
  packages     torch
  in a file    torch>=2.11,<2.15
  tested       2026-11: the wheels 2.9.1 and 2.10.0 ask for CUDA packages on x86 only; 2.11.0 and
               2.14.0 ask for CUDA 13.0, 2.15.0 for CUDA 13.2.2 (PyPI, looked up for Python 3.12 on
               aarch64)
  reported     2026-10: the aarch64 wheels for cu130 and cu132 are built for 8.0 9.0 10.0 11.0
               12.0+PTX; the maintainers decline 12.1, as 12.0 code runs there
               (pytorch/pytorch#178891, #188191 and its build table)
  documented   2025-10: an NVIDIA engineer: what is compiled for 12.0 runs on 12.1 directly
               (pytorch/pytorch#164590)
  reported     2026-10: the warning about capability 12.1 is harmless, and gone with 2.11
               (pytorch/pytorch#172629, PR#166185)
  reported     2026-10: five owners and more got the CPU build from a plain pip install
               (pytorch/pytorch#168065; ace-step/ACE-Step PR#575; openral PR#167)
  reported     2025-12: a build of one's own does 88 products a second where the 2.9 wheel did 58,
               and so does the stock NGC image 25.10: take that, or a newer wheel, before building
               (GuigsEvt/dgx_spark_config#1)
  holds        until 2027-05…
  in force     built in
$ gb10 compat vllm==0.12.0
vllm 0.12.0: broken, it is there for this CPU, and it fails
  why          The wheel from PyPI is for CUDA 12: libcudart.so.12 is missing on a machine with CUDA
               13.
  works-with   >=0.27.1: 0.23 is the first release of which an owner says that the plain wheel
               works; the guides of August 2026 name 0.27.1. Older wheels from PyPI want CUDA 12
               (libcudart.so.12). Its published builds are made for 12.0, so single kernels were
               missing: FP8 with block scales up to 0.26. --gpu-memory-utilization 0.92, the
               default, cannot work where CPU and GPU share the memory: 0.80 to 0.85.
  do           in a venv or conda environment (else make one with uv venv):
                 uv pip install 'vllm>=0.27.1' --torch-backend=cu130
                 # then run gb10 doctor: flashinfer-cubin and flashinfer-jit-cache may no longer fit
               vllm serve with --gpu-memory-utilization 0.80 to 0.85
  useless      a link from libcudart.so.13 to libcudart.so.12
  useless      the pinned nightly wheel of January 2026 (0.13.0+cu130): newer plain releases have
               taken its place
  needs        exactly the torch that it pins
  needs        flashinfer-cubin and flashinfer-jit-cache of the version of flashinfer, or none
  packages     vllm
  in a file    vllm>=0.27.1
  reported     2026-10: 0.27.1 installs plainly on a GB10 (August 2026)
               (natolambert/dgx-spark-setup; jschmied/dgx-spark-setup-guide)
  reported     2026-06: the plain wheel of 0.23.0 with torch from cu130 works on a GB10
               (vllm-project/vllm#29472)
  reported     2026-10: 0.12 and before from PyPI: libcudart.so.12 is missing
               (vllm-project/vllm#31018, #36099)
  reported     2026-10: 0.21 to 0.26 stop with 'cutlass_gemm_caller … Error Internal' for FP8 with
               block scales (vllm-project/vllm#43367; djangodevreng/dgx-spark-benchmarks)
  reported     2026-10: 0.23 can die in the first load of a model; 0.24.0 has the fix
               (mudler/LocalAI#10722; vllm PR#45179)
  reported     2026-07: 0.85 instead of the default share; NVFP4 takes the CUTLASS kernels by itself
               (vllm-project/recipes PR#632)
  reported     2026-10: 12.1 is not in the published lists of architectures; open (vllm PR#38484)
  tested       2026-11: 0.33.0 has a wheel for ARM and pins torch 2.14.0 (PyPI, looked up for Python
               3.12 on aarch64)
  holds        until 2027-05…
  in force     built in
? 1
$ gb10 compat vllm==0.12.0 --json
{
  "name": "vllm",
  "title": "the plain wheel from 0.27.1",
  "kind": "library",
  "packages": [
    "vllm"
  ],
  "status": "works-with",
  "versions": ">=0.27.1",
…
  "evidence": [
    {
      "source": "natolambert/dgx-spark-setup; jschmied/dgx-spark-setup-guide",
      "date": "2026-10",
      "kind": "reported",
      "says": "0.27.1 installs plainly on a GB10 (August 2026)"
    },
…
  "expires": "2027-05",
  "install": {
    "requirement": "vllm>=0.27.1",
    "index": "https://download.pytorch.org/whl/cu130",
    "index_name": "pytorch-cu130",
    "replaces_torch": true,
    "x86_only": false,
…
  "asked": {
    "version": "0.12.0",
    "status": "broken",
    "why": "The wheel from PyPI is for CUDA 12: libcudart.so.12 is missing on a machine with CUDA 13."
  }
}
? 1
$ gb10 compat isaac-sim==4.0
isaac-sim 4.0: unknown, no source says
  works        >=5.1: A user ran it; plug-ins that need decord have to build that.
  reported     2025-11: 5.1 supports the machine, tested by the reporter
               (StanfordVL/BEHAVIOR-1K#1910)
  documented   2026-05: its guide has a section for the DGX Spark (isaac-sim/IsaacLab PR#5858)
  holds        until 2026-11…
  in force     built in
? 1
$ gb10 show ollama
ollama: works, as it comes
  works        any: The GB10 is in its list of supported GPUs. OLLAMA_LLM_LIBRARY=cuda is no name of
               a library and keeps it on the CPU; the line about skipping cuda_v12 is harmless.
               Loads of gpt-oss stopped near 80 % with 0.30 and 0.31. use_mmap=false loads faster.
  works-with   >=0.30,<0.32: a load of gpt-oss may stop near 80 %; other models are not named
  do           it runs on the CPU:
                 sudo systemctl edit ollama   # take OLLAMA_LLM_LIBRARY out, or set it to cuda_v13
               ollama ps   # should say 100% GPU
  documented   2026-01: GB10 was added to the supported devices (ollama/ollama PR#13987)
  reported     2025-11: 'cuda' in the playbook made it run on the CPU (NVIDIA/dgx-spark-playbooks
               PR#23)
  reported     2026-10: 0.30 and 0.31 stop while they load gpt-oss (ollama/ollama#16480, #12328)
  reported     2026-10: 'skipping CUDA device' is about cuda_v12; cuda_v13 follows (0.32.5)
               (Blackwellboy/model-serving-minefield trap 76)
  holds        until 2027-04…
  in force     built in
