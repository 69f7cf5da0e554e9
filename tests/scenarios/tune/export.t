# A profile for those who set it by other means; what only gb10 can do is said.
$ gb10 tune export cool --format sysctl.d --root $ROOTS/healthy-decode
# gb10 tune, profile cool: cooler, with memory for the GPU kept free, for machines that run all day
# left out, gpu-persistence: only gb10 tune asks a driver, at each boot
# left out, gpu-clock-cap: only gb10 tune asks a driver, at each boot
vm.dirty_background_bytes = 536870912
vm.dirty_bytes = 2147483648
vm.swappiness = 10
$ gb10 tune export cool --format tmpfiles --root $ROOTS/healthy-decode
# gb10 tune, profile cool: cooler, with memory for the GPU kept free, for machines that run all day
# left out, gpu-persistence: only gb10 tune asks a driver, at each boot
# left out, gpu-clock-cap: only gb10 tune asks a driver, at each boot
# nothing of it is kept so
$ gb10 tune export cool --format ansible --root $ROOTS/healthy-decode
# gb10 tune, profile cool: cooler, with memory for the GPU kept free, for machines that run all day
# left out, gpu-persistence: only gb10 tune asks a driver, at each boot
# left out, gpu-clock-cap: only gb10 tune asks a driver, at each boot
# Values of a file count from the next restart on; the role gb10.toolkit.tune sets them now as well.
- name: Keep settings in /etc/sysctl.d/90-from-cool.conf
  ansible.builtin.copy:
    dest: /etc/sysctl.d/90-from-cool.conf
    mode: "0644"
    content: |
      vm.dirty_background_bytes = 536870912
      vm.dirty_bytes = 2147483648
      vm.swappiness = 10
$ gb10 tune export fabric --format udev --root $ROOTS/healthy-decode
# gb10 tune, profile fabric: two machines over ConnectX-7
# left out, socket-buffers: cannot read /proc/sys/net/core/rmem_max: no such file or directory
# left out, tcp-buffers: cannot read /proc/sys/net/ipv4/tcp_rmem: no such file or directory
ACTION=="add|change|move", SUBSYSTEM=="net", KERNEL=="enP2p1s0f0np0", DRIVERS=="mlx5_core", ATTR{mtu}="9000"
ACTION=="add|change|move", SUBSYSTEM=="net", KERNEL=="enP2p1s0f1np1", DRIVERS=="mlx5_core", ATTR{mtu}="9000"
ACTION=="add|change|move", SUBSYSTEM=="net", KERNEL=="enp1s0f0np0", DRIVERS=="mlx5_core", ATTR{mtu}="9000"
ACTION=="add|change|move", SUBSYSTEM=="net", KERNEL=="enp1s0f1np1", DRIVERS=="mlx5_core", ATTR{mtu}="9000"
