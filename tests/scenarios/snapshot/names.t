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
$ python3 -c "import pathlib,sys; r=pathlib.Path(sys.argv[1]); (r/'proc/2210/cmdline').write_bytes(bytes([0]).join(b'/usr/local/bin/llama-server -m /home/owner/models/harrowgate-v2.gguf --no-mmap -ngl 99 -c 32768 --lora /srv/kaninchenbau/adapter'.split())+bytes(1)); m=r/'proc/mounts'; m.write_text(m.read_text()+'/dev/sda1 /srv/kaninchenbau ext4 rw 0 0\n')" $ROOT
$ python3 -c "import json,pathlib,sys; p=pathlib.Path(sys.argv[1])/'.gb10/queries.jsonl'; q=[json.loads(l) for l in p.read_text().splitlines()]; log=next(a for a in q if a['argv'][:4]==['journalctl','-k','-b','0']); t='2026-11-20T08:00:00+00:00 quarry-7f3e kernel: '; log['stdout']+=''.join(t+l+' nvidia\n' for l in sys.argv[2:]); p.write_text(''.join(json.dumps(a)+'\n' for a in q))" $ROOT "usb 1-2: Product: Jo's iPhone" "usb 1-2: SerialNumber: QRSTUVWXYZAB" "input: Jo's Magic Keyboard as /devices/virtual/misc/uhid/input9" "nfs: server vault-9.lan not responding" "COMMAND=/usr/bin/mysql -pSesame" "key of /etc/ssl/quarry-7f3e.key"
$ gb10 snapshot --root $ROOT -o $WORK/open.tar.zst --no-redact
$WORK/open.tar.zst   NOT redacted: do not share it
  look at it:  gb10 doctor --snapshot $WORK/open.tar.zst
$ tar --zstd -xf $WORK/open.tar.zst --one-top-level=$WORK/open
$ python3 -c "import pathlib,sys; t=b''.join(str(p).encode()+p.read_bytes() for p in pathlib.Path(sys.argv[1]).rglob('*') if p.is_file()); print(*[s for s in sys.argv[2:] if s.encode() not in t] or ['all found'])" $WORK/open quarry-7f3e profile.d/owner harrowgate kaninchenbau Magic iPhone QRSTUV vault-9 Sesame
all found
$ gb10 snapshot --root $ROOT -o $WORK/a.tar.zst
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ tar --zstd -xf $WORK/a.tar.zst --one-top-level=$WORK/a
$ python3 -c "import pathlib,sys; t=b''.join(str(p).encode()+p.read_bytes() for p in pathlib.Path(sys.argv[1]).rglob('*') if p.is_file()).lower(); print(*[s for s in sys.argv[2:] if s.lower().encode() in t] or ['none found'])" $WORK/a quarry profile.d/owner harrowgate kaninchenbau Magic iPhone QRSTUV vault-9 Sesame tail1a2b3
none found
$ gb10 doctor --root $ROOT
2 warnings …
…
    warning: memory.orphan-engine [4711]
…
    warning: memory.nearly-exhausted
…
  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path
…
? 1
$ gb10 doctor --snapshot $WORK/a.tar.zst
2 warnings …
…
    warning: memory.orphan-engine [4711]
…
    warning: memory.nearly-exhausted
…
  - CUDA 13.0.3 is in /usr/local/cuda, but the shell does not find its nvcc. cuda.nvcc-not-on-path
…
? 1
# A folder that a command line names is called the same where it is a mount point.
$ gb10 inspect storage --snapshot $WORK/a.tar.zst
…
  filesystem[/srv/name-3].device …
…
