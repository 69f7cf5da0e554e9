# G-03: the toolkit is installed and Docker does not know it. A note: --gpus all may work.
$ gb10 doctor --root $ROOTS/docker-without-runtime
1 warning       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/docker-without-runtime

~ Docker knows the runtimes io.containerd.runc.v2, runc, but not nvidia (toolkit 1.19.0-1).
    warning: docker.no-nvidia-runtime
    seen    docker.running yes (docker info)
            docker.nvidia_runtime no (docker info)
    why     docker run --gpus all may work without it. Compose files and recipes with 'runtime:
            nvidia' stop with 'unknown or invalid runtime name: nvidia'. Seen on a stock machine
            with the toolkit installed.
    do      sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker
            [restart of the service]
    more    gb10 compat container-toolkit

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    healthy         117.8 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B
                            of 16.0 GiB
  software  degraded        driver 580.142; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker without the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  202 of 234 checks apply here: 195 passed, 5 could not be judged      gb10 doctor --all
? 1
