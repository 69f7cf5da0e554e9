# Memory-bound decoding: 96 % busy at 35 W. Low power at a normal clock is no fault.
$ gb10 doctor --root $ROOTS/healthy-decode
healthy       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/healthy-decode

  GPU       healthy         tested under load: 2438 to 2463 MHz, 34.6 to 35.8 W
  memory    healthy         55.8 GiB of 121.7 GiB available; 782 free blocks of 32 MiB; swap 0 B of
                            16.0 GiB
  software  healthy         driver 580.142; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      healthy         GPU 62 °C under load; hottest zone 66.4 °C (TSOC); 0 s of thermal
                            slowdown by hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  5 log lines that look bad and are not were left out
  211 of 234 checks apply here: 210 passed, 0 could not be judged      gb10 doctor --all
