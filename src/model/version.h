#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// A version as its maker wrote it, ordered by its leading dotted numbers and then by the numbers
/// behind the first
/// "-" ("6.17.0-1014-nvidia" < "6.17.0-1031-nvidia"; "2.11.0+cu130" == "2.11.0" in order;
/// "0.27.0rc1" < "0.27.0"). PEP 440 order for wheels arrives with audit.
struct Version {
  std::string text;

  /// The numbers of the order; empty when `text` begins with none.
  std::vector<long long> numbers() const;

  friend bool operator==(const Version& a, const Version& b) { return a.text == b.text; }
};

/// -1, 0, 1. Missing numbers count as 0.
int compared(const Version& a, const Version& b);

}  // namespace gb10
