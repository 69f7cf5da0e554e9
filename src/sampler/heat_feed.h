#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "host/host.h"
#include "sampler/metrics.h"

namespace gb10 {

/// The files of the kernel's thermal zones, opened.
std::vector<std::unique_ptr<Blob>> heat_zones(const HostView& host);

/// The hottest of `zones` in °C; not known where none tells.
double hottest(const std::vector<std::unique_ptr<Blob>>& zones);

/// Reads the thermal zones once a second in a thread of its own: firmware may be asked for them,
/// and whoever reads this must not wait for it.
class HeatFeed {
 public:
  explicit HeatFeed(const HostView& host);

  /// Puts what was read last, at most 3 s before `seconds` of boot_seconds(), into the reading.
  void put(Reading& reading, double seconds) const;

 private:
  void run(std::stop_token stop);

  std::vector<std::unique_ptr<Blob>> zones_;
  std::atomic<double> heat_ = kNotKnown, read_ = -1e9;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // the last: it uses all the others
};

}  // namespace gb10
