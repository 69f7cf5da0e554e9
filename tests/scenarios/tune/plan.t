# What a profile would change on a GB10, and on a machine that is none; nothing is written.
$ gb10 tune plan cool --root $ROOTS/healthy-decode
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

  apply: sudo gb10 tune apply cool       back to the byte: sudo gb10 tune undo
? 1
$ gb10 tune plan observe --root $ROOTS/healthy-decode
nothing to change
  observe               changes nothing
  its price             nothing

$ gb10 tune plan desktop --root $ROOTS/laptop-without-gpu
refused; nothing written
  desktop               a machine that somebody works at
  its price             writers of much data wait sooner for the disk

  x dirty-pages         vm.dirty_bytes 0 -> 2 GiB, vm.dirty_background_bytes 0 -> 512 MiB
                        this is no GB10 (PCI: no NVIDIA GPU; CPU: 22 x GenuineIntel Core Ultra 7
                        155H; DMI: Example Computers Notebook 14)
? 3
$ gb10 tune plan desktop --root $ROOTS/laptop-without-gpu --any-hardware
1 change, nothing written
  desktop               a machine that somebody works at
  its price             writers of much data wait sooner for the disk

  ~ dirty-pages         vm.dirty_bytes 0 -> 2 GiB, vm.dirty_background_bytes 0 -> 512 MiB
                        20 % may be 24 GB that a model load has to wait for (computed)
  + /etc/sysctl.d/99-zz-gb10.conf (new, 2 lines)
  !                     what profiles want is meant for a GB10, and this is no GB10 (PCI: no NVIDIA
                        GPU; CPU: 22 x GenuineIntel Core Ultra 7 155H; DMI: Example Computers
                        Notebook 14)

  apply: sudo gb10 tune apply desktop --any-hardware       back to the byte: sudo gb10 tune undo
? 1
$ gb10 tune profiles
  bench                 the same clock in every run, for comparing
                        price: not the fastest: work that waits for arithmetic may be up to 9 %
                        slower (computed)
  cool                  cooler, with memory for the GPU kept free, for machines that run all day
                        price: work that waits for arithmetic may be up to 9 % slower (computed);
                        writers of much data wait sooner for the disk
  desktop               a machine that somebody works at
                        price: writers of much data wait sooner for the disk
  fabric                two machines over ConnectX-7
                        price: some memory for buffers of sockets; packets are lost where the other
                        machine's MTU is another
  inference             a server of models
                        price: writers of much data wait sooner for the disk; programs are killed
                        sooner where swap was the way out
  observe               changes nothing
                        price: nothing
