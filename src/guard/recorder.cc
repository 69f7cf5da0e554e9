#include "guard/recorder.h"

#include <chrono>

namespace gb10 {

Recorder::~Recorder() {
  thread_.request_stop();
  wake_.notify_all();
}

void Recorder::start() {
  thread_ = std::jthread([this](std::stop_token stop) { run(std::move(stop)); });
}

void Recorder::stop(std::string_view reason) {
  reason_ = reason;
  thread_.request_stop();
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Recorder::add(const Reading& reading) {
  {
    const std::lock_guard lock(mutex_);
    if (count_ == kReadings) {
      first_ = (first_ + 1) % kReadings;
      --count_;
    }
    readings_[(first_ + count_) % kReadings] = reading;
    ++count_;
  }
  wake_.notify_one();
}

void Recorder::add(EventKind kind, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    if (events_.size() == kEvents) events_.pop_front();
    events_.push_back({kind, std::move(text), ring_moment()});
  }
  wake_.notify_one();
}

void Recorder::note(const Result<void>& done) {
  if (done.ok()) return;
  const std::lock_guard lock(mutex_);
  trouble_ = done.error().what;
}

std::string Recorder::trouble() {
  const std::lock_guard lock(mutex_);
  return std::exchange(trouble_, {});
}

/// Whether there was something to write.
bool Recorder::write_waiting() {
  bool any = false;
  while (true) {
    std::optional<Reading> reading;
    std::optional<Event> event;
    {
      const std::lock_guard lock(mutex_);
      if (count_ > 0) {
        reading = readings_[first_];
        first_ = (first_ + 1) % kReadings;
        --count_;
      } else if (!events_.empty()) {
        event = std::move(events_.front());
        events_.pop_front();
      } else {
        return any;
      }
    }
    any = true;
    if (reading)
      note(ring_.add(*reading));
    else
      write(*event);
  }
}

void Recorder::write(const Event& event) {
  note(ring_.add_event(event.kind, event.text, event.when));
  if (event.kind == EventKind::decision || event.kind == EventKind::action)
    note(decisions_.add(event.text, event.when.wall));
}

void Recorder::run(std::stop_token stop) {
  constexpr std::chrono::seconds kSyncEvery{1};
  auto synced = std::chrono::steady_clock::now() - kSyncEvery;
  bool is_dirty = false;
  while (true) {
    is_dirty = write_waiting() || is_dirty;
    const auto now = std::chrono::steady_clock::now();
    if (is_dirty && now - synced >= kSyncEvery) {
      note(ring_.sync());
      synced = now;
      is_dirty = false;
    }
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, stop, is_dirty ? kSyncEvery - (now - synced) : 10 * kSyncEvery,
                   [&] { return count_ > 0 || !events_.empty(); });
    if (stop.stop_requested()) break;
  }
  write_waiting();
  if (!reason_.empty()) note(ring_.stop(reason_));
}

}  // namespace gb10
