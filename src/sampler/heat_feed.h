#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "host/host.h"
#include "host/may_hang.h"
#include "sampler/metrics.h"

namespace gb10 {

/// The files of the kernel's thermal zones, opened.
std::vector<std::unique_ptr<Blob>> heat_zones(const HostView& host);

/// The hottest of `zones` in °C; not known where none tells.
double hottest(const std::vector<std::unique_ptr<Blob>>& zones);

/// Reads the thermal zones once a second in a thread of its own: firmware may be asked for them,
/// and nobody must wait for it, not even the end of the program.
class HeatFeed {
 public:
  explicit HeatFeed(const HostView& host);
  HeatFeed(const HeatFeed&) = delete;
  HeatFeed& operator=(const HeatFeed&) = delete;
  ~HeatFeed() { aside_.state().is_over = true; }

  /// Puts what was read last, at most 3 s before `seconds` of boot_seconds(), into the reading.
  void put(Reading& reading, double seconds) const;

 private:
  struct State {
    std::vector<std::unique_ptr<Blob>> zones;
    std::atomic<double> heat = kNotKnown, read = -1e9;
    std::atomic<bool> is_over = false;
  };
  MayHang<State> aside_;
};

}  // namespace gb10
