# NVIDIA's own machine, new and idle: two notes, nothing to mend.
$ gb10 doctor --root $ROOTS/healthy-founders-edition
no fault found; GPU speed not tested
  NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/healthy-founders-edition

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    healthy         117.8 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B
                            of 16.0 GiB
  software  healthy         driver 580.142; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  202 of 234 checks apply here: 196 passed, 5 could not be judged      gb10 doctor --all
