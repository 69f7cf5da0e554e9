# F-01: more of the contiguous area is free than there is.
$ gb10 doctor --root $ROOTS/kernel-7.0.0-1019
1 fault       NVIDIA DGX Spark   DGX OS 7.6.0   kernel 7.0.0-1019-nvidia   driver 580.178.04
  the tree at $ROOTS/kernel-7.0.0-1019

! The kernel counts 216 MiB free in a contiguous area of 0 B: memory is set aside where pinned
  buffers cannot go.
    fault: memory.cma-broken
    seen    kernel 7.0.0-1019-nvidia
    why     Kernel 7.0.0-1019-nvidia (and 7.0.0-31-generic) switch on kexec handover, which keeps
            about 9.3 GiB for itself. RDMA registrations then fail with "Cannot allocate memory"
            between two machines, and a single machine just has less (5 threads, Sept 2026). An area
            with more free than it has is the sign.
    do      echo 'GRUB_CMDLINE_LINUX_DEFAULT="$GRUB_CMDLINE_LINUX_DEFAULT kho=off"' | sudo tee /etc/default/grub.d/90-kho-off.cfg && sudo update-grub
            sudo reboot
            or start kernel 6.17.0-1031 or 6.17.0-1032 from the GRUB menu
            [reboot]
    useless ulimit -l unlimited
    more    gb10 compat kernel

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    faulty          109.2 GiB of 121.7 GiB available; 1102 free blocks of 32 MiB; swap 0 B
                            of 16.0 GiB
  software  healthy         driver 580.178.04; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  202 of 234 checks apply here: 194 passed, 5 could not be judged      gb10 doctor --all
? 1
