#pragma once

#include "guard/policy.h"
#include "host/host.h"

namespace gb10 {

inline constexpr const char* kGuardPolicy = "/etc/gb10/guard.toml";

/// The built-in policy with what the machine's owner changed in kGuardPolicy. For root that file
/// and its folder must be root's alone: who can change them could have anything stopped.
Result<GuardPolicy> owners_policy(const HostView& host);

}  // namespace gb10
