#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gb10 {

/// What the name of a wheel tells: "vllm-0.13.0+cu130-cp38-abi3-manylinux_2_35_aarch64.whl".
struct WheelFileName {
  std::string name, version, platform;

  /// Whether Linux with glibc on `machine` can install it.
  bool fits(std::string_view machine) const;
};

/// The wheel at the end of a path or an address, whatever "%2B" stands in it; nothing when there is
/// none.
std::optional<WheelFileName> wheel_file_name(std::string_view path_or_url);

}  // namespace gb10
