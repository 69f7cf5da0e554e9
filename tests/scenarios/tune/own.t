# A mistake in one's own profile takes that one away and no other; a knob shows what is known of it.
base healthy-decode
-- mine/profiles/bad.toml --
name = "bad"
title = "t"
price = "p"
[[set]]
knob = "swappiness"
values = { "vm.swappiness" = "1000" }
why = "w"
-- end --
-- mine/profiles/mine.toml --
name = "mine"
title = "read ahead for the models' disk"
price = "memory"
[[set]]
knob = "disk-queue"
instance = "nvme0n1"
values = { "read_ahead_kb" = "4096" }
why = "my models lie there"
-- end --
$ gb10 tune plan mine --data $ROOT/mine --root $ROOT
1 change, nothing written
  mine                  read ahead for the models' disk
  its price             memory

  ~ disk-queue nvme0n1  read_ahead_kb 128 -> 4096
                        my models lie there
  !                     disk-queue nvme0n1 has no serial number: it is set until the next restart

  apply: sudo gb10 tune apply mine --data $ROOT/mine       back to the byte: sudo gb10 tune undo
gb10: passed over: $ROOT/mine/profiles/bad.toml: vm.swappiness: 1000 lies outside 0 to 200
? 1
$ gb10 tune plan bad --data $ROOT/mine --root $ROOT
gb10: passed over: $ROOT/mine/profiles/bad.toml: vm.swappiness: 1000 lies outside 0 to 200
gb10: $ROOT/mine/profiles/bad.toml: vm.swappiness: 1000 lies outside 0 to 200
? 2
$ gb10 show gpu-clock-cap
gpu-clock-cap: an upper bound of the GPU clock
  advice    offered, risk low
  usual     none
  cell      nvml:{}:sm_clocks: 0 to 3003
  kept by   unit
  why       Owners who run a GB10 all day cap its clock: it stays cooler and costs decoding nearly
            nothing, which waits for memory (reported). What computes, prefill and training, may
            lose up to the ratio of the clocks. The driver cannot be asked what is set, and forgets
            it when it is loaded anew.
  scripts   3003,3003 (S4-3): wrong direction
            a floor at 3003 MHz does not hold; a cap downward works
  known     reported: with a cap 92 to 80 and 91 to 65 degrees on the same jobs;
            NVIDIA/open-gpu-kernel-modules#1358; an owner of several (2026-11)
  known     documented: nvmlDeviceSetGpuLockedClocks, and no function that reads it; nvml.h 13.0
            (2026-11)
  in force  knobs/gpu-clock-cap.toml
