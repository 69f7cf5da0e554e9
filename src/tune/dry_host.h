#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gpu/control.h"
#include "host/forwarding_host.h"
#include "tune/journal.h"

namespace gb10 {

/// A machine as it would be after touches that nobody makes: what was written is read back, and a
/// cell whose twin was written is 0.
class DryHost : public ForwardingHost<Host> {
 public:
  /// Learns the twins of cells from `runs`.
  DryHost(const HostView& inner, const std::vector<TuneRun>& runs);

  Result<std::string> read(std::string_view path) const override;
  Result<std::string> link(std::string_view path) const override;
  Result<void> poke(std::string_view path, std::string_view value) override;
  Result<void> install(const File& file) override;
  Result<void> make_directory(std::string_view) override { return {}; }
  Result<void> symlink(std::string_view target, std::string_view path) override;
  Result<void> replace_link(std::string_view target, std::string_view path) override;
  Result<void> remove(std::string_view path) override;
  Result<void> remove_directory(std::string_view) override { return {}; }
  /// Gives an empty Output with exit 0; swapon and swapoff change /proc/swaps.
  Result<Output> run(const Command& command) override;

 private:
  std::map<std::string, std::optional<std::string>, std::less<>> touched_;  // nothing: gone
  std::map<std::string, std::string, std::less<>> twins_;                   // by path, of the other
};

/// A driver that would take everything.
class DryControl : public GpuControl {
 public:
  explicit DryControl(GpuControl& driver) : driver_(driver) {}
  Result<void> lock_clocks(int, ClockLock) override { return {}; }
  Result<void> reset_clocks(int) override { return {}; }
  Result<bool> is_on(int gpu, GpuSwitch which) override;
  Result<void> turn(int gpu, GpuSwitch which, bool on) override;

 private:
  GpuControl& driver_;
  std::map<std::pair<int, GpuSwitch>, bool> turned_;
};

}  // namespace gb10
