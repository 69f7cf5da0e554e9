#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "gpu/helper_gpu.h"
#include "sampler/metrics.h"

namespace gb10 {

/// A process that holds memory of the GPU; bytes are not a number where the driver does not tell.
struct GpuHolder {
  std::int64_t pid = 0;
  double bytes = kNotKnown;
};

/// What the driver said last. Copied without allocating.
struct GpuNews {
  std::optional<GpuSample> sample;  // nothing: it said nothing of late
  double sampled = 0;               // when, in boot_seconds()
  std::uint64_t number = 0;         // of the sample: another number is another sample
  bool knows_holders = false;       // else nobody knows who holds memory
  std::size_t count = 0;            // of holders; those that hold most come first
  std::array<GpuHolder, 64> holders;
};

/// Asks the driver again and again in a thread of its own, through the helper process. Readers get
/// the newest answers and never wait: a driver that hangs shows as answers that are missing. A
/// helper that died or hangs is replaced, at most once in `again`.
class GpuFeed {
 public:
  struct Settings {
    HelperGpu::Settings helper = {};
    int gpu = 0;  // the first
    std::chrono::milliseconds every{1000};
    std::chrono::milliseconds holders_every{1000};  // processes are asked for less often than power
    std::chrono::milliseconds again{60000};
    double stale = 3;  // seconds after which an answer does not count any more
  };

  /// Starts asking at once.
  explicit GpuFeed(Settings settings);
  GpuFeed(const GpuFeed&) = delete;
  GpuFeed& operator=(const GpuFeed&) = delete;
  /// Waits for a question under way, at most for the helper's deadline.
  ~GpuFeed();

  /// The newest answers, at `seconds` of boot_seconds(). Does not wait and allocates nothing. For
  /// one thread.
  const GpuNews& news(double seconds);

  /// Asks no more until it is told to go on. What was said last stays until it is stale.
  void pause(bool paused) { paused_ = paused; }
  /// CPU time that asking took so far, of its thread and of the helper, seconds; nothing where the
  /// kernel does not tell.
  std::optional<double> cpu_seconds() const;

  /// Why there are none; empty while there are, and until the first answer is due. May wait a
  /// moment.
  std::string why_not() const;
  /// True when it asks no more, because there is no driver.
  bool has_ended() const;

 private:
  void run(std::stop_token stop);
  bool ask(const HelperGpu& gpu, bool holders);
  bool sleep_until(std::stop_token stop, std::chrono::steady_clock::time_point until);

  Settings settings_;
  GpuNews seen_, shown_;  // the reader's: what it last got, and that as far as it counts

  mutable std::mutex mutex_;  // held for as long as a copy takes
  std::condition_variable_any wake_;
  GpuNews newest_;
  double held_ = 0;  // when the holders were listed
  double held_seen_ = 0;
  std::string why_;
  bool ended_ = false;
  std::optional<double> helper_seconds_;  // CPU time of the helper when it last answered
  std::atomic<bool> paused_ = false;
  std::jthread thread_;  // the last: it uses all the others
};

}  // namespace gb10
