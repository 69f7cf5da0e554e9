#pragma once

#include <string>
#include <vector>

#include "gpu/gpu.h"
#include "host/host.h"
#include "model/tune_look.h"
#include "tune/knobs.h"
#include "tune/persist.h"

namespace gb10 {

struct PlanOptions {
  bool persists = true;  // also write what keeps it over a restart
  bool any_hardware = false;
  bool experimental = false;            // also knobs at one's own risk
  std::vector<PlanStep> in_force = {};  // of earlier runs
  std::vector<PlanStep> kept = {};      // of those whose files keep them
  std::vector<std::string> gpus = {};   // "0": those whose settings may be changed
  std::string gpus_unknown = {};        // why there are none
  std::string gpu_refused = {};         // why their settings must not be touched now
  BootSetup setup = {};
  std::string program_refused = {};  // why units must not start gb10
};

/// What a profile would change on this machine, as a SettingsView shows it; reads only, needs no
/// rights. A knob that is not
/// there is skipped with its reason; one of a machine that is no GB10 refused, unless any hardware
/// is allowed.
Plan planned(const Profile& profile, const KnobTable& table, const HostView& host,
             const PlanOptions& options);

/// Every knob as it is, those of `gpus` too, what `in_force` wants of it, and what the next boot
/// will set; experimental ones only where all are wanted, or one is in force.
std::vector<KnobStatus> knob_statuses(const KnobTable& table, const HostView& host,
                                      const std::vector<PlanStep>& in_force,
                                      const std::vector<std::string>& gpus, bool all = true);

/// Steps of earlier boots with the names that their disks have now, without those that are not
/// there.
std::vector<PlanStep> at_present(const std::vector<PlanStep>& steps, const HostView& host);

/// "0", "1": the GPUs of a driver; and those that the kernel's module knows, without asking it.
std::vector<std::string> gpu_numbers(const GpuView& gpu);
std::vector<std::string> gpu_numbers(const HostView& host);

/// Whether a profile wants something of a GPU: only then the driver need be asked for them.
bool wants_gpu(const Profile& profile, const KnobTable& table);

/// The cells of a knob of one instance as they are now. An Error for the first that cannot be read.
Result<std::vector<CellChange>> read_cells(const Knob& knob, const std::string& instance,
                                           const HostView& host);

}  // namespace gb10
