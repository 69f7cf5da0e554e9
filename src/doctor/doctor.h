#pragma once
// doctor/ puts the parts together: collect facts, sample the GPUs, judge by the rules, and say how
// the machine is, area by area. It refuses to change anything.

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "doctor/rules_in_force.h"
#include "facts/facts.h"
#include "model/diagnosis.h"
#include "rules/judge.h"

namespace gb10 {

struct DoctorOptions {
  CollectOptions collect;
  std::chrono::duration<double> watch{0};  // how long to sample a GPU that is busy already
  bool load = false;                       // put own load on the GPU
  bool power_was_removed = false;  // the owner says the supply was off since the last low reading
};

/// What was seen of a machine, before anything is judged.
struct Examination {
  Facts facts;
  std::vector<GpuSeries> series;
};

/// Collects the facts and samples each GPU as `options` say.
Examination examined(const Machine& machine, const DoctorOptions& options);

/// Judges what was seen, without what is known to be harmless. `besides` was not checked for
/// reasons that no rule knows, such as a mask; an area that lacks a check is not called healthy.
Diagnosis diagnosed(const Examination& seen, RulesInForce& known,
                    std::span<const NotChecked> besides = {});

}  // namespace gb10
