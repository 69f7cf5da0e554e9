# Another GPU in another machine: the rules for a GB10 do not apply.
$ gb10 doctor --root $ROOTS/x86-workstation-h100
no fault found; GPU speed not tested
  Example Computers Tower W790   Ubuntu 24.04.4 LTS   kernel 6.8.0-87-generic   driver 580.105.08
  not a GB10
  the tree at $ROOTS/x86-workstation-h100

  GPU       no-fault-found  idle, P0, 345 MHz, 51.2 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    healthy         246.2 GiB of 251.6 GiB available; 7000 free blocks of 32 MiB; swap 0 B
                            of 8.0 GiB
  software  healthy         driver 580.105.08; 1 Python environment, none with torch
  storage   healthy         nvme0n1 953.9 GiB, 16 GT/s x4; / 39.3 % used
  network   healthy         enp3s0 1 Gb/s
  heat      cannot-tell     GPU 34 °C; hottest zone 47 °C (x86_pkg_temp); 0 s of thermal slowdown by
                            hardware since the driver started

  72 of 234 checks apply here: 72 passed, 0 could not be judged      gb10 doctor --all
