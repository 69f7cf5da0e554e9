#pragma once

#include <optional>
#include <string>

#include "audit/gpu_rules.h"
#include "host/host.h"

namespace gb10 {

/// What something is audited for: a GPU, its driver, and the machine around them.
struct AuditTarget {
  std::string title;    // "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64"
  GpuTarget gpu;        // arch 0 where no GPU is known: code is then not judged
  std::string machine;  // "aarch64"; empty when not known
  std::string glibc;    // "2.39"; empty when not known
  std::string python;   // "3.12": of a wheel that stands alone
  int cuda = 0;         // the generation of CUDA that belongs to the driver; 0 when not known
  /// The libraries of the machine that is looked at are those of the target.
  bool system_is_seen = false;
};

/// "9.0" or "90" as 90; nothing for what is no compute capability.
std::optional<int> capability_number(std::string_view text);

/// The target that a word names: "gb10", or "sm_90" for that GPU on `here`, the machine that is
/// looked at. `driver` replaces the driver ("580"); empty leaves it.
Result<AuditTarget> named_target(std::string_view word, std::string_view driver,
                                 const GpuRules& rules, AuditTarget here);

/// The sentence of a target, from its parts; `device` is "NVIDIA GB10" or empty.
std::string target_title(const AuditTarget& target, std::string_view device,
                         std::string_view driver);

}  // namespace gb10
