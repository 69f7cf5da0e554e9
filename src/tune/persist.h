#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/tune.h"
#include "tune/knobs.h"

namespace gb10 {

inline constexpr const char* kSysctlFile = "/etc/sysctl.d/99-zz-gb10.conf";
inline constexpr const char* kTmpfilesFile = "/etc/tmpfiles.d/gb10.conf";

/// What keeps a plan's wants over a restart: content by path. A file that would say nothing is left
/// out.
std::vector<PlannedFile> boot_files(const std::vector<PlanStep>& steps, const KnobTable& table);

/// Whether a file is ours and nobody has changed it since we wrote it.
enum class Ownership { ours, changed, foreign };
Ownership ownership(std::string_view content);

}  // namespace gb10
