# No NVIDIA GPU at all: nothing to judge, exit code 3.
$ gb10 doctor --root $ROOTS/laptop-without-gpu
cannot tell: no NVIDIA GPU answers here
  Example Computers Notebook 14   Ubuntu 24.04.4 LTS   kernel 6.14.0-37-generic   not a GB10
  the tree at $ROOTS/laptop-without-gpu

  GPU       cannot-tell     no NVIDIA GPU was found
  memory    healthy         26.0 GiB of 31.0 GiB available; 300 free blocks of 32 MiB; no swap
  software  healthy         1 Python environment, none with torch
  storage   healthy         nvme0n1 953.9 GiB, 16 GT/s x4; / 39.3 % used
  network   healthy         enp3s0 1 Gb/s
  heat      cannot-tell     hottest zone 47 °C (x86_pkg_temp)

  67 of 234 checks apply here: 67 passed, 0 could not be judged      gb10 doctor --all
? 3
