#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "host/host.h"

namespace gb10 {

inline constexpr const char* kGuardUnit = "/etc/systemd/system/gb10-guard.service";
inline constexpr const char* kGuardState = "/var/lib/gb10";

/// The systemd unit of the guard that runs `program` with `options`.
std::string guard_unit(const std::string& program, const std::vector<std::string>& options);

/// Writes the unit, enables and starts it. Errors: denied without root; conflict when there is a
/// unit of that name that is not ours; invalid when `program` could be changed by somebody else
/// than root, who would be root then.
Result<void> install_guard(Host& host, const std::string& program,
                           const std::vector<std::string>& options);

/// The recordings of the guard that is installed, or of one that was started by hand.
std::vector<std::string> guard_files(const HostView& host);

/// Stops and removes it, and its recordings unless `keep`. What was removed; nothing is no error.
Result<std::vector<std::string>> uninstall_guard(Host& host, bool keep);

/// Whether a program could be run with what happened as its argument: an absolute path to one.
Result<void> check_teller(const HostView& host, const std::string& program);

/// Whether the unit could run: its programs and its ring must be seen by it, and be root's alone.
Result<void> check_unit(const HostView& host, const std::string& program,
                        const std::vector<std::string>& options);

/// What there is of the guard.
struct GuardStatus {
  bool is_installed = false, only_tells = false;  // the latter after install --dry-run
  Result<std::string> state = Error{Error::Kind::not_found, "not asked"};  // "active"
  std::string ring;                                                        // its path; empty: none
  Result<std::int64_t> ring_bytes = Error{Error::Kind::not_found, "not asked"};
};
GuardStatus guard_status(const HostView& host);

}  // namespace gb10
