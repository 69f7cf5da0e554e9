#pragma once

#include "cli/machine.h"
#include "gpu/control.h"

namespace gb10 {

/// What was recorded of a GPU that cannot be asked.
class RecordedControl : public GpuControl {
 public:
  explicit RecordedControl(const GpuView& gpu) : gpu_(gpu) {}
  Result<void> lock_clocks(int, ClockLock) override { return not_here(); }
  Result<void> reset_clocks(int) override { return not_here(); }
  Result<void> turn(int, GpuSwitch, bool) override { return not_here(); }
  Result<bool> is_on(int gpu, GpuSwitch which) override {
    const std::vector<GpuInfo> all = TRY(gpu_.list());
    for (const GpuInfo& each : all) {
      const bool is_asked = each.index == gpu && which == GpuSwitch::persistence;
      const bool* const on = is_asked ? each.fields.known<bool>("persistence") : nullptr;
      if (on) return *on;
    }
    return Error{Error::Kind::not_recorded, "it was not recorded"};
  }

 private:
  static Error not_here() {
    return {Error::Kind::unsupported, "the driver of another machine cannot be asked"};
  }

  const GpuView& gpu_;
};

/// The driver of this machine, or what is known of that of a tree or a snapshot.
class LookedControl {
 public:
  explicit LookedControl(const OpenMachine& machine)
      : is_live_(machine.host->self().live), recorded_(*machine.gpu) {}
  GpuControl* get() {
    if (is_live_) return &driver_;
    return &recorded_;
  }

 private:
  bool is_live_;
  HelperControl driver_;
  RecordedControl recorded_;
};

}  // namespace gb10
