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
$ gb10 show mlx5-slot-power
mlx5-slot-power: ConnectX: "insufficient power on the PCIe slot (27W)"
  harmless  lines of kernel.log that match mlx5_core .*Detected insufficient power on the PCIe slot
            \(27W\)
  unless    identity.gb10 eq false
  why       The card asks for more power than the slot of a GB10 states. The line also comes on
            machines whose links run at full speed. Only a measured 13 Gb/s is a sign of a fault.
  known     NVIDIA/dgx-spark-playbooks PR#108 (2026-10)
  in force  built in
$ gb10 show gpu.low-power
gb10: nothing is called "gpu.low-power"
hint: did you mean gpu.low-power-state?
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
