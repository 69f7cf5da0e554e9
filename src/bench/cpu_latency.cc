#include "bench/cpu_latency.h"

#include <cmath>

#include <fmt/format.h>

#include "bench/cpu_kernels.h"
#include "bench/random_cycle.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kNodeWords = 8;   // 64 bytes
constexpr double kEnoughHuge = 0.9;     // of the memory, to speak of huge pages
constexpr std::uint64_t kSeed = 20261;  // of the rounds

std::string text_of(std::uint64_t size) { return to_text(bytes(static_cast<double>(size))); }

/// Fresh pages, each of which was touched.
Result<Pages> touched_pages(std::uint64_t bytes, PageKind kind) {
  Pages out = TRY(Pages::make(bytes, kind));
  const std::span<std::uint64_t> words = out.as<std::uint64_t>();
  for (std::size_t i = 0; i < words.size(); i += 4096 / sizeof(std::uint64_t)) words[i] = 1;
  return out;
}

/// As much memory in huge pages as the kernel gives, `bytes` or a half or a quarter of it; nothing
/// where it gives less, and `why` says so.
Result<std::optional<Pages>> huge_pages(std::uint64_t bytes, std::string& why) {
  for (const std::uint64_t part : {1, 2, 4}) {
    Pages pages = TRY(touched_pages(bytes / part, PageKind::huge));
    const auto found = pages.in_huge_pages();
    why = found.ok() ? fmt::format(
                           "no latency with huge pages: the kernel gave them for {} of {}; "
                           "/sys/kernel/mm/transparent_hugepage/enabled says whether it may",
                           text_of(*found), text_of(pages.size()))
                     : "no latency with huge pages: " + found.error().what;
    if (!found.ok()) break;
    if (static_cast<double>(*found) < kEnoughHuge * static_cast<double>(pages.size())) continue;
    why = part == 1 ? std::string()
                    : fmt::format(
                          "the latencies are over {}, for which the kernel gave huge pages, "
                          "not over {}",
                          text_of(pages.size()), text_of(bytes));
    return std::optional<Pages>(std::move(pages));
  }
  return std::optional<Pages>();
}

}  // namespace

Result<ChaseRound> ChaseRound::make(Pages pages) {
  ChaseRound out = TRY(in(pages.as<std::uint64_t>()));
  out.pages_.emplace(std::move(pages));
  return out;
}

Result<ChaseRound> ChaseRound::in(std::span<std::uint64_t> words) {
  const std::size_t nodes = words.size() / kNodeWords;
  if (nodes < 2 || nodes > UINT32_MAX)
    return Error{Error::Kind::invalid, fmt::format("{} nodes make no round", nodes)};
  ChaseRound out;
  out.words_ = words;
  out.next_ = random_cycle(static_cast<std::uint32_t>(nodes), kSeed);
  for (std::size_t i = 0; i < nodes; ++i)
    words[i * kNodeWords] = std::uint64_t{out.next_[i]} * kNodeWords;
  return out;
}

Result<double> ChaseRound::seconds_of_load(int cpu, std::uint64_t steps, CpuRuns& out) {
  Result<void> held = {};
  std::uint64_t came = 0;
  double seconds = 0;
  CpuUse use;
  const auto walk = [&] {
    held = run_on(cpu);
    // By the thread's own time: while somebody else has the CPU no load is under way.
    const Clock::time_point begin = Clock::now();
    const double busy = thread_seconds();
    came = chased(words_.data(), std::uint64_t{at_} * kNodeWords, steps);
    seconds = thread_seconds() - busy;
    use.add({seconds, std::chrono::duration<double>(Clock::now() - begin).count()});
  };
  try {
    std::thread(walk).join();
  } catch (const std::system_error& why) {
    return no_thread(why);
  }
  TRY(std::move(held));
  at_ = after_steps(next_, at_, steps);
  ++out.check.checked;
  out.use.add(use);
  out.check.wrong += came != std::uint64_t{at_} * kNodeWords ? 1 : 0;
  return seconds / static_cast<double>(steps);
}

namespace {

Result<void> measure_groups(ChaseRound& round, std::span<const CpuGroup> groups,
                            const LatencyMeasure& measure, std::size_t first, CpuRuns& out) {
  const Clock::time_point begin = Clock::now();
  for (int block = 0; block < measure.blocks; ++block) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const double seconds = TRY(round.seconds_of_load(groups[i].cpus.front(), measure.steps, out));
      ProbeRun& run = out.runs[first + i];
      run.at.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
      run.rates.push_back(seconds);
      run.clocks.push_back(NAN);
      if (measure.must_end) out.cut = measure.must_end();
      if (out.cut.why != CutBy::no) return {};
    }
  }
  return {};
}

}  // namespace

Result<CpuRuns> latencies(std::span<const CpuGroup> groups, const LatencyMeasure& measure,
                          std::vector<std::string>& notes) {
  std::string why;
  std::optional<Pages> huge = TRY(huge_pages(measure.bytes, why));
  if (!why.empty()) notes.push_back(why);
  Pages base = TRY(touched_pages(huge ? huge->size() : measure.bytes, PageKind::base));
  CpuRuns out;
  for (const char* const kind : {"base", "huge"}) {
    for (const CpuGroup& group : groups) {
      ProbeRun& run = out.runs.emplace_back();
      run.name = fmt::format("memory.cpu.{}.latency.{}_pages", group.name, kind);
      run.unit = Unit::seconds;
      run.how = "median of the blocks, CPU time of loads each of which needs the one before it";
    }
  }
  ChaseRound round = TRY(ChaseRound::make(std::move(base)));
  TRY(measure_groups(round, groups, measure, 0, out));
  if (!huge || out.cut.why != CutBy::no) return out;
  ChaseRound huge_round = TRY(ChaseRound::make(*std::move(huge)));
  TRY(measure_groups(huge_round, groups, measure, groups.size(), out));
  return out;
}

}  // namespace gb10
