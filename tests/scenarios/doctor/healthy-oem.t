# ASUS machine of a pair, with a cable, ollama and nvcc on PATH: not even a note.
$ gb10 doctor --root $ROOTS/healthy-oem
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
