# ZFS on a data disk, its cache without a limit.
$ gb10 doctor --root $ROOTS/zfs-data-pool
no fault found; GPU speed not tested       NVIDIA DGX Spark   driver 580.142
  the tree at $ROOTS/zfs-data-pool

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    no-fault-found  not known
  software  no-fault-found  driver 580.142; /home/owner/v/.venv: torch 2.11.0+cu130; Docker with the
                            NVIDIA runtime
  storage   no-fault-found  nvme0n1 3.7 TiB, 16 GT/s x4
  network   no-fault-found  no link is up
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA not known is in /usr/local/cuda, but the shell does not find its nvcc.
    cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5); identity.arch: cannot read /proc/cpuinfo:
  no such file or directory (4); cuda.default: it leads to /etc/alternatives/cuda, cannot look at
  /usr/local/cuda: no such … (2); 29 other reasons
  5 log lines that look bad and are not were left out
  187 checks: 146 passed, 40 could not be judged now      gb10 doctor --all
