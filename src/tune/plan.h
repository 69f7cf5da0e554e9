#pragma once

#include <string>
#include <vector>

#include "host/host.h"
#include "model/tune_look.h"
#include "tune/knobs.h"

namespace gb10 {

struct PlanOptions {
  bool persists = true;  // also write what keeps it over a restart
  bool any_hardware = false;
  std::vector<PlanStep> in_force = {};  // of earlier runs, whose files are kept
  std::vector<std::string> gpus = {};   // "0": those whose clock may be capped
  std::string gpus_unknown = {};        // why there are none
  std::string gpu_refused = {};         // why their settings must not be touched now
};

/// What a profile would change on this machine; reads only, needs no rights. A knob that is not
/// there is skipped with its reason; one of a machine that is no GB10 refused, unless any hardware
/// is allowed.
Plan planned(const Profile& profile, const KnobTable& table, const HostView& host,
             const PlanOptions& options);

/// Every knob as it is, what `in_force` wants of it, and what the next boot will set.
std::vector<KnobStatus> knob_statuses(const KnobTable& table, const HostView& host,
                                      const std::vector<PlanStep>& in_force);

/// Whether a profile wants something of a GPU: only then the driver need be asked for them.
bool wants_gpu(const Profile& profile, const KnobTable& table);

/// The cells of a knob of one instance as they are now. An Error for the first that cannot be read.
Result<std::vector<CellChange>> read_cells(const Knob& knob, const std::string& instance,
                                           const HostView& host);

}  // namespace gb10
