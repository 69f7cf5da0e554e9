# What can be shown of a knob without a benchmark; what is refused says why.
base healthy-decode
-- etc/sysctl.d/10-site.conf --
vm.swappiness = 40
-- end --
$ gb10 tune prove swappiness --root $ROOT
vm.swappiness: nothing was asked for
  requested             nothing
  accepted              nothing
  observed              60
  next boot             40 by /etc/sysctl.d/10-site.conf
$ gb10 tune prove gpu-power-limit --root $ROOT
gb10: gpu-power-limit is refused: The firmware decides: NVML says that it is not supported on a GB10.
? 3
$ gb10 tune prove swapiness --root $ROOT
gb10: no knob is called "swapiness"
hint: did you mean swappiness?
? 2
$ gb10 tune prove swappiness --json --root $ROOT
{
  "schema": 1,
  "cells": [
    {
      "cell": "vm.swappiness",
      "path": "/proc/sys/vm/swappiness",
      "requested": null,
      "accepted": null,
      "observed": [
        "60"
      ],
      "boot": [
        "40 by /etc/sysctl.d/10-site.conf"
      ],
      "holds": null
    }
  ]
}
