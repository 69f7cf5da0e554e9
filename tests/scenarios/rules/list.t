# The table of what is checked, by name.
$ gb10 rules
note     accelerate.meta-device                  This pair of accelerate and transformers breaks a
                                                 sharded load
note     bitsandbytes.before-gb10                bitsandbytes is older than its GB10 support
fault    bitsandbytes.no-arm-build               bitsandbytes has no GPU library for this CPU
…

… rules
  gb10 show NAME explains one
$ gb10 rules thermal
note     fabric.awake-without-cable       The ConnectX-7 draws power without a cable
warning  firmware.ec-fan-regression       The fans may be held too low by the embedded controller
note     gpu.thermal-slowdown-since-boot  The GPU has been slowed by heat since the driver was
                                          loaded
warning  gpu.thermal-throttling           The GPU is throttled by heat
warning  thermal.zone-hot                 A part of the machine is near its limit of heat

5 rules
  gb10 show NAME explains one
$ gb10 rules heating
gb10: no area is called "heating"
hint: areas: gpu memory software storage network thermal
? 2
