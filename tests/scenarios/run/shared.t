# What processes share counts once: memory of a fork's parent, and a mapping that all of them have.
native
$ gb10 run --budget 200MiB -- python3 -c "import os,time; a=bytearray(120<<20); [os.fork() or (time.sleep(1.5), os._exit(0)) for i in range(4)]; time.sleep(3)"
$ gb10 run --budget 200MiB -- python3 -c "import mmap,os,time; m=mmap.mmap(-1,120<<20); m[:]=bytes(120<<20); [os.fork() or (sum(m[::4096]), time.sleep(1.5), os._exit(0)) for i in range(4)]; time.sleep(3)"
# What is kept in a file that is mapped by nobody counts too.
$ gb10 run --budget 64MiB -- python3 -c "import os,time; f=os.memfd_create('x'); [os.pwrite(f,bytes(1<<20),i<<20) for i in range(200)]; time.sleep(9)"
gb10: over its budget of 64 MiB: the command holds … in 1 process, … of it python3; SIGTERM
gb10: it ended … s after SIGTERM
…
? 143
# Each has a file of its own: together they are over it.
$ gb10 run --budget 130MiB -- python3 -c "import os,time; [os.fork() or (os.pwrite(os.memfd_create('x'),bytes(100<<20),0), time.sleep(9), os._exit(0)) for i in range(2)]; time.sleep(9)"
gb10: over its budget of 130 MiB: the command holds … in 3 processes, … of it python3; SIGTERM
gb10: it ended … s after SIGTERM
…
? 143
