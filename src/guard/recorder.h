#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "guard/decision_log.h"
#include "guard/ring.h"

namespace gb10 {

/// Writes the ring, and decisions also as text, in a thread of its own, so that nobody waits for a
/// disk: what comes while the disk does not answer is kept as far as there is room, and then the
/// oldest is let go.
class Recorder {
 public:
  Recorder(RingWriter ring, DecisionLog decisions)
      : ring_(std::move(ring)), decisions_(std::move(decisions)) {
    start();
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  /// Writes what waits. A disk that does not answer is waited for: systemd ends that.
  ~Recorder();

  /// Allocates nothing and never waits for the disk.
  void add(const Reading& reading);
  void add(EventKind kind, std::string text);
  /// Writes what waits and the last words, and syncs; what is added later is not written.
  void stop(std::string_view reason);

  /// What went wrong since it was last asked; empty when nothing did.
  std::string trouble();

 private:
  struct Event {
    EventKind kind;
    std::string text;
    RingMoment when;
  };
  static constexpr std::size_t kReadings = 256, kEvents = 256;

  void start();
  void run(std::stop_token stop);
  bool write_waiting();
  void write(const Event& event);
  void note(const Result<void>& done);

  RingWriter ring_;
  DecisionLog decisions_;
  std::string reason_;
  std::mutex mutex_;  // held for as long as a copy takes
  std::condition_variable_any wake_;
  std::array<Reading, kReadings> readings_;
  std::size_t first_ = 0, count_ = 0;
  std::deque<Event> events_;
  std::string trouble_;
  std::jthread thread_;  // the last: it uses all the others
};

}  // namespace gb10
