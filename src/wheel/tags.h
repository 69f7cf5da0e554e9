#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// One of the tags of a wheel: "cp312", "abi3", "manylinux_2_28_aarch64".
struct WheelTag {
  std::string python, abi, platform;
  friend bool operator==(const WheelTag&, const WheelTag&) = default;
};

/// What the name of a wheel file says.
struct WheelName {
  std::string name, version;
  std::string build;           // "1", mostly empty
  std::vector<WheelTag> tags;  // compressed sets written out
};

/// Two numbers of a version, such as 2.39 or 3.12.
using TwoNumbers = std::pair<int, int>;

/// Where a wheel shall run: Linux on `machine`. What is not known is not judged.
struct WheelTarget {
  std::string machine = {};               // "aarch64"
  std::optional<TwoNumbers> glibc = {};   // {2, 39}
  std::optional<TwoNumbers> musl = {};    // {1, 2}, where that is the C library instead
  std::optional<TwoNumbers> python = {};  // {3, 12}
  bool free_threaded = false;             // a Python without the global lock
};

/// Whether a wheel is for a target, and if not, why. The obstacles are ordered: one that is farther
/// down is farther away.
struct WheelFit {
  enum class Obstacle { none, c_library, python, processor, system };
  Obstacle obstacle = Obstacle::none;
  std::string why;  // "for x86_64", "needs glibc 2.39, this is 2.36"; empty when it fits

  bool ok() const { return obstacle == Obstacle::none; }
};

/// The parts of "torch-2.11.0+cu130-cp312-cp312-manylinux_2_28_aarch64.whl", with or without the
/// folders before it. Error `invalid` for what is no name of a wheel.
Result<WheelName> wheel_name(std::string_view file);

/// The tags that "cp39.cp310-abi3-manylinux2014_aarch64.manylinux_2_17_aarch64" stands for, as
/// names and the Tag lines of WHEEL have them.
Result<std::vector<WheelTag>> wheel_tags(std::string_view text);

WheelFit fits(const WheelTag& tag, const WheelTarget& target);
/// Of the tag that is nearest to fitting.
WheelFit fits(const std::vector<WheelTag>& tags, const WheelTarget& target);

/// "py3-none-any".
std::string to_text(const WheelTag& tag);

}  // namespace gb10
