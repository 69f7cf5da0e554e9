# B-03: Ubuntu's nvcc 12.0 comes first on PATH.
$ gb10 doctor --root $ROOTS/old-nvcc-first
1 warning       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/old-nvcc-first

~ nvcc on PATH is /usr/bin/nvcc, release 12.0.140; this GPU needs 12.9 or newer.
    warning: cuda.old-nvcc-first
    seen    cuda.nvcc_on_path /usr/bin/nvcc (PATH of this shell)
            cuda.nvcc_on_path_version 12.0.140 (/var/lib/dpkg/status)
    why     Building anything for the GPU stops with "Unsupported gpu architecture 'compute_121'".
            Mostly it is Ubuntu's package nvidia-cuda-toolkit in /usr/bin. Quoted in more than 10
            projects' documents.
    do      export PATH=/usr/local/cuda/bin:$PATH CUDACXX=/usr/local/cuda/bin/nvcc
            rm -f CMakeCache.txt   # in the build folder: CMake keeps the old compiler
            if it comes from Ubuntu's package:
              sudo apt remove nvidia-cuda-toolkit
            [no restart]
    more    gb10 compat cuda-toolkit

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    healthy         117.8 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B
                            of 16.0 GiB
  software  degraded        driver 580.142; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  202 of 234 checks apply here: 195 passed, 5 could not be judged      gb10 doctor --all
? 1
