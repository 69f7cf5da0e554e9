# Notes in full, what could not be judged with its reason, and the harmless lines of the log.
$ gb10 doctor --all --root $ROOTS/healthy-founders-edition
no fault found; GPU speed not tested
  NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/healthy-founders-edition

- CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc.
    note: cuda.nvcc-not-on-path
    seen    cuda.toolkits 1 (/usr/local)
            cuda.nvcc_on_path nvcc is in no directory of PATH (PATH of this shell)
    why     DGX OS leaves it like that. Running models needs no nvcc; building does ('nvcc: command
            not found', 'Could not find CUDA compiler').
    do      export PATH=/usr/local/cuda/bin:$PATH   # in ~/.bashrc to keep it
            [no restart]

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

not checked
            the GPU was idle: not tested under load: gpu.clock-reduced, gpu.low-power-state,
            gpu.power-brake, gpu.stalled-job, gpu.thermal-throttling

    benign  mlx5-slot-power: mlx5_core 0000:01:00.0: mlx5_pcie_event:326:(pid 165): Detected
            insufficient power on the PCIe slot (27W).
    benign  mlx5-slot-power: mlx5_core 0000:01:00.1: mlx5_pcie_event:326:(pid 165): Detected
            insufficient power on the PCIe slot (27W).
    benign  mlx5-slot-power: mlx5_core 0002:01:00.0: mlx5_pcie_event:326:(pid 165): Detected
            insufficient power on the PCIe slot (27W).
    benign  mlx5-slot-power: mlx5_core 0002:01:00.1: mlx5_pcie_event:326:(pid 165): Detected
            insufficient power on the PCIe slot (27W).
    benign  nvidia-peermem-symbol: nvidia_peermem: Unknown symbol ib_register_peer_memory_client
            (err -2)
  5 log lines that look bad and are not were left out
  202 of 234 checks apply here: 196 passed, 5 could not be judged
  for a forum (redacted):  gb10 doctor --markdown
