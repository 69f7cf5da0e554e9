#include "bench/cpu_memory.h"

#include <time.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "bench/cpu_kernels.h"
#include "bench/random_cycle.h"
#include "host/failure.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWords = CpuArrays::kPiece / sizeof(std::uint64_t);
constexpr std::size_t kDraws = 4;     // words of a piece that are checked
constexpr std::size_t kLooked = 128;  // pieces that are looked at, all over an array
constexpr double kWarm = 0.02;        // seconds before a block
constexpr std::size_t kBeyond = 2;    // a piece that is touched first is not measured

/// Word `which` of those that are checked of a piece: the first, the last, and two others.
std::size_t drawn(std::size_t piece, std::size_t which) {
  if (which < 2) return piece * kWords + (which == 0 ? 0 : kWords - 1);
  return piece * kWords + mixed(which, piece) % kWords;
}

std::uint64_t stored_word(std::size_t piece) { return mixed(42, piece); }

template <class T>
std::span<T> piece_of(const Pages& pages, std::size_t piece) {
  return pages.as<T>().subspan(piece * kWords, kWords);
}

void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

}  // namespace

double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Error no_thread(const std::system_error& why) {
  Error out = touch_failure(why.code().value(), "cannot start a thread");
  if (why.code().value() == EAGAIN)
    out.hint =
        "the limit of threads or of memory is reached: see ulimit -u, a container's pids limit";
  return out;
}

const char* word(CpuWork work) {
  switch (work) {
    case CpuWork::read:
      return "read";
    case CpuWork::write:
      return "write";
    case CpuWork::stream:
      return "write_streaming";
    case CpuWork::copy:
      return "copy";
    case CpuWork::triad:
      return "triad";
  }
  return "";
}

Result<CpuArrays> CpuArrays::make(std::uint64_t bytes_of_each, const std::vector<int>& cpus,
                                  const std::function<bool()>& goes_on) {
  constexpr auto kLook = std::chrono::milliseconds(20);
  const std::size_t pieces = std::max<std::size_t>(bytes_of_each / kPiece, 1);
  Pages a = TRY(Pages::make(pieces * kPiece, PageKind::huge));
  Pages b = TRY(Pages::make(pieces * kPiece, PageKind::huge));
  Pages c = TRY(Pages::make(pieces * kPiece, PageKind::huge));
  CpuArrays out(std::move(a), std::move(b), std::move(c));
  out.sums_.resize(pieces);
  std::atomic<std::size_t> next = 0, filled = 0;
  std::vector<std::jthread> threads;  // joined before what they use is gone
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    try {
      threads.emplace_back([&] {
        for (std::size_t piece = next++; piece < pieces; piece = next++, ++filled) out.fill(piece);
      });
    } catch (const std::system_error& why) {
      next = pieces;
      return no_thread(why);
    }
  }
  // Pages that nobody had take long where memory is short.
  while (goes_on && filled < pieces) {
    if (!goes_on()) {
      next = pieces;
      return Error{Error::Kind::cancelled, "it ended before the arrays were filled"};
    }
    std::this_thread::sleep_for(kLook);
  }
  threads.clear();
  return out;
}

void CpuArrays::fill(std::size_t piece) {
  store_words(piece_of<std::uint64_t>(a_, piece), 0);
  sums_[piece] =
      fill_numbers(piece * kWords, piece_of<double>(b_, piece), piece_of<double>(c_, piece));
}

bool CpuArrays::work(CpuWork kind, std::size_t piece) {
  const auto a = piece_of<std::uint64_t>(a_, piece);
  switch (kind) {
    case CpuWork::read:
      return sum_words(piece_of<std::uint64_t>(b_, piece)) == sums_[piece];
    case CpuWork::write:
      store_words(a, stored_word(piece));
      return true;
    case CpuWork::stream:
      return stream_words(a, stored_word(piece));
    case CpuWork::copy:
      copy_words(a, piece_of<std::uint64_t>(b_, piece));
      return true;
    case CpuWork::triad:
      triad(piece_of<double>(a_, piece), piece_of<double>(b_, piece), piece_of<double>(c_, piece));
      return true;
  }
  return false;
}

void CpuArrays::poison() {
  const auto a = a_.as<double>();
  for (std::size_t piece = 0; piece < pieces(); piece += stride()) {
    for (std::size_t i = 0; i < kDraws; ++i)
      a[drawn(piece, i)] = std::numeric_limits<double>::quiet_NaN();
  }
}

MemoryCheck CpuArrays::checked(CpuWork kind, std::size_t count) const {
  MemoryCheck out;
  if (kind == CpuWork::read) return out;  // each piece is checked as it is read
  const auto a = a_.as<std::uint64_t>();
  for (std::size_t piece = 0; piece < std::min(count, pieces()); piece += stride()) {
    for (std::size_t i = 0; i < kDraws; ++i) {
      const std::size_t at = drawn(piece, i);
      std::uint64_t wanted = stored_word(piece);
      if (kind == CpuWork::copy) wanted = std::bit_cast<std::uint64_t>(number_b(at));
      if (kind == CpuWork::triad)
        wanted = std::bit_cast<std::uint64_t>(number_b(at) + 3 * number_c(at));
      ++out.checked;
      out.wrong += a[at] != wanted ? 1 : 0;
    }
  }
  return out;
}

