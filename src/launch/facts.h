#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "facts/facts.h"
#include "facts/python_parts.h"

namespace gb10 {

/// What a plan is judged by: the facts of one environment, of the caller's variables, and where the
/// profile or a version asks for them, of toolkits and memory. No program is started but `uname`,
/// and that only where a flash-attn is installed. Facts of the launch alone are called launch.….
/// Of variables those are told that steer CUDA programs, and `variables`, which fixes judge.
Facts launch_facts(const HostView& host, const std::optional<python::Environment>& environment,
                   std::string_view profile, const std::set<std::string>& variables);

/// The spec of a fact as a fix names it ("python[*].torch", "launch.ptxas"); null where no
/// collector knows it.
const FactSpec* launch_spec(std::string_view fact);

}  // namespace gb10
