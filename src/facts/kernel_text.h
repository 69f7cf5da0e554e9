#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// Readers of the kernel's log and of what decides on its modules. They survive any bytes.
namespace gb10::kernel_text {

/// The messages of `journalctl -o short-iso`, without time, host and "kernel:"; of `-o cat` and of
/// dmesg too.
std::vector<std::string> messages(std::string_view text);

/// True for a line that may matter to a GB10: driver, NIC, PCIe, memory, watchdogs, file systems.
bool is_notable(std::string_view message);

/// True for a line of a log of which anything is made here.
bool counts(std::string_view line);

/// The notable ones of `messages`, at most 400. The same text again is counted ("… [12 times]"); of
/// texts that differ only in their numbers the first four are kept and the others counted there.
std::vector<std::string> notable(const std::vector<std::string>& messages);

/// True when the last lines of a boot show that it was shut down, and did not just end.
bool ends_cleanly(std::string_view last_lines);

/// True when journalctl says that this user may not see the system's messages.
bool says_denied(std::string_view complaint);

struct Boot {
  std::int64_t index = 0;             // 0 is this boot, -1 the one before
  std::int64_t begun = 0, ended = 0;  // seconds since 1970
};

/// The boots of `journalctl --list-boots -o json`, oldest first.
Result<std::vector<Boot>> boots(std::string_view json);

/// "-1: 2026-06-13T13:40:00Z, 1240 s".
std::string to_text(const Boot& boot);

/// The names in /proc/modules.
std::vector<std::string> loaded_modules(std::string_view text);

/// The modules that a file of modprobe.d keeps from loading: "blacklist X", "install X /bin/false".
std::vector<std::string> denied_modules(std::string_view text);

}  // namespace gb10::kernel_text
