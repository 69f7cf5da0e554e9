# What must not leave the machine is planted in the places that are read: names of host, user and
# person, addresses, a serial number, a UUID, tokens. Nothing of it may be in a snapshot, and the
# same plants are found in one that is not redacted.
base healthy-oem
-- .gb10/self.json --
{"user": 1000, "now": 1795165200, "environment": {"PATH": "/home/quentin/bin:/usr/bin",
 "HOME": "/home/quentin", "USER": "quentin", "HF_TOKEN": "hf_PlantedPlantedPlantedPlanted1234",
 "VLLM_HOST_IP": "203.0.113.77", "LD_LIBRARY_PATH": "/home/quentin/lib"}}
-- end --
-- etc/passwd --
root:x:0:0:root:/root:/bin/bash
quentin:x:1000:1000:Quentin Plantagenet,,,:/home/quentin:/bin/bash
-- end --
-- etc/group --
sudo:x:27:quentin
docker:x:988:quentin
-- end --
-- etc/hostname --
planted-host
-- end --
-- etc/dgx-release --
DGX_NAME="DGX Spark"
DGX_SWBUILD_VERSION="7.2.3"
DGX_SERIAL_NUMBER="1983920027418"
DGX_OTA_VERSION="7.5.0"
-- end --
-- etc/nccl.conf --
NCCL_SOCKET_IFNAME=enP7s7
# ask quentin@planted.example before you change this
-- end --
-- etc/environment --
NCCL_IB_HCA=rocep1s0f1
OLLAMA_LLM_LIBRARY=/home/quentin/ollama
-- end --
-- proc/cmdline --
BOOT_IMAGE=/boot/vmlinuz root=UUID=3f1c9b52-7d04-4f0a-9a61-5c0d7e21ab94 ro hf_token=hf_PlantedPlantedPlantedPlanted1234
-- end --
-- .gb10/queries.jsonl --
{"argv": ["uname", "-m"], "stdout": "aarch64\n"}
{"argv": ["journalctl", "-k", "-b", "0", "-o", "short-iso", "--no-pager", "-n", "20000"], "stdout": "2026-11-20T08:00:00+00:00 planted-host kernel: r8127 0007:01:00.0 enP7s7: link up, 4c:bb:47:5d:2e:91\n2026-11-20T08:00:01+00:00 planted-host kernel: usb 2-1: SerialNumber: S6XNNA0W512388 nvidia\n2026-11-20T08:00:02+00:00 planted-host kernel: VFS: quentin mounted 203.0.113.77:/models\n"}
{"argv": ["journalctl", "-b", "-1", "-n", "400", "-o", "cat", "--no-pager"], "stdout": "New session of user quentin from 203.0.113.77\npolicy: set 'Kaninchenbau' (wlP9s9) as default nvidia\nJournal stopped\n"}
{"argv": ["ip", "-j", "addr", "show"], "stdout": "[{\"ifname\":\"enP7s7\",\"address\":\"4c:bb:47:5d:2e:91\",\"addr_info\":[{\"family\":\"inet\",\"local\":\"203.0.113.77\",\"prefixlen\":24},{\"family\":\"inet6\",\"local\":\"2001:db8:77::4ebb:47ff:fe5d:2e91\",\"prefixlen\":64}]}]"}
-- end --
-- home/quentin/Harrowgate/wallet-seed.txt --
twelve words
-- end --
-- etc/hosts --
192.0.2.9 payroll.internal.planted.example
-- end --
-- home/quentin/v/.venv/pyvenv.cfg --
home = /usr/bin
version = 3.12.3
-- end --
$ gb10 snapshot --root $ROOT -o $WORK/open.tar.zst --no-redact
$WORK/open.tar.zst   NOT redacted: do not share it
  look at it:  gb10 doctor --snapshot $WORK/open.tar.zst
$ tar --zstd -xf $WORK/open.tar.zst --one-top-level=$WORK/open
$ python3 -c "import pathlib,sys; t=b''.join(str(p).encode()+p.read_bytes() for p in pathlib.Path(sys.argv[1]).rglob('*') if p.is_file()); print(*[s for s in sys.argv[2:] if s.encode() not in t] or ['all found'])" $WORK/open quentin Plantagenet planted-host 1983920027418 3f1c9b52 hf_Planted 4c:bb:47:5d:2e:91 203.0.113.77 2001:db8:77 S6XNNA0W512388 planted.example Harrowgate wallet-seed Kaninchenbau
all found
$ gb10 snapshot --root $ROOT -o $WORK/a.tar.zst
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ tar --zstd -xf $WORK/a.tar.zst --one-top-level=$WORK/a
$ python3 -c "import pathlib,sys; t=b''.join(str(p).encode()+p.read_bytes() for p in pathlib.Path(sys.argv[1]).rglob('*') if p.is_file()).lower(); print(*[s for s in sys.argv[2:] if s.lower().encode() in t] or ['none found'])" $WORK/a quentin Plantagenet planted-host 1983920027418 3f1c9b52 hf_Planted 4c:bb:47:5d:2e:91 203.0.113.77 2001:db8:77 S6XNNA0W512388 planted.example Harrowgate wallet-seed Kaninchenbau payroll "New session"
none found
# The report for a forum is cleaned likewise.
$ gb10 doctor --markdown --root $ROOT
…
| software |…; /home/user-1/v/.venv: torch 2.11.0+cu130;…|
…
