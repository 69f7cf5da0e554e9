#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wheel/marker.h"
#include "wheel/pep440.h"

namespace gb10 {

/// A dependency as PEP 508 writes it: "vllm[audio]>=0.13; platform_machine == 'aarch64'" or
/// "vllm @ https://…".
struct Requirement {
  std::string name;  // as written
  std::vector<std::string> extras;
  Specifiers versions;
  std::string url;  // in place of versions
  std::optional<Marker> condition;
  std::string condition_text;

  /// The name as indexes compare it.
  std::string key() const { return normalised_name(name); }
};

/// Reads one; what is none is `invalid`, and the error says where it stops making sense.
Result<Requirement> requirement(std::string_view text);

}  // namespace gb10
