# E-13: 96 % busy at full clock, 22 W for more than a minute.
$ gb10 doctor --root $ROOTS/deadlocked-job
1 warning       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1021-nvidia   driver 580.159.03
  the tree at $ROOTS/deadlocked-job

~ For 75 s the GPU has been at least 90 % busy at 2554 MHz or more, yet it drew no more than 22.3 W:
  a deadlocked job looks like this.
    warning: gpu.stalled-job
    seen    16 samples over 75 s: 2554 MHz to 2580 MHz, 22 W to 22.3 W, 96 % busy, 51 °C to 58 °C
            in one healthy unit's public log power stayed below 30 W under load for 10 s at most
    why     Utilisation counts a kernel that is resident, not one that gets on: one that spins in a
            deadlock reads as busy, and the server's health check stays green (3 public reports).
            The clock is normal, so this is not the low-power state. Light decoding at a capped
            clock draws as little, so only 2350 MHz and more count, and the slow memory state of a
            GB10 (gb10 doctor --load finds it) can look the same. To be sure, look whether the
            server still emits tokens; a long prefill emits none either, but draws 45 W and more.
    do      py-spy dump --pid <PID>
            # <PID>: the engine's, before you stop it: shows where it hangs
            restart the engine:
              docker restart <NAME>   # <NAME>: its container; or: sudo systemctl restart <UNIT>
            [restart of the service]

  GPU       degraded        tested under load: 2554 to 2580 MHz, 22 to 22.3 W
  memory    healthy         28.2 GiB of 121.7 GiB available; 400 free blocks of 32 MiB; swap 0 B of
                            16.0 GiB
  software  healthy         driver 580.159.03; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      healthy         GPU 58 °C under load; hottest zone 56 °C (TSOC); 0 s of thermal slowdown
                            by hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  5 log lines that look bad and are not were left out
  211 of 234 checks apply here: 209 passed, 0 could not be judged      gb10 doctor --all
? 1
