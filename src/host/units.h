#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// Root would run `program` at every boot: `invalid` when somebody else may change it or a folder
/// above it.
Result<void> check_root_only(const HostView& host, const std::string& program);

/// A text as one word of a unit file; "%" and "$" of a command line are another matter.
std::string unit_word(std::string_view text);

/// Whether systemd runs this system, and can be told of units.
bool has_systemd(const HostView& host);

/// Runs `systemctl words…`; `failed` with what it said when it ends with another code than 0.
Result<void> systemctl(Host& host, std::vector<std::string> words);

}  // namespace gb10
