#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "guard/policy.h"
#include "guard/ring.h"
#include "host/host.h"

namespace gb10 {

/// How the guard runs.
struct GuardRun {
  GuardPolicy policy;
  std::string ring = kRingPath;  // empty: none
  std::uint64_t ring_bytes = kRingBytes;
  bool dry_run = false;
  std::string state = "/var/lib/gb10";  // the folder that says whether another guard runs
  std::string version;
  std::string teller;  // a program that is run with each decision as its argument; empty: none
};

/// Watches this machine until SIGTERM or SIGINT. `say` is called, from one thread at a time, with a
/// line for each thing that happens. Error busy: another guard runs. What works without root works:
/// what does not is said.
Result<void> run_guard(const HostView& host, const GuardRun& how,
                       const std::function<void(std::string_view)>& say);

/// Whether a guard runs, by the lock on its folder.
bool guard_runs(const std::string& state);

/// `policy` for the memory of `host`. Error invalid where it contradicts itself there.
Result<GuardPolicy> policy_here(const HostView& host, const GuardPolicy& policy);

/// Whether the GPU's memory is the machine's own, by the PCI id of a GB10.
bool gpu_shares_memory(const HostView& host);

}  // namespace gb10
