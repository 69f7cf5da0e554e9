# A narrow screen: nothing is left out, and columns do not run into each other.
env COLUMNS=48
$ gb10 rules thermal
note     fabric.awake-without-cable
    The ConnectX-7 draws power without a cable
warning  firmware.ec-fan-regression
    The fans may be held too low by the embedded
    controller
note     gpu.thermal-slowdown-since-boot
    The GPU has been slowed by heat since the
    driver was loaded
warning  gpu.thermal-throttling
    The GPU is throttled by heat
warning  thermal.zone-hot
    A part of the machine is near its limit of
    heat

5 rules
  gb10 show NAME explains one
$ gb10 memory --need 60GiB --root $ROOTS/fragmented-memory
not now: 61.0 GiB free, but only 0.0 of it in
blocks of 32 MiB or more
  do   move pages together, so that large blocks
       come back; where they do not, a reboot
       brings them (reported)
       sudo gb10 memory free-cache

    6.3   never reaches Linux (firmware; about
          2.0 of it the kernel's page map,
          computed)
   <0.1   GPU memory of Xorg, pid 2303 (from
          NVML; not in any process's RSS)
   <0.1   GPU memory of gnome-shell, pid 2541
          (from NVML; not in any process's RSS)
    0.5   pinned by the driver or used by the
          kernel, counted nowhere else (what is
          left over)
    1.2   processes
    1.5   kernel (reclaimable 0.9, other slab
          0.4, vmalloc with stacks 0.1)
   57.5   page cache, 57.2 clean
    0.1   free in the contiguous area (CMA),
          which the driver's pinned memory
          cannot use
   60.9   free
  128.0   installed (GiB); swap 0.0 of 16.0

  CUDA's own query would say 61.0 (free); the
  kernel says 118.0 (free + what it can take
  back)
  fragmented: only 0.0 GiB is free in blocks of
  32 MiB or more
  free blocks by size: 4 KiB: 182302, 8 KiB:
  45575, 16 KiB: 34181, 32 KiB: 25636, 64 KiB:
  19226, 128 KiB: 14420, 256 KiB: 10814, 512
  KiB: 8110, 1 MiB: 6082, 2 MiB: 4562, 4 MiB:
  3421, 8 MiB: 2566, 16 MiB: 55, 32 MiB: 0
? 1
$ gb10 doctor --root $ROOTS/laptop-without-gpu
cannot tell: no NVIDIA GPU answers here
  Example Computers Notebook 14
  Ubuntu 24.04.4 LTS   kernel 6.14.0-37-generic
  not a GB10
  the tree at $ROOTS/laptop-without-gpu

  GPU       cannot-tell     no NVIDIA GPU was
                            found
  memory    healthy         26.0 GiB of 31.0 GiB
                            available; 300 free
                            blocks of 32 MiB; no
                            swap
  software  healthy         1 Python
                            environment, none
                            with torch
  storage   healthy         nvme0n1 953.9 GiB,
                            16 GT/s x4; / 39.3 %
                            used
  network   healthy         enp3s0 1 Gb/s
  heat      cannot-tell     hottest zone 47 °C
                            (x86_pkg_temp)

…
? 3
$ gb10 inspect thermal --root $ROOTS/stuck-clock
thermal   temperatures
  thermal.hottest
      48.9 °C
      (/sys/class/thermal/thermal_zone0/temp)
  thermal.hottest_zone
      TSOC
      (/sys/class/thermal/thermal_zone0/temp)
  thermal[thermal_zone0].critical
      105 °C
      (/sys/class/thermal/thermal_zone0/trip_point_*)
  thermal[thermal_zone0].name
      TSOC
      (/sys/class/thermal/thermal_zone0/device/path)
  thermal[thermal_zone0].temperature
      48.9 °C
      (/sys/class/thermal/thermal_zone0/temp)
  thermal[thermal_zone0].type
      acpitz
      (/sys/class/thermal/thermal_zone0/type)
  thermal[thermal_zone1].critical
      105 °C
      (/sys/class/thermal/thermal_zone1/trip_point_*)
  thermal[thermal_zone1].name
      TS0E
      (/sys/class/thermal/thermal_zone1/device/path)
  thermal[thermal_zone1].temperature
      48.5 °C
      (/sys/class/thermal/thermal_zone1/temp)
  thermal[thermal_zone1].type
      acpitz
      (/sys/class/thermal/thermal_zone1/type)
  thermal[thermal_zone2].critical
      105 °C
      (/sys/class/thermal/thermal_zone2/trip_point_*)
  thermal[thermal_zone2].name
      TS0P
      (/sys/class/thermal/thermal_zone2/device/path)
  thermal[thermal_zone2].temperature
      48.1 °C
      (/sys/class/thermal/thermal_zone2/temp)
  thermal[thermal_zone2].type
      acpitz
      (/sys/class/thermal/thermal_zone2/type)
  thermal[thermal_zone3].critical
      105 °C
      (/sys/class/thermal/thermal_zone3/trip_point_*)
  thermal[thermal_zone3].name
      TS1E
      (/sys/class/thermal/thermal_zone3/device/path)
  thermal[thermal_zone3].temperature
      47.7 °C
      (/sys/class/thermal/thermal_zone3/temp)
  thermal[thermal_zone3].type
      acpitz
      (/sys/class/thermal/thermal_zone3/type)
  thermal[thermal_zone4].critical
      105 °C
      (/sys/class/thermal/thermal_zone4/trip_point_*)
  thermal[thermal_zone4].name
      TS1P
      (/sys/class/thermal/thermal_zone4/device/path)
  thermal[thermal_zone4].temperature
      47.3 °C
      (/sys/class/thermal/thermal_zone4/temp)
  thermal[thermal_zone4].type
      acpitz
      (/sys/class/thermal/thermal_zone4/type)
  thermal[thermal_zone5].critical
      105 °C
      (/sys/class/thermal/thermal_zone5/trip_point_*)
  thermal[thermal_zone5].name
      TGPU
      (/sys/class/thermal/thermal_zone5/device/path)
  thermal[thermal_zone5].temperature
      46.9 °C
      (/sys/class/thermal/thermal_zone5/temp)
  thermal[thermal_zone5].type
      acpitz
      (/sys/class/thermal/thermal_zone5/type)
  thermal[thermal_zone6].critical
      105 °C
      (/sys/class/thermal/thermal_zone6/trip_point_*)
  thermal[thermal_zone6].name
      TUNC
      (/sys/class/thermal/thermal_zone6/device/path)
  thermal[thermal_zone6].temperature
      46.5 °C
      (/sys/class/thermal/thermal_zone6/temp)
  thermal[thermal_zone6].type
      acpitz
      (/sys/class/thermal/thermal_zone6/type)

$ gb10 snapshot --help
gb10 snapshot: this machine as one redacted file

usage: gb10 snapshot [options]

Runs the doctor and keeps every answer that
it got: files, programs, the GPU. doctor,
inspect and memory replay the file anywhere
with --snapshot. Serial numbers, UUIDs, MAC
and IP addresses, host and user names,
tokens and e-mail addresses are replaced,
the same one by the same pseudonym.

  --output, -o FILE  where to write it; else
                     gb10-DATE.tar.zst here; -
                     is standard output
  --replace          overwrite FILE
  --no-redact        keep serial numbers,
                     addresses, names and
                     tokens; do not share such a
                     file
  --load             put own load on each GPU
                     first, so that a replay can
                     judge its clocks
  --watch SECONDS    sample a busy GPU for so
                     long
  --env DIR          also look into this Python
                     environment
  --root DIR         look at a mounted disk, an
                     image or a fixture tree
                     instead of this machine
  --json             print the result as JSON
  --markdown         print the result as
                     Markdown, for a forum or an
                     issue
  --help             show this help
# Narrower than text can be laid out for: as for 40 columns.
env COLUMNS=7
$ gb10 rules thermal
note     fabric.awake-without-cable
    The ConnectX-7 draws power without a
    cable
warning  firmware.ec-fan-regression
    The fans may be held too low by the
    embedded controller
note     gpu.thermal-slowdown-since-boot
    The GPU has been slowed by heat
    since the driver was loaded
warning  gpu.thermal-throttling
    The GPU is throttled by heat
warning  thermal.zone-hot
    A part of the machine is near its
    limit of heat

5 rules
  gb10 show NAME explains one
