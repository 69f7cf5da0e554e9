#pragma once

#include "base/toml.h"
#include "model/finding.h"

namespace gb10 {

/// A step of a remedy as files of knowledge write it: a sentence, or a table with a command.
Result<Step> read_step(const toml::Node& node);

}  // namespace gb10