std::size_t CpuArrays::stride() const { return std::max<std::size_t>(pieces() / kLooked, 1); }

double CpuArrays::moved(CpuWork kind) {
  const double arrays = kind == CpuWork::copy ? 2 : kind == CpuWork::triad ? 3 : 1;
  return arrays * static_cast<double>(kPiece);
}

Result<std::unique_ptr<CpuTeam>> CpuTeam::start(CpuArrays& arrays, CpuWork kind,
                                                const std::vector<int>& cpus) {
  arrays.poison();
  std::unique_ptr<CpuTeam> out(new CpuTeam(arrays, kind));
  for (const int cpu : cpus) {
    try {
      out->threads_.emplace_back([team = out.get(), cpu] { team->run(cpu); });
    } catch (const std::system_error& why) {
      return no_thread(why);  // the team ends and joins those that were started
    }
  }
  while (out->ready_ + out->loose_ < cpus.size()) std::this_thread::yield();
  if (out->loose_ > 0) {
    return Error{Error::Kind::failed, fmt::format("{} of {} threads cannot be held on their CPUs",
                                                  out->loose_, cpus.size())};
  }
  return out;
}

CpuTeam::~CpuTeam() {
  ends_ = true;
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void CpuTeam::run(int cpu) {
  if (!run_on(cpu).ok()) {
    ++loose_;
    return;
  }
  ++ready_;
  const Clock::time_point begin = Clock::now();
  const double busy = thread_seconds();
  while (!ends_.load(std::memory_order_relaxed)) {
    const std::size_t piece = taken_.fetch_add(1, std::memory_order_relaxed) % arrays_.pieces();
    if (!arrays_.work(kind_, piece)) wrong_.fetch_add(1, std::memory_order_relaxed);
    finished_.fetch_add(1, std::memory_order_relaxed);
  }
  const std::lock_guard<std::mutex> guard(use_guard_);
  use_.add({thread_seconds() - busy, std::chrono::duration<double>(Clock::now() - begin).count()});
}

CpuTeam::Mark CpuTeam::mark() const {
  constexpr auto kTogether = std::chrono::microseconds(100);
  for (int i = 0;; ++i) {
    const Clock::time_point before = Clock::now();
    const double bytes =
        static_cast<double>(finished_.load(std::memory_order_relaxed)) * CpuArrays::moved(kind_);
    const Clock::time_point after = Clock::now();
    // Where the CPU was taken from us in between, the time is not that of the count.
    if (after - before < kTogether || i == 100) return {after, bytes};
  }
}

MemoryCheck CpuTeam::finish() {
  ends_ = true;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  MemoryCheck out = arrays_.checked(kind_, taken_);
  out.checked += kind_ == CpuWork::read ? finished_.load() : 0;
  out.wrong += wrong_;
  return out;
}

double rate(const CpuTeam::Mark& begin, const CpuTeam::Mark& end) {
  const double seconds = std::chrono::duration<double>(end.at - begin.at).count();
  return seconds > 0 ? (end.bytes - begin.bytes) / seconds : NAN;
}

namespace {

/// Waits until all of `team` are under way.
void warm(const CpuTeam& team, std::size_t threads) {
  const double enough = static_cast<double>(kBeyond * threads * CpuArrays::kPiece);
  sleep(kWarm);
  while (team.mark().bytes < enough) sleep(kWarm);
}

struct Turn {
  const CpuGroup& group;
  CpuWork work;
};

Result<double> block(CpuArrays& arrays, const Turn& turn, double seconds, CpuRuns& out) {
  const std::unique_ptr<CpuTeam> team = TRY(CpuTeam::start(arrays, turn.work, turn.group.cpus));
  warm(*team, turn.group.cpus.size());
  const CpuTeam::Mark begin = team->mark();
  sleep(seconds);
  CpuTeam::Mark end = team->mark();
  while (end.bytes == begin.bytes) {  // a machine so slow that no piece came to its end
    sleep(seconds);
    end = team->mark();
  }
  out.check.add(team->finish());
  out.use.add(team->use());
  return rate(begin, end);
}

}  // namespace

Result<CpuRuns> measured(CpuArrays& arrays, std::span<const CpuGroup> groups,
                         const CpuMeasure& measure) {
  CpuRuns out;
  std::vector<Turn> turns;
  for (const CpuGroup& group : groups) {
    for (const CpuWork work : kCpuWorks) {
      ProbeRun& run = out.runs.emplace_back();
      run.name = fmt::format("memory.cpu.{}.{}", group.name, word(work));
      run.unit = Unit::bytes_per_second;
      run.how = "median of the blocks, finished work by the CPU's clock";
      turns.push_back({group, work});
    }
  }
  const Clock::time_point begin = Clock::now();
  for (int round = 0; round < measure.blocks; ++round) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const std::size_t which = round % 2 == 0 ? i : turns.size() - 1 - i;
      const double found = TRY(block(arrays, turns[which], measure.block_seconds, out));
      ProbeRun& run = out.runs[which];
      run.at.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
      run.rates.push_back(found);
      run.clocks.push_back(NAN);
      if (measure.must_end) out.cut = measure.must_end();
      if (out.cut.why != CutBy::no) return out;
    }
  }
  return out;
}

}  // namespace gb10
