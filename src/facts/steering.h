#pragma once

#include <span>
#include <string_view>

namespace gb10 {

/// The environment variables that facts may hold: those known to steer or to harm CUDA programs.
/// Never others, because an environment also holds passwords and keys.
std::span<const std::string_view> steering_variables();

bool is_steering_variable(std::string_view name);

}  // namespace gb10
