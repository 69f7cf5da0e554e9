# ZFS on a data disk, its cache without a limit.
$ gb10 doctor --root $ROOTS/zfs-data-pool
1 warning       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/zfs-data-pool

~ The ZFS cache holds 45.0 GiB and may grow to 120.0 GiB.
    warning: storage.zfs-cache-unlimited
    seen    OpenZFS 2.3.4-1ubuntu1
    why     Without zfs_arc_max the limit is half of the memory (OpenZFS 2.2), from 2.3 on all but 1
            GB or five eighths (documented). This cache is not page cache: Linux does not count it
            as available, and drop_caches empties it badly. A limit below its present size does not
            make it shrink without memory pressure (documented in zfs(4)).
    do      echo 8589934592 | sudo tee /sys/module/zfs/parameters/zfs_arc_max
            # until the next boot; gives memory back under pressure only
            to clear it for good:
              echo 'options zfs zfs_arc_max=8589934592' | sudo tee /etc/modprobe.d/gb10-zfs.conf && sudo update-initramfs -u
            when the memory is needed before a load:
              sudo reboot   # after that: the cache starts small
            [reboot]
    useless zfs_arc_meta_limit

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    degraded        71.7 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B of
                            16.0 GiB
  software  healthy         driver 580.142; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  202 of 234 checks apply here: 195 passed, 5 could not be judged      gb10 doctor --all
? 1
