# --data DIR replaces rules by name: an empty file masks one, a new one is judged as well.
base orphaned-engine
-- mine/rules/memory.nearly-exhausted.toml --
-- end --
-- mine/rules/site.little-swap.toml --
name     = "site.little-swap"
area     = "memory"
severity = "warning"
title    = "Too little swap for this site"
when     = [ { fact = "memory.swap_total", lt = "32 GiB" } ]
message  = "Swap is {memory.swap_total} here; this site wants 32 GiB."
why      = "A rule of this site."
remedy   = [ "ask the administrator" ]
impact   = "none"
catalogue = []
evidence_class = "documented"
source   = "this scenario"
date     = "2026-11"
[[example]]
facts = { "memory.swap_total" = "16 GiB" }
fires = true
-- end --
$ gb10 doctor --data $ROOT/mine --root $ROOT
2 warnings       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOT

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

~ Swap is 16.0 GiB here; this site wants 32 GiB.
    warning: site.little-swap
    seen    memory.swap_total 16.0 GiB (/proc/meminfo)
    why     A rule of this site.
    do      ask the administrator
            [no restart]

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
  not checked: memory.nearly-exhausted: masked by
    $ROOT/mine/rules/memory.nearly-exhausted.toml
? 1
$ gb10 show site.little-swap --data $ROOT/mine
site.little-swap: Too little swap for this site
  judges    memory, warning
  when      memory.swap_total lt 32 GiB
  why       A rule of this site.
  costs     none
  known     documented; this scenario (2026-11)
  in force  $ROOT/mine/rules/site.little-swap.toml
  do         ask the administrator
$ gb10 show memory.nearly-exhausted --data $ROOT/mine
gb10: memory.nearly-exhausted is masked by an empty file, $ROOT/mine/rules/memory.nearly-exhausted.toml
hint: remove that file
? 2
