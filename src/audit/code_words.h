#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "audit/gpu_rules.h"

namespace gb10 {

/// "sm_121a", "sm_120": what most modules run by goes first; only what begins with `prefix`.
std::vector<std::string> by_use(const std::map<std::string, int>& used, std::string_view prefix);

/// "sm_120, sm_121a code, valid on 12.1".
std::string native_note(const std::map<std::string, int>& used, const GpuTarget& gpu);

/// "sm_75, sm_90a, compute_90": machine code before PTX, by number.
std::string listed(const std::set<std::string>& archs);

}  // namespace gb10
