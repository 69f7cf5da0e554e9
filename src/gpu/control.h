#pragma once
// The half of the door that changes something: a lock of the GPU's clock, persistence and
// accounting mode, asked for in a process of its own, which a hanging driver can take with it.
// Everything else of a GPU is only looked at.

#include <chrono>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/result.h"
#include "gpu/nvml.h"
#include "host/child.h"

namespace gb10 {

/// Bounds of the SM clock, MHz.
struct ClockLock {
  unsigned lowest = 0, highest = 0;
  friend bool operator==(const ClockLock&, const ClockLock&) = default;
};

/// Success says that the driver accepted it, no more: NVML has no way to read it back, and the lock
/// is gone when the driver is reloaded, or its last client leaves without persistence mode.
class GpuControl {
 public:
  virtual ~GpuControl() = default;
  virtual Result<void> lock_clocks(int gpu, ClockLock lock) = 0;
  virtual Result<void> reset_clocks(int gpu) = 0;
  virtual Result<bool> is_on(int gpu, GpuSwitch which) = 0;
  virtual Result<void> turn(int gpu, GpuSwitch which, bool on) = 0;
};

/// Asks `gb10 --gpu-control`, which lives as long as it.
class HelperControl : public GpuControl {
 public:
  Result<void> lock_clocks(int gpu, ClockLock lock) override;
  Result<void> reset_clocks(int gpu) override;
  Result<bool> is_on(int gpu, GpuSwitch which) override;
  Result<void> turn(int gpu, GpuSwitch which, bool on) override;

 private:
  Result<Json> ask(const Json& question);

  std::optional<Conversation> helper_;
};

/// One line for one line: {"set": "lock", "gpu": 0, "lowest": 0, "highest": 2200}, {"set": "reset",
/// "gpu": 0}, {"set": "persistence", "gpu": 0, "on": true}, {"get": "persistence", "gpu": 0};
/// {"answer": true} or {"error": …}.
std::string control_answer(const Result<Nvml>& nvml, std::string_view question);

/// The hidden mode `gb10 --gpu-control`: answers until standard input ends. The exit code.
int run_gpu_control();

}  // namespace gb10
