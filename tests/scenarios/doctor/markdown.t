# For a forum: names of users and addresses are replaced.
$ gb10 doctor --markdown --root $ROOTS/twin-without-address
**1 warning**  
NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142 (a tree of files)

| part | state | seen |
|---|---|---|
| GPU | no-fault-found | idle, P8, 208 MHz, 4.1 W: a low clock shows only under load; test it:  gb10 doctor --load |
| memory | healthy | 117.8 GiB of 121.7 GiB available; 1417 free blocks of 32 MiB; swap 0 B of 16.0 GiB |
| software | healthy | driver 580.142; CUDA toolkit 13.0.3; /home/user-1/v/.venv: torch 2.11.0+cu130; Docker with the NVIDIA runtime |
| storage | healthy | nvme0n1 3.7 TiB, 16 GT/s x4; / 39 % used |
| network | degraded | enP7s7 10 Gb/s; ConnectX-7: enP2p1s0f1np1, enp1s0f1np1 |
| heat | no-fault-found | GPU 36 °C; hottest zone 41.2 °C (TSOC); 0 s of thermal slowdown by hardware since the driver started |

**warning: Half of the cable is unused: enP2p1s0f1np1: its twin enp1s0f1np1 has 169.254.0.1/16** `fabric.twin-without-address`

- seen: fabric.twins_without_address enP2p1s0f1np1: its twin enp1s0f1np1 has 169.254.0.1/16 (/sys/class/net, ip addr)
- why: Each cage shows as two network interfaces of about 100 Gb/s; only both together give 200 Gb/s. A twin without an address also has no RoCE address, so NCCL that is told to use it fails with ibv_modify_qp (reported).
- do: give the twin an address in a subnet of its own, on both machines, for example (.2 on the other): `sudo nmcli connection add type ethernet con-name cx7-twin ifname <IFNAME> ipv4.method manual ipv4.addresses 192.168.101.1/24 802-3-ethernet.mtu 9000` (\<IFNAME>: the one without an address, named above)
- do: or keep to one: `export NCCL_IB_HCA=<DEVICE>` (\<DEVICE>: the RDMA device of the half that has an address, from ibdev2netdev)
- cost: no restart; source: NVIDIA/dgx-spark-playbooks#102, PR 103; DSv4 TP3 FIXLOG rung 22 (2026-10)

**note: CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc.** `cuda.nvcc-not-on-path`

- seen: cuda.toolkits 1 (/usr/local)
- seen: cuda.nvcc_on_path nvcc is in no directory of PATH (PATH of this shell)
- why: DGX OS leaves it like that. Running models needs no nvcc; building does ('nvcc: command not found', 'Could not find CUDA compiler').
- do: `export PATH=/usr/local/cuda/bin:$PATH` (in ~/.bashrc to keep it)
- cost: no restart; source: NVIDIA/dgx-spark-playbooks (2026-10)

202 of 234 checks apply here: 195 passed, 5 could not be judged. Not judged: the GPU was idle: not tested under load (5).
? 1
