# No guard, no journal of an earlier boot: what is missing is said.
$ gb10 doctor --last-boot --root $ROOTS/dead-nothing-left
Cannot tell why the machine went down.
  when it went down is not known
  the tree at $ROOTS/dead-nothing-left

  missing   the flight recorder: there is none at /var/lib/gb10/ring (sudo gb10 guard install keeps
            one from now on)
            the journal of that boot: the journal keeps no earlier boot (sudo mkdir -p
            /var/log/journal && sudo systemctl restart systemd-journald)
  do        sudo gb10 guard install   # keeps the last 24 hours from now on
            sudo mkdir -p /var/log/journal && sudo systemctl restart systemd-journald
            # keeps the journal over a boot
? 1
