#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace gb10 {

/// A thread whose work may hang in the kernel, and the State that it shares with us. Nobody waits
/// for it: at the end it has a moment to go, and then both are left behind.
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
    if (!runs()) {
      if (thread_.joinable()) thread_.join();
      return;
    }
    thread_.detach();
    static_cast<void>(shared_.release());  // the thread goes on with it
  }

  State& state() { return shared_->state; }
  const State& state() const { return shared_->state; }
  bool runs() const { return shared_->runs; }

  /// Begins `work`, which is called with the State; only while nothing runs.
  template <class Work>
  void start(Work work) {
    if (thread_.joinable()) thread_.join();
    shared_->runs = true;
    thread_ = std::thread([shared = shared_.get(), work = std::move(work)] {
      work(shared->state);
      shared->runs = false;
    });
  }

 private:
  struct Shared {
    State state;
    std::atomic<bool> runs = false;
  };

  std::unique_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace gb10
