# The diagnosis as a value: verdicts, findings by name and severity, counts.
$ gb10 doctor --json --root $ROOTS/stuck-clock
{
  "schema": 1,
  "verdict": "faulty",
  "headline": "1 fault",
  "machine": "NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1021-nvidia   driver 580.159.03",
  "origin": "the tree at $ROOTS/stuck-clock",
  "areas": [
    {
      "area": "gpu",
      "verdict": "faulty",
      "summary": "tested under load: 682 to 695 MHz, 16.6 to 17.6 W",
      "passed": 28,
      "fired": 2,
      "not_checked": 0
    },
    {
      "area": "memory",
      "verdict": "healthy",
      "summary": "55.8 GiB of 121.7 GiB available; 782 free blocks of 32 MiB; swap 0 B of 16.0 GiB",
      "passed": 37,
      "fired": 0,
      "not_checked": 0
    },
    {
      "area": "software",
      "verdict": "healthy",
      "summary": "driver 580.159.03; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch 2.11.0+cu130; Docker with the NVIDIA runtime",
      "passed": 103,
      "fired": 1,
      "not_checked": 0
    },
    {
      "area": "storage",
      "verdict": "healthy",
      "summary": "nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used",
      "passed": 12,
      "fired": 0,
      "not_checked": 0
    },
    {
      "area": "network",
      "verdict": "healthy",
      "summary": "enP7s7 10 Gb/s; ConnectX-7: no cable",
      "passed": 25,
      "fired": 0,
      "not_checked": 0
    },
    {
      "area": "thermal",
      "verdict": "healthy",
      "summary": "GPU 45 °C under load; hottest zone 48.9 °C (TSOC); 0 s of thermal slowdown by hardware since the driver started",
      "passed": 3,
      "fired": 0,
      "not_checked": 0
    }
  ],
  "findings": [
    {
      "name": "gpu.low-power-state",
      "area": "gpu",
      "severity": "fault",
      "message": "The GPU is held at 695 MHz, 17.6 W, while a job keeps it at least 90 % busy.",
      "evidence": [
        "12 samples over 11 s: 682 MHz to 695 MHz, 16.6 W to 17.6 W, 96 % busy, 45 °C",
        "no throttle reason in any of them",
        "one healthy unit under load: 2197 to 2528 MHz (58,762 public samples); a deadlocked job keeps its normal clock"
      ],
      "why": "Not proven. Owners suspect that the USB-C power controller or the embedded controller stays latched after a brown-out, a crash or a new plug (7 or more reports). A clock cap below 1400 MHz that somebody set by hand looks the same: sudo nvidia-smi -rgc takes such a cap away.",
      "remedy": [
        {
          "when": "a clock cap may be set",
          "run": "sudo nvidia-smi -rgc; gb10 doctor --load"
        },
        {
          "when": "still low",
          "run": "sudo poweroff",
          "note": "then unplug the supply from the wall and from the unit, wait 60 s (some units needed 5 min), use the original 240 W supply"
        },
        {
          "when": "after that",
          "run": "gb10 doctor --load"
        },
        {
          "when": "still low",
          "run": "gb10 doctor --load --power-was-removed",
          "note": "keep that report for the warranty claim"
        }
      ],
      "not_remedy": [
        "reboot",
        "nvidia-smi -lgc",
        "driver reinstall"
      ],
      "impact": "power-off",
      "source": "Blackwellboy/model-serving-minefield trap 124; NVIDIA forum threads 376039, 366590, 370304, 361294; parallelArchitect/spark-gpu-throttle-check; joeynyc/spark-doctor",
      "date": "2026-10"
    },
    {
      "name": "cuda.nvcc-not-on-path",
      "area": "software",
      "severity": "note",
      "message": "CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc.",
      "evidence": [
        "cuda.toolkits 1 (/usr/local)",
        "cuda.nvcc_on_path nvcc is in no directory of PATH (PATH of this shell)"
      ],
      "why": "DGX OS leaves it like that. Running models needs no nvcc; building does ('nvcc: command not found', 'Could not find CUDA compiler').",
      "remedy": [
        {
          "run": "export PATH=/usr/local/cuda/bin:$PATH",
          "note": "in ~/.bashrc to keep it"
        }
      ],
      "impact": "none",
      "source": "NVIDIA/dgx-spark-playbooks",
      "date": "2026-10"
    }
  ],
  "not_checked": [],
  "harmless": [
    "mlx5-slot-power: mlx5_core 0000:01:00.0: mlx5_pcie_event:326:(pid 165): Detected insufficient power on the PCIe slot (27W).",
    "mlx5-slot-power: mlx5_core 0000:01:00.1: mlx5_pcie_event:326:(pid 165): Detected insufficient power on the PCIe slot (27W).",
    "mlx5-slot-power: mlx5_core 0002:01:00.0: mlx5_pcie_event:326:(pid 165): Detected insufficient power on the PCIe slot (27W).",
    "mlx5-slot-power: mlx5_core 0002:01:00.1: mlx5_pcie_event:326:(pid 165): Detected insufficient power on the PCIe slot (27W).",
    "nvidia-peermem-symbol: nvidia_peermem: Unknown symbol ib_register_peer_memory_client (err -2)"
  ],
  "counts": {
    "checks": 211,
    "passed": 208,
    "not_judged": 0,
    "not_applicable": 23
  }
}
? 1
# Of a machine that cannot be judged.
$ gb10 doctor --json --root $ROOTS/laptop-without-gpu
{
  "schema": 1,
  "verdict": "cannot-tell",
…
  "findings": [],
  "not_checked": [],
  "harmless": [],
…
}
? 3
