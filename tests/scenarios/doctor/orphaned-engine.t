# D-12: an engine without its server, and no room beside it.
$ gb10 doctor --root $ROOTS/orphaned-engine
2 warnings       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/orphaned-engine

~ VLLM::EngineCore (pid 4711) holds 33.6 GiB of GPU memory, and the server that started it is gone.
    warning: memory.orphan-engine [4711]
    seen    gpu_process[4711].orphan yes (/proc/4711/stat)
            gpu_process[4711].memory 33.6 GiB (NVML)
            gpu_process[4711].name VLLM::EngineCore (/proc/4711/stat)
            gpu_process[4711].command VLLM::EngineCore (/proc/4711/cmdline)
    why     A server killed with SIGKILL leaves its engine process behind, which keeps the weights
            and the cache (reported for vLLM V1 builds of August 2026). The next start then finds
            too little memory.
    do      kill 4711
            still there after 30 s:
              kill -9 4711
            next time stop the server with SIGTERM (docker stop, systemctl stop, Ctrl-C)
            [no restart]

~ Only 5.6 GiB of 121.7 GiB is available. A GB10 that runs out freezes as a whole.
    warning: memory.nearly-exhausted
    seen    swap in use: 288 MiB of 16.0 GiB
    why     GPU and Linux share this memory. Owners saw 17 to 19 GiB vanish within 10 s while a
            server started or captured graphs, and then the whole machine froze or reset (8 or more
            threads, drivers 580 and 595). Container and systemd limits do not count what the GPU
            holds (two owners measured it).
    do      gb10 memory   # who holds it
            start the engine with a smaller share: vLLM --gpu-memory-utilization 0.75, SGLang
            --mem-fraction-static 0.5, or --kv-cache-memory-bytes
            [restart of the service]
    useless docker --memory and systemd MemoryMax

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    degraded        5.6 GiB of 121.7 GiB available; 12 free blocks of 32 MiB; swap 288 MiB
                            of 16.0 GiB
  software  healthy         driver 580.142; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   healthy         enP7s7 10 Gb/s; ConnectX-7: no cable
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  211 of 234 checks apply here: 203 passed, 5 could not be judged      gb10 doctor --all
? 1
