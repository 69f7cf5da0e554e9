#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace gb10 {

/// Writes a file that is not there yet, whole or not at all: beside it first, synced, then under
/// its name. What is there already, a link too, is never touched: Error `conflict`.
Result<void> write_new(const std::string& path, std::string_view text);

/// `path` as it is reached from where the program was started.
std::string absolute_path(const std::string& path, std::string_view here);

}  // namespace gb10
