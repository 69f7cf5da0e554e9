#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// What the variables of markers are on a machine. One that is not in `values` is not known there.
struct MarkerEnvironment {
  std::map<std::string, std::string, std::less<>> values;
  /// The highest value of those of which only a range is known; `values` has the lowest.
  std::map<std::string, std::string, std::less<>> highest;
  /// The extras that are asked for; `extra == "x"` is compared with each.
  std::vector<std::string> extras;
};

/// Linux with CPython 3.12 on `machine` ("aarch64", "x86_64"). Kernel, C library and the third
/// number of Python are not known.
MarkerEnvironment linux_environment(std::string_view machine, std::string_view python = "3.12");

/// A condition of PEP 508: "python_version < '3.13' and platform_machine != 'aarch64'".
struct Marker {
  enum class Kind { comparison, all_of, any_of };
  /// One side of a comparison: a variable, or a text in quotes.
  struct Side {
    bool is_variable = false;
    std::string text;
  };

  Kind kind = Kind::comparison;
  Side left, right;           // of a comparison
  std::string op;             // "==", "not in", …
  std::vector<Marker> parts;  // of the others

  /// Yes, no, or nothing where it hangs on a variable that is not known.
  std::optional<bool> holds(const MarkerEnvironment& environment) const;
  /// Whether `variable` stands in it.
  bool mentions(std::string_view variable) const;
};

/// Reads a condition; what is none, longer than 16 KiB, or nested deeper than 32 is `invalid`.
Result<Marker> marker(std::string_view text);

}  // namespace gb10
