# The plan as JSON.
$ gb10 tune plan desktop --json --root $ROOTS/healthy-decode
{
  "schema": 1,
  "profile": "desktop",
  "changes": true,
  "steps": [
    {
      "knob": "dirty-pages",
      "state": "change",
      "note": "20 % may be 24 GB that a model load has to wait for (computed)",
      "cells": [
        {
          "cell": "vm.dirty_ratio",
          "path": "/proc/sys/vm/dirty_ratio",
          "now": "20"
        },
        {
          "cell": "vm.dirty_background_ratio",
          "path": "/proc/sys/vm/dirty_background_ratio",
          "now": "10"
        },
        {
          "cell": "vm.dirty_bytes",
          "path": "/proc/sys/vm/dirty_bytes",
          "now": "0",
          "wanted": "2147483648"
        },
        {
          "cell": "vm.dirty_background_bytes",
          "path": "/proc/sys/vm/dirty_background_bytes",
          "now": "0",
          "wanted": "536870912"
        }
      ]
    }
  ],
  "files": [
    {
      "path": "/etc/sysctl.d/99-zz-gb10.conf",
      "state": "new"
    }
  ],
  "warnings": []
}
? 1
