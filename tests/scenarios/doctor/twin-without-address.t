# H-05: one half of a cabled port has no address.
$ gb10 doctor --root $ROOTS/twin-without-address
1 warning       NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142
  the tree at $ROOTS/twin-without-address

~ Half of the cable is unused: enP2p1s0f1np1: its twin enp1s0f1np1 has 169.254.7.1/16
    warning: fabric.twin-without-address
    seen    fabric.twins_without_address enP2p1s0f1np1: its twin enp1s0f1np1 has 169.254.7.1/16
            (/sys/class/net, ip addr)
    why     Each cage shows as two network interfaces of about 100 Gb/s; only both together give 200
            Gb/s. A twin without an address also has no RoCE address, so NCCL that is told to use it
            fails with ibv_modify_qp (reported).
    do      give the twin an address in a subnet of its own, on both machines, for example (.2 on
            the other):
              sudo nmcli connection add type ethernet con-name cx7-twin ifname <IFNAME> ipv4.method manual ipv4.addresses 192.168.101.1/24 802-3-ethernet.mtu 9000
              # <IFNAME>: the one without an address, named above
            or keep to one:
              export NCCL_IB_HCA=<DEVICE>
              # <DEVICE>: the RDMA device of the half that has an address, from ibdev2netdev
            [no restart]

  GPU       no-fault-found  idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:
                            gb10 doctor --load
  memory    healthy         117.8 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B
                            of 16.0 GiB
  software  healthy         driver 580.142; CUDA toolkit 13.0.3; /home/owner/v/.venv: torch
                            2.11.0+cu130; Docker with the NVIDIA runtime
  storage   healthy         nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used
  network   degraded        enP7s7 10 Gb/s; ConnectX-7: enP2p1s0f1np1, enp1s0f1np1
  heat      no-fault-found  GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by
                            hardware since the driver started

  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path

  not judged: the GPU was idle: not tested under load (5)
  5 log lines that look bad and are not were left out
  202 of 234 checks apply here: 195 passed, 5 could not be judged      gb10 doctor --all
? 1
