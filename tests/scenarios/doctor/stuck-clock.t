# E-01: 96 % busy at 690 MHz and 17 W without a reason.
$ gb10 doctor --root $ROOTS/stuck-clock
1 fault       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1021-nvidia   driver 580.159.03
  the tree at $ROOTS/stuck-clock

! The GPU is held at 695 MHz, 17.6 W, while a job keeps it at least 90 % busy.
    fault: gpu.low-power-state
    seen    12 samples over 11 s: 682 MHz to 695 MHz, 16.6 W to 17.6 W, 96 % busy, 45 °C
            no throttle reason in any of them
            one healthy unit under load: 2197 to 2528 MHz (58,762 public samples); a deadlocked job
            keeps its normal clock
    why     Not proven. Owners suspect that the USB-C power controller or the embedded controller
            stays latched after a brown-out, a crash or a new plug (7 or more reports). A clock cap
            below 1400 MHz that somebody set by hand looks the same: sudo nvidia-smi -rgc takes such
            a cap away.
    do      a clock cap may be set:
              sudo nvidia-smi -rgc; gb10 doctor --load
            still low:
              sudo poweroff
              # then unplug the supply from the wall and from the unit, wait 60 s (some units needed
              # 5 min), use the original 240 W supply
            after that:
              gb10 doctor --load
            still low:
              gb10 doctor --load --power-was-removed   # keep that report for the warranty claim
            [power off at the wall]
    useless reboot; nvidia-smi -lgc; driver reinstall

  GPU       faulty          tested under load: 682 to 695 MHz, 16.6 to 17.6 W
  memory    healthy         55.8 GiB of 121.7 GiB available; 782 free blocks of 32 MiB; swap 0 B of
                            16.0 GiB
  software  healthy         driver 580.159.03; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      healthy         GPU 45 °C under load; hottest zone 48.9 °C (TSOC); 0 s of thermal
                            slowdown by hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  5 log lines that look bad and are not were left out
  211 of 234 checks apply here: 208 passed, 0 could not be judged      gb10 doctor --all
? 1
