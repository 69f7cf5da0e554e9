# What a machine, a person and a project are called stands in names of files, in command lines, in
# private domains and in the names of devices. Nothing of it may be in a snapshot, which is judged
# like the machine.
base orphaned-engine
-- etc/hostname --
quarry-7f3e
-- etc/hosts --
127.0.0.1 localhost
127.0.1.1 quarry-7f3e.fritz.box quarry-7f3e
-- end --
-- etc/resolv.conf --
search tail1a2b3.ts.net
-- end --
-- etc/profile.d/quarry-7f3e.sh --
export NCCL_SOCKET_IFNAME=enP7s7
-- end --
-- etc/profile.d/owner.sh --
export NCCL_IB_HCA=rocep1s0f1
-- end --
-- etc/passwd --
root:x:0:0:root:/root:/bin/bash
owner:x:1000:1000:Quentin Plantagenet,,,:/home/owner:/bin/bash
-- end --
