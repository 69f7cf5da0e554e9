# A list that installs a CPU build of torch and what does not belong on a GB10: what to write instead; a file that cannot be read.
-- requirements.txt --
# pinned
torch==2.9.0
flash-attn>=2.8.3
numpy
-r gone.txt
-- end --
-- broken/pyproject.toml --
[project]
dependencies = [
-- end --
$ gb10 audit $ROOT/requirements.txt --target gb10
1 line does not belong here, 1 line installs a CPU build      requirements.txt, for a GB10 (aarch64, CUDA 13), Python 3.12

! line 2        CPU build           torch==2.9.0                                             pytorch
    why     from PyPI this is a build without CUDA on aarch64
    write   torch==2.9.0; platform_machine != 'aarch64'
            torch==2.9.0+cu130; platform_machine == 'aarch64'

! line 3        leave it out here   flash-attn>=2.8.3                                     flash-attn
    why     There is no official wheel for ARM with CUDA 13; what pip finds is built for CUDA 12 or
            compiles for hours. Building it (as one guide does) brings little: SDPA is reported as
            fast or faster on a GB10, Transformers takes SDPA by itself, vLLM brings its own
            kernels. NVIDIA's images carry a build of their own.
    write   flash-attn>=2.8.3; platform_machine != 'aarch64'
    do      leave it out here; attn_implementation="sdpa" in the program

+ at the top
    add     --extra-index-url https://download.pytorch.org/whl/cu130
    why     the builds with CUDA are there; pip then takes them on every machine

  not read   line 5: gone.txt: cannot read $ROOT/gone.txt: no such file or directory

  1 not known to the matrix      gb10 audit $ROOT/requirements.txt --all
? 1
$ gb10 audit $ROOT/requirements.txt --target gb10 --json
{
  "subject": "$ROOT/requirements.txt",
  "target": "a GB10 (aarch64, CUDA 13), Python 3.12",
  "breaks": true,
  "items": [
    {
      "file": "$ROOT/requirements.txt",
      "line": 2,
      "scope": "",
      "written": "torch==2.9.0",
      "package": "torch",
      "verdict": "cpu-build",
      "why": "from PyPI this is a build without CUDA on aarch64",
      "instead": [
        "torch==2.9.0; platform_machine != 'aarch64'",
        "torch==2.9.0+cu130; platform_machine == 'aarch64'"
      ],
      "by_hand": "",
      "row": "pytorch"
    },
    {
      "file": "$ROOT/requirements.txt",
      "line": 3,
      "scope": "",
      "written": "flash-attn>=2.8.3",
      "package": "flash-attn",
      "verdict": "not-here",
      "why": "There is no official wheel for ARM with CUDA 13; what pip finds is built for CUDA 12 or compiles for hours. Building it (as one guide does) brings little: SDPA is reported as fast or faster on a GB10, Transformers takes SDPA by itself, vLLM brings its own kernels. NVIDIA's images carry a build of their own.",
      "instead": [
        "flash-attn>=2.8.3; platform_machine != 'aarch64'"
      ],
      "by_hand": "leave it out here; attn_implementation=\"sdpa\" in the program",
      "row": "flash-attn"
    },
    {
      "file": "$ROOT/requirements.txt",
      "line": 4,
      "scope": "",
      "written": "numpy",
      "package": "numpy",
      "verdict": "unknown",
      "why": "the compatibility matrix does not know it",
      "instead": [],
      "by_hand": "",
      "row": ""
    }
  ],
  "add": [
    {
      "file": "$ROOT/requirements.txt",
      "place": "at the top",
      "lines": [
        "--extra-index-url https://download.pytorch.org/whl/cu130"
      ],
      "why": "the builds with CUDA are there; pip then takes them on every machine"
    }
  ],
  "unread": [
    {
      "file": "$ROOT/requirements.txt",
      "line": 5,
      "what": "gone.txt: cannot read $ROOT/gone.txt: no such file or directory"
    }
  ]
}
? 1
$ gb10 audit $ROOT/requirements.txt --target gb10 --write
--- $ROOT/requirements.txt
+++ $ROOT/requirements.txt
@@ -1,5 +1,7 @@
 # pinned
+--extra-index-url https://download.pytorch.org/whl/cu130
-torch==2.9.0
+torch==2.9.0; platform_machine != 'aarch64'
+torch==2.9.0+cu130; platform_machine == 'aarch64'
-flash-attn>=2.8.3
+flash-attn>=2.8.3; platform_machine != 'aarch64'
 numpy
 -r gone.txt
written: $ROOT/requirements.txt; as it was: $ROOT/requirements.txt.gb10-before
? 2
$ gb10 audit $ROOT/requirements.txt --target gb10
no line breaks here; 3 of 4 lines judged      requirements.txt, for a GB10 (aarch64, CUDA 13), Python 3.12

  not read   line 7: gone.txt: cannot read $ROOT/gone.txt: no such file or directory

  1 fine, 2 for other machines, 1 not known to the matrix      gb10 audit $ROOT/requirements.txt --all
? 2
$ gb10 audit $ROOT/broken/pyproject.toml --target gb10
gb10: $ROOT/broken/pyproject.toml:2: Error while parsing array: encountered end-of-file
? 2
# Options that look into code, and targets that are none.
$ gb10 audit $ROOT/requirements.txt --driver 580
gb10: --driver is for files with code, not for requirements files
hint: leave it out, or audit the environment or the wheel itself
? 2
$ gb10 audit $ROOT/requirements.txt --target sm_7
gb10: no target is called "sm_7"
hint: targets: gb10, or a GPU such as sm_90
? 2
