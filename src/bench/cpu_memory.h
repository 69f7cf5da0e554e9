#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "bench/cpu_groups.h"
#include "bench/pages.h"
#include "bench/probe.h"

namespace gb10 {

/// What cores do with the memory. Bytes count that the program reads and writes: a line that a
/// plain store has fetched before it is overwritten does not.
enum class CpuWork { read, write, stream, copy, triad };
constexpr CpuWork kCpuWorks[] = {CpuWork::read, CpuWork::write, CpuWork::stream, CpuWork::copy,
                                 CpuWork::triad};
const char* word(CpuWork work);

/// What was looked at of the results, and how much of it is wrong.
struct MemoryCheck {
  std::uint64_t checked = 0, wrong = 0;
  void add(const MemoryCheck& other) { checked += other.checked, wrong += other.wrong; }
};

/// CPU time of threads that never sleep, and the time that passed for all of them: what lies
/// between was somebody else's.
struct CpuUse {
  double seconds = 0, of = 0;
  void add(const CpuUse& other) { seconds += other.seconds, of += other.of; }
};
/// CPU time of this thread.
double thread_seconds();
/// Why a thread did not start: `busy` where there may be no more of them.
Error no_thread(const std::system_error& why);

/// Three arrays of one size in pieces, in huge pages where the kernel gives them.
class CpuArrays {
 public:
  /// Filled by as many threads as `cpus`. Error `busy` where there is not so much memory or there
  /// may not be so many threads, `cancelled` where `goes_on` said no before they were full.
  static Result<CpuArrays> make(std::uint64_t bytes_of_each, const std::vector<int>& cpus,
                                const std::function<bool()>& goes_on = {});

  static constexpr std::size_t kPiece = 512U << 10U;  // bytes
  std::size_t pieces() const { return sums_.size(); }

  /// Does it to a piece. False where what was read is wrong, or where this cannot be done here.
  bool work(CpuWork kind, std::size_t piece);
  /// Spoils what `checked` looks at of the result.
  void poison();
  /// Looks at the results of the first `count` pieces.
  MemoryCheck checked(CpuWork kind, std::size_t count) const;
  /// Bytes of one piece of this work.
  static double moved(CpuWork kind);

 private:
  CpuArrays(Pages a, Pages b, Pages c) : a_(std::move(a)), b_(std::move(b)), c_(std::move(c)) {}
  void fill(std::size_t piece);
  std::size_t stride() const;  // of the pieces that are looked at

  Pages a_, b_, c_;
  std::vector<std::uint64_t> sums_;  // of the words of b's pieces
};

/// Threads, each held on a CPU, that take pieces in turns and work on them until this ends: a slow
/// core takes fewer, and keeps nobody waiting.
class CpuTeam {
 public:
  /// Error `failed` where a thread cannot be held on its CPU, `busy` where there may be no more.
  static Result<std::unique_ptr<CpuTeam>> start(CpuArrays& arrays, CpuWork kind,
                                                const std::vector<int>& cpus);
  ~CpuTeam();

  struct Mark {
    std::chrono::steady_clock::time_point at;
    double bytes = 0;  // of finished pieces
  };
  Mark mark() const;
  /// Ends the work and looks at its results.
  MemoryCheck finish();
  /// Of all its threads; known once it is finished.
  CpuUse use() const { return use_; }

 private:
  CpuTeam(CpuArrays& arrays, CpuWork kind) : arrays_(arrays), kind_(kind) {}
  void run(int cpu);

  CpuArrays& arrays_;
  CpuWork kind_;
  std::atomic<bool> ends_ = false;
  std::atomic<std::size_t> taken_ = 0, finished_ = 0, wrong_ = 0, ready_ = 0, loose_ = 0;
  std::mutex use_guard_;
  CpuUse use_;
  std::vector<std::thread> threads_;
};

/// Bytes per second between two marks.
double rate(const CpuTeam::Mark& begin, const CpuTeam::Mark& end);

struct CpuMeasure {
  int blocks = 8;              // of each work of each group
  double block_seconds = 0.1;  // of one
  std::function<EarlyEnd()> must_end = {};
};

struct CpuRuns {
  std::vector<ProbeRun> runs;  // "memory.cpu.all.read"
  MemoryCheck check;
  EarlyEnd cut;
  CpuUse use = {};
};

/// Lets all works of all groups take turns, forth and back.
Result<CpuRuns> measured(CpuArrays& arrays, std::span<const CpuGroup> groups,
                         const CpuMeasure& measure);

}  // namespace gb10
