#pragma once

#include <string_view>

namespace gb10 {

/// Tells systemd, where it started us and asked for it, how we are: "READY=1", "WATCHDOG=1". Waits
/// for nobody.
void notify_systemd(std::string_view state);

}  // namespace gb10
