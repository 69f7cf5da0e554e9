# A finding that a setting clears is a plan of one step; nothing is written by looking.
base healthy-decode
-- proc/sys/vm/dirty_ratio --
40
-- end --
-- sys/kernel/mm/transparent_hugepage/defrag --
[always] defer defer+madvise madvise never
-- end --
$ gb10 doctor --fix --root $ROOT
2 of 3 findings can be cleared by a setting; nothing is written

memory.dirty-ratio-high: Up to 40 % of the available memory may fill with files that are not written yet, about 48 GB at 40 %.
1 change, nothing written
  fix:memory.dirty-ratio-high Unwritten files may fill a large part of the memory
  its price             what gb10 show dirty-pages says

  ~ dirty-pages         vm.dirty_ratio 40 -> 20, vm.dirty_background_ratio 10
                        clears the finding
  + /etc/sysctl.d/99-zz-gb10.conf (new, 2 lines)

  apply: sudo gb10 tune apply fix:memory.dirty-ratio-high       back to the byte: sudo gb10 tune undo

memory.huge-page-defrag-always: Huge-page defragmentation is set to "always": a program that asks for memory waits for compaction.
1 change, nothing written
  fix:memory.huge-page-defrag-always Programs wait while the kernel builds huge pages
  its price             what gb10 show huge-pages says

  ~ huge-pages          defrag always -> madvise
                        clears the finding
  + /etc/tmpfiles.d/gb10.conf (new, 1 line)

  apply: sudo gb10 tune apply fix:memory.huge-page-defrag-always       back to the byte: sudo gb10 tune undo

no setting clears these; gb10 doctor says what does:
  cuda.nvcc-not-on-path
? 1
$ gb10 doctor --fix --json --root $ROOT
{
  "schema": 1,
  "fixes": [
    {
      "finding": "memory.dirty-ratio-high",
      "plan": {
        "schema": 1,
        "profile": "fix:memory.dirty-ratio-high",
        "changes": true,
        "steps": [
          {
            "knob": "dirty-pages",
            "state": "change",
            "note": "clears the finding",
            "cells": [
              {
                "cell": "vm.dirty_ratio",
                "path": "/proc/sys/vm/dirty_ratio",
                "now": "40",
                "wanted": "20"
              },
              {
                "cell": "vm.dirty_background_ratio",
                "path": "/proc/sys/vm/dirty_background_ratio",
                "now": "10",
                "wanted": "10"
              },
              {
                "cell": "vm.dirty_bytes",
                "path": "/proc/sys/vm/dirty_bytes",
                "now": "0"
              },
              {
                "cell": "vm.dirty_background_bytes",
                "path": "/proc/sys/vm/dirty_background_bytes",
                "now": "0"
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
    },
    {
      "finding": "memory.huge-page-defrag-always",
      "plan": {
        "schema": 1,
        "profile": "fix:memory.huge-page-defrag-always",
        "changes": true,
        "steps": [
          {
            "knob": "huge-pages",
            "state": "change",
            "note": "clears the finding",
            "cells": [
              {
                "cell": "enabled",
                "path": "/sys/kernel/mm/transparent_hugepage/enabled",
                "now": "madvise"
              },
              {
                "cell": "defrag",
                "path": "/sys/kernel/mm/transparent_hugepage/defrag",
                "now": "always",
                "wanted": "madvise"
              }
            ]
          }
        ],
        "files": [
          {
            "path": "/etc/tmpfiles.d/gb10.conf",
            "state": "new"
          }
        ],
        "warnings": []
      }
    }
  ]
}
? 1
$ gb10 tune plan fix:memory.dirty-ratio-high --root $ROOT
1 change, nothing written
  fix:memory.dirty-ratio-high Unwritten files may fill a large part of the memory
  its price             what gb10 show dirty-pages says

  ~ dirty-pages         vm.dirty_ratio 40 -> 20, vm.dirty_background_ratio 10
                        clears the finding
  + /etc/sysctl.d/99-zz-gb10.conf (new, 2 lines)

  apply: sudo gb10 tune apply fix:memory.dirty-ratio-high       back to the byte: sudo gb10 tune undo
? 1
$ gb10 tune plan fix:memory.dirty-ratio --root $ROOT
gb10: no knob clears "memory.dirty-ratio"
hint: did you mean fix:memory.dirty-ratio-high?
? 2
$ gb10 doctor --fix --root $ROOTS/healthy-decode
0 of 1 finding can be cleared by a setting; nothing is written

no setting clears these; gb10 doctor says what does:
  cuda.nvcc-not-on-path
$ gb10 doctor --fix --markdown
gb10: --fix excludes --log and --markdown
? 2
