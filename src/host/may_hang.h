#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace gb10 {

/// A thread whose work may hang in the kernel, and the State that it shares with us. Nobody waits
/// for it: at the end it has a moment to go, and then it is left behind with what it uses.
template <class State>
class MayHang {
 public:
  MayHang() : shared_(std::make_unique<Shared>()) {}
  MayHang(const MayHang&) = delete;
  MayHang& operator=(const MayHang&) = delete;
  ~MayHang() {
    constexpr std::chrono::milliseconds kMoment{100}, kGlance{2};
    const auto until = std::chrono::steady_clock::now() + kMoment;
    while (runs() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(kGlance);
    // Whoever of the two comes last puts the State away.
    if (shared_->phase.exchange(Phase::left) == Phase::runs) {
      thread_.detach();
      static_cast<void>(shared_.release());
    } else if (thread_.joinable()) {
      thread_.join();
    }
  }

  State& state() { return shared_->state; }
  const State& state() const { return shared_->state; }
  bool runs() const { return shared_->phase == Phase::runs; }

  /// Begins `work`, which is called with the State; only while nothing runs.
  template <class Work>
  void start(Work work) {
    if (thread_.joinable()) thread_.join();
    shared_->phase = Phase::runs;
    thread_ = std::thread([shared = shared_.get(), work = std::move(work)] {
      work(shared->state);
      if (shared->phase.exchange(Phase::rests) == Phase::left) std::unique_ptr<Shared> last(shared);
    });
  }

 private:
  enum class Phase { rests, runs, left };
  struct Shared {
    State state;
    std::atomic<Phase> phase = Phase::rests;
  };

  std::unique_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace gb10
