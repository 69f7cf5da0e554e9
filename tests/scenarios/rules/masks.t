# What an owner's empty files take out of force is said by the list, by the doctor and in JSON.
-- mine/rules/thermal.zone-hot.toml --
-- end --
-- mine/rules/thermal.zone-hoot.toml --
-- end --
-- mine/rules/.#zone.toml --
what an editor keeps here is no rule
-- end --
-- mine/benign/mlx5-slot-power.toml --
-- end --
-- mine/signatures/nvidia-module-taints.toml --
-- end --
$ gb10 rules thermal --data $ROOT/mine
note     fabric.awake-without-cable       The ConnectX-7 draws power without a cable
warning  firmware.ec-fan-regression       The fans may be held too low by the embedded controller
note     gpu.thermal-slowdown-since-boot  The GPU has been slowed by heat since the driver was
                                          loaded
warning  gpu.thermal-throttling           The GPU is throttled by heat

4 rules
  masked: thermal.zone-hot by $ROOT/mine/rules/thermal.zone-hot.toml
  gb10 show NAME explains one
gb10: $ROOT/mine/rules/thermal.zone-hoot.toml is empty and masks nothing: nothing is called thermal.zone-hoot
hint: did you mean thermal.zone-hot?
$ gb10 rules --data $ROOT/mine
…
  masked: thermal.zone-hot by $ROOT/mine/rules/thermal.zone-hot.toml
  masked: mlx5-slot-power by $ROOT/mine/benign/mlx5-slot-power.toml
  masked: nvidia-module-taints by $ROOT/mine/signatures/nvidia-module-taints.toml
…
$ gb10 rules thermal --json --data $ROOT/mine
…
    "name": "thermal.zone-hot",
    "title": "A part of the machine is near its limit of heat",
    "masked_by": "$ROOT/mine/rules/thermal.zone-hot.toml"
  }
]
gb10: $ROOT/mine/rules/thermal.zone-hoot.toml is empty and masks nothing: nothing is called thermal.zone-hoot
hint: did you mean thermal.zone-hot?
$ gb10 doctor --root $ROOTS/laptop-without-gpu --data $ROOT/mine
…
  not checked: thermal.zone-hot: masked by
    $ROOT/mine/rules/thermal.zone-hot.toml
…
? 3
$ gb10 doctor --root $ROOTS/laptop-without-gpu --data $ROOT/mine --json
…
  "not_checked": [
    {
      "name": "thermal.zone-hot",
      "area": "thermal",
      "title": "A part of the machine is near its limit of heat",
      "reason": "masked by $ROOT/mine/rules/thermal.zone-hot.toml"
    }
  ],
…
hint: did you mean thermal.zone-hot?
? 3
$ gb10 doctor --root $ROOTS/laptop-without-gpu --data $ROOT/mine --markdown
…
Not checked: thermal.zone-hot: masked by an empty file of its owner.
…
? 3
$ gb10 show thermal.zone-hot --data $ROOT/mine
gb10: thermal.zone-hot is masked by an empty file, $ROOT/mine/rules/thermal.zone-hot.toml
hint: remove that file
? 2
