#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/host.h"

namespace gb10 {

inline constexpr const char* kTuneUnit = "/etc/systemd/system/gb10-tune.service";
inline constexpr const char* kWatchUnit = "/etc/systemd/system/gb10-tune-watch.service";

/// The unit that asks the driver again, at boot and whenever it is loaded: text by path, without
/// the head of own files. It waits for the device itself, fails where none comes, and stays for
/// nothing: it may run again at once.
std::map<std::string, std::string> tune_unit_files(const std::string& program);
/// The udev rule that starts it when the driver is loaded.
std::string tune_unit_trigger();

/// What looks whether all is as it was set: when one of `cells` is written, and every quarter of an
/// hour. `enforces` also sets it again.
std::map<std::string, std::string> watch_unit_files(const std::string& program, bool enforces,
                                                    const std::vector<std::string>& cells);
/// Whether a unit of watch_unit_files() enforces.
bool is_enforcing(std::string_view unit);

/// Tells systemd, GRUB and the initial RAM disk that files of theirs are other ones now, as far as
/// `paths` concern them. Errors: `failed` with what their program said.
Result<void> tell_of_files(Host& host, const std::vector<std::string>& paths);
/// The same before files are taken away: what they started must end.
Result<void> end_units_of(Host& host, const std::vector<std::string>& paths);

}  // namespace gb10
