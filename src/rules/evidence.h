#pragma once

#include <string>

#include "base/toml.h"

namespace gb10 {

/// A table of `[[evidence]]` in words: "reported 2026-10: says (source)". Its kind is reported,
/// documented, computed or tested.
Result<std::string> read_evidence(const toml::Node& node);

}  // namespace gb10
