#pragma once

#include <span>
#include <string_view>

namespace gb10 {

/// The environment variables that steer or harm CUDA programs: the only ones, besides those that
/// say where things are, that facts may hold and snapshots may keep. An environment also holds
/// passwords and keys.
std::span<const std::string_view> steering_names();

}  // namespace gb10
