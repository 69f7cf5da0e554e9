# The diagnosis as a value: verdicts, findings by name and severity, counts.
$ gb10 doctor --json --root $ROOTS/stuck-clock
{
  "schema": 1,
  "verdict": "faulty",
  "headline": "1 fault",
  "machine": "NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1021-nvidia   driver 580.159.03",
  "origin": "…",
  "areas": [
    {
      "area": "gpu",
      "verdict": "faulty",
…
      "area": "memory",
      "verdict": "healthy",
…
  "findings": [
    {
      "name": "gpu.low-power-state",
      "area": "gpu",
      "severity": "fault",
      "message": "The GPU is held at 695 MHz, 18 W, while a job keeps it at least 90 % busy.",
      "evidence": [
        "12 samples over 11 s: 682 MHz to 695 MHz, 17 W to 18 W, 96 % busy, 45 °C",
…
      "impact": "power-off",
…
    {
      "name": "cuda.nvcc-not-on-path",
      "area": "software",
      "severity": "note",
…
  "not_checked": [
…
  "harmless": [
    "mlx5-slot-power: mlx5_core 0000:01:00.0: mlx5_pcie_event:326:(pid 165): Detected insufficient power on the PCIe slot (27W).",
…
  "counts": {
…
}
? 1
# Of a machine that cannot be judged.
$ gb10 doctor --json --root $ROOTS/laptop-without-gpu
gb10: cannot open the tree $ROOTS/laptop-without-gpu: no such file or directory
? 2
