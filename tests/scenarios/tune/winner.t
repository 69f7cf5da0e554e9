# A file that is read after ours wins at the next boot: the plan says so.
base healthy-decode
-- etc/sysctl.d/zz-site.conf --
vm.swappiness = 60
-- end --
$ gb10 tune plan cool --root $ROOT
3 changes, nothing written
  cool                  cooler, with memory for the GPU kept free, for machines that run all day
  its price             work that waits for arithmetic may be up to 9 % slower (computed); writers
                        of much data wait sooner for the disk

  = gpu-persistence 0   persistence on
  ~ gpu-clock-cap 0     sm_clocks no bound asked for -> at most 2200 MHz
                        one owner: decoding as fast, 78 to 48 W, 86 to 70 degrees (reported)
  ~ dirty-pages         vm.dirty_bytes 0 -> 2 GiB, vm.dirty_background_bytes 0 -> 512 MiB
                        20 % may be 24 GB that a model load has to wait for (computed)
  ~ swappiness          vm.swappiness 60 -> 10
                        memory of programs stays where it is
  + /etc/sysctl.d/99-zz-gb10.conf (new, 3 lines)
  + /etc/systemd/system/gb10-tune.service (new, 9 lines)
  + /etc/systemd/system/multi-user.target.d/50-gb10-tune.conf (new, 2 lines)
  + /etc/udev/rules.d/90-gb10.rules (new, 1 line)
  !                     gpu-clock-cap cannot be read back: it is asked for again at each boot
  !                     vm.swappiness would be lost at reboot: /etc/sysctl.d/zz-site.conf sets 60
                        and is read after ours

  apply: sudo gb10 tune apply cool       back to the byte: sudo gb10 tune undo
? 1
$ gb10 tune status --root $ROOT
knob                    cell                                now          usual
autogroup               kernel.sched_autogroup_enabled      not known    1
cpu-governor, 20 alike  scaling_governor                    performance  performance
dirty-pages             vm.dirty_ratio                      20           20 % and 10 %
                        vm.dirty_background_ratio           10
                        vm.dirty_bytes                      0
                        vm.dirty_background_bytes           0
disk-queue nvme0n1      scheduler                           none         NVMe: none, 1023, 128 KiB
                        nr_requests                         1023
                        read_ahead_kb                       128
fabric-mtu, 4 alike     mtu                                 1500         1500
gpu-accounting 0        accounting                          not known    off
gpu-clock-cap 0         sm_clocks                           not known    none
gpu-persistence 0       persistence                         on           on
huge-pages              enabled                             madvise      madvise
                        defrag                              madvise
idle-states, 60 alike   disable                             0            all on
network-backlog         net.core.netdev_max_backlog         not known    1000
socket-buffers          net.core.rmem_max                   not known    212992
                        net.core.wmem_max                   not known
swap /swap.img          active                              on           one file of 16 GiB
                        unit                                none
swappiness              vm.swappiness                       60           60
tcp-buffers             net.ipv4.tcp_rmem                   not known    max 6291456, 4194304
                        net.ipv4.tcp_wmem                   not known
tcp-fast-open           net.ipv4.tcp_fastopen               not known    1
tcp-slow-start          net.ipv4.tcp_slow_start_after_idle  not known    1
vfs-cache-pressure      vm.vfs_cache_pressure               not known    100

at the next boot
  vm.swappiness = 60  by /etc/sysctl.d/zz-site.conf
