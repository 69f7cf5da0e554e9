# A rule and a harmless log line explained; names that are none.
$ gb10 show gpu.low-power-state
gpu.low-power-state: The GPU is held in a low-power state
  judges     gpu, fault
  given      identity.gb10 eq true
  samples    at least 5 in a row over 10 s that meet all its limits (gb10 show gpu.low-power-state
             --toml)
  why        Not proven. Owners suspect that the USB-C power controller or the embedded controller
             stays latched after a brown-out, a crash or a new plug (7 or more reports). A clock cap
             below 1400 MHz that somebody set by hand looks the same: sudo nvidia-smi -rgc takes
             such a cap away.
  useless    reboot
  useless    nvidia-smi -lgc
  useless    driver reinstall
  costs      power-off
  known      reported; Blackwellboy/model-serving-minefield trap 124; NVIDIA forum threads 376039,
             366590, 370304, 361294; parallelArchitect/spark-gpu-throttle-check;
             joeynyc/spark-doctor (2026-10)
  catalogue  E-01, E-03, S4-3
  in force   built in
  do         a clock cap may be set:
               sudo nvidia-smi -rgc; gb10 doctor --load
             still low:
               sudo poweroff
               # then unplug the supply from the wall and from the unit, wait 60 s (some units
               # needed 5 min), use the original 240 W supply
             after that:
               gb10 doctor --load
             still low:
               gb10 doctor --load --power-was-removed   # keep that report for the warranty claim

gpu.low-power-state: the GPU is held in a low-power state: a few hundred MHz, little W, while busy
  in a log   cause, on a GB10
  shown by   ^gpu-sample (pstate=\S+ )?util=(?P<util>[\d.]+) sm=(?P<mhz>\d+)( sm_max=\S+)?(
             mem=\S+)? power=(?P<watts>[\d.]+)( temp=\S+)?( reasons=(0x0+|None|\[?N/A\]?))?(
             tviol=0)?$ at least 3 times
  shown by   \b(9\d|100) %, (?P<mhz>\d{3,4}) MHz, (\d+ MHz, )?(?P<watts>\d+\.\d+) W(, \d+)?(,
             0x0+)?$ at least 3 times
  shown by   ^\s+SM\s+: (?P<mhz>\d+) MHz
  shown by   (9\d|100) ?% (GPU )?utilization.*?\b(?P<mhz>\d{3})
             ?MHz.*?[^\d.](?P<watts>\d{1,2}(\.\d+)?) ?W\b
  shown by   ^gpu-sample (pstate=P0 )?sm=(?P<mhz>\d+)( sm_max=\S+)?( mem=\S+)?(
             power=(?P<watts>[\d.]+))?( temp=\S+)?( reasons=(0x0+|None|\[?N/A\]?))?$ at least 3
             times
  shown by   "(?:gpu_)?util\w*"\s*:\s*(?P<util>[\d.]+).*"sm_mhz"\s*:\s*(?P<mhz>\d+).*"power\w*"\s*:\s*(?P<watts>[\d.]+).*"temp\w*"\s*:\s*(?P<temp>[\d.]+)
             at least 3 times
  shown by   "(?:gpu_)?util\w*"\s*:\s*(?P<util>[\d.]+).*"sm_clock\w*"\s*:\s*(?P<mhz>\d+).*"power\w*"\s*:\s*(?P<watts>[\d.]+).*"temp\w*"\s*:\s*(?P<temp>[\d.]+)
             at least 3 times
  with       ^gpu-sample .*\butil=(?P<util>[\d.]+) , or others
  not with   Thermal Slowdown\s+: Active, or others
  why        A busy GB10 runs at 2200 to 2530 MHz (one healthy unit, 58,762 public samples); here it
             is far below with little power and no throttle reason. Not proven: owners suspect that
             the power or embedded controller stays latched after a brown-out, a crash, a new plug
             or an update (7 or more reports). A clock cap below 1400 MHz that somebody set looks
             the same.
  useless    reboot
  useless    nvidia-smi -lgc
  useless    driver reinstall
  seen       NVIDIA's and other makers' units, drivers 580.95 to 580.173; not fixed at last sight
  known      Blackwellboy/model-serving-minefield trap 124; NVIDIA forum threads 376039, 366590,
             370304, 361294; eugr/spark-vllm-docker#334 (2026-10)
  catalogue  E-01
  in force   built in
  do         sudo nvidia-smi -rgc   # takes a clock cap away, should one be set
             still low:
               sudo poweroff
               # then unplug the supply from the wall and from the unit, wait 60 s (some units
               # needed 5 min), use the original 240 W supply
             after that:
               gb10 doctor --load
$ gb10 show mlx5-slot-power
mlx5-slot-power: ConnectX: "insufficient power on the PCIe slot (27W)" is normal on a GB10
  in a log   harmless
  shown by   mlx5.*Detected insufficient power on the PCIe slot \(\d+W\)
  not with   ^rdma-sample size=(?P<size>\d+) gbps=(?P<gbps>[\d.]+)
  why        The card asks for more power than the slot of a GB10 states. The line also comes on
             machines whose links run at full speed. Only a measured 13 Gb/s is a sign of a fault.
  known      NVIDIA/dgx-spark-playbooks PR 108 (2026-10)
  catalogue  N-07
  in force   built in

mlx5-slot-power: the doctor
  leaves out  such lines of kernel.log
  unless      identity.gb10 eq false
  in force    built in
$ gb10 show gpu.low-power
gb10: nothing is called "gpu.low-power"
hint: did you mean gpu.low-power-intermittent or gpu.low-power-state?
? 2
$ gb10 show gpu.low-power-stat
gb10: nothing is called "gpu.low-power-stat"
hint: did you mean gpu.low-power-state?
? 2
$ gb10 show heat-pipe
gb10: nothing is called "heat-pipe"
hint: gb10 rules lists the names
? 2
$ gb10 show
gb10: show what?
hint: gb10 show gpu.low-power-state
? 2
