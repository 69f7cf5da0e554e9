#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "guard/warden.h"
#include "sampler/gpu_feed.h"

namespace gb10 {

/// Does in a thread of its own, one after the other, what takes its time.
class Background {
 public:
  /// At most so much waits. At its end what waits is done (`finishes`) or let be.
  explicit Background(std::size_t most, bool finishes = true);
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background();

  /// Does `work` soon. False when so much waits already that it is left out.
  bool add(std::function<void()> work);

 private:
  void run(std::stop_token stop);

  std::size_t most_;
  bool finishes_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<std::function<void()>> waiting_;
  std::jthread thread_;  // the last: it uses all the others
};

/// The machine that this program runs on. Signals go by pidfd, so that a number that was used
/// again is nobody else's end.
class RealHands : public Hands {
 public:
  /// `feed` may be null: then nobody knows what the GPU holds. `said` is told, from another thread,
  /// how what was begun went.
  RealHands(ProcessScan scan, GpuFeed* feed, std::function<void(std::string)> said);

  void processes(std::vector<ProcessUse>& into) override;
  void add_held(ProcessUse& process) override;
  std::optional<GpuBytes> gpu_bytes() override;
  void drop_cache() override;
  int send(const std::vector<Target>& targets, int signal) override;
  void stop_for_good(const Victim& victim) override;

 private:
  ProcessScan scan_;
  GpuFeed* feed_;
  std::function<void(std::string)> said_;
  Background dropping_{1, false}, stopping_{8, false};  // the last: their work uses the others
};

/// What `feed` says of each process; nothing when the driver is silent. Null: there is no GPU that
/// shares the memory, and nobody holds any of it.
std::optional<GpuBytes> gpu_bytes_of(GpuFeed* feed, double seconds);

/// Drops clean page cache and compacts memory; empty when it went well, else why not. Takes its
/// time.
std::string drop_cache_now();

/// Whether there is still the process that is meant.
bool is_still(const Target& target);

/// Sends `signal` to a process if it is still the one meant. True when it was sent.
bool send_signal(const Target& target, int signal);

/// The programs that stop a unit for good, in their order; none where nobody knows how.
std::vector<std::vector<std::string>> commands_to_stop(const Victim& victim);

}  // namespace gb10
