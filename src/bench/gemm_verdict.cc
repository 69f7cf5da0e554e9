#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/gemm_result.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

// The clock that is read and the clock of the work are not of the same moment.
constexpr double kOverCeiling = 1.02;
constexpr double kPinned = 1e6;  // Hz: a clock that does not move at all
constexpr std::size_t kEnoughClocks = 10;
constexpr double kNearClock = 0.95, kNearPower = 0.7;  // of the lower end of good units
constexpr std::uint64_t kLeastSide = 4096;             // below, memory is the limit

std::string rate(double value) { return to_text(Quantity{value, Unit::flop_per_second}); }
std::string clock_text(double value) { return to_text(Quantity{value, Unit::hertz}); }

GemmVerdict invalid(const char* reason, std::string says) {
  return {"invalid", reason, std::move(says), {}};
}

/// What a number may not be, whatever the GPU's state.
std::optional<GemmVerdict> impossible(const GemmRun& run, const GemmSummary& summary) {
  if (run.batches.empty() || summary.steady <= 0)
    return invalid("no-work", "no batch of products was finished");
  for (const GemmCheck& check : {run.before, run.after}) {
    if (check.checked == 0) return invalid("not-checked", "the results were not checked");
    if (check.wrong > 0)
      return invalid("wrong-results", fmt::format("{} of {} results that were checked are wrong",
                                                  check.wrong, check.checked));
  }
  if (summary.ceiling && summary.steady > kOverCeiling * *summary.ceiling)
    return invalid(
        "over-the-ceiling",
        fmt::format("{} is more than the {} that {} multiprocessors can do{} at {}",
                    rate(summary.steady), rate(*summary.ceiling), run.processors,
                    run.is_sparse ? " of 2:4 products" : "", clock_text(*summary.clock)));
  return std::nullopt;
}

/// A clock that stays at one low value with little power and for no stated reason.
bool is_stuck(const GemmSummary& summary, const GpuStateReference& state) {
  return *summary.clock < state.sick_clock && *summary.power < state.sick_power &&
         summary.spread_of_clock < kPinned && summary.clocks >= kEnoughClocks && summary.reasons &&
         limiting_reasons(*summary.reasons).empty();
}

bool is_normal_limit(const std::string& reason) { return reason == "sw_power_cap"; }

/// What holds the clock back, other than the power cap that every GB10 works at.
std::string throttle(const GemmSummary& summary) {
  std::vector<std::string> out;
  for (const std::string& reason : limiting_reasons(summary.reasons.value_or(0))) {
    if (!is_normal_limit(reason)) out.push_back(reason);
  }
  return joined(out, ", ");
}

std::string watts_text(double value) { return to_text(Quantity{value, Unit::watts}); }

GemmVerdict throttled(std::string reason, std::string says, std::string remedy = {}) {
  return {"throttled", std::move(reason), std::move(says), std::move(remedy)};
}

std::optional<GemmVerdict> held_back(const GemmSummary& summary, const GpuStateReference& state) {
  const std::string at =
      fmt::format("{} and {}", clock_text(*summary.clock), watts_text(*summary.power));
  if (is_stuck(summary, state))
    return throttled("pinned-clock",
                     "unreported power state: the clock stays at " + at +
                         ", no reason is given, and no cap is known; gb10 tune status",
                     state.remedy);
  const std::string reason = throttle(summary);
  if (!reason.empty()) return throttled(reason, fmt::format("{} at {}", reason, at));
  if (*summary.clock < kNearClock * state.clock.first)
    return throttled("low-clock",
                     fmt::format("the clock is {}, good units show {} to {}; is it capped? gb10 "
                                 "tune status",
                                 clock_text(*summary.clock), clock_text(state.clock.first),
                                 clock_text(state.clock.second)));
  return std::nullopt;
}

/// A rate below what good units show, at a clock that is as theirs.
GemmVerdict below_reference(const GemmSummary& summary, const GpuStateReference& state,
                            const std::string& range) {
  if (*summary.power < kNearPower * state.power.first)
    return throttled("low-power",
                     fmt::format("it draws {}, good units {} to {}: a hidden slow state, or the "
                                 "CPU takes the power that both share; {}",
                                 watts_text(*summary.power), watts_text(state.power.first),
                                 watts_text(state.power.second), range));
  return {"software", "below-reference",
          fmt::format("kernel choice below reference: the clock is {} at {}; {}",
                      clock_text(*summary.clock), watts_text(*summary.power), range),
          "compare other copies of cuBLASLt: gb10 bench gemm --env DIR"};
}

GemmVerdict cannot_tell(const char* reason, std::string says) {
  return {"cannot tell", reason, std::move(says), {}};
}

std::string public_range(const GemmReference& type) {
  return fmt::format("public reports of good units {:.0f} to {:.0f} TFLOP/s (mixed libraries)",
                     type.healthy->first / 1e12, type.healthy->second / 1e12);
}

}  // namespace

namespace {

/// Why figures of good units say nothing of this run; empty where they do.
std::optional<GemmVerdict> not_comparable(const GemmRun& run, const GemmReference* type) {
  const GemmWish& wish = run.wish;
  if (run.is_sparse)
    return cannot_tell("no-reference",
                       fmt::format("no 2:4 {} figures of good units are known", wish.type->name));
  if (!type || !type->healthy)
    return cannot_tell("no-reference",
                       fmt::format("no {} figures of good units are known", wish.type->name));
  if (std::min({wish.m, wish.n, wish.k}) < kLeastSide || wish.data != GemmData::random ||
      wish.is_pruned)
    return cannot_tell("other-shape", "figures of good units are of large products of random data");
  if (!run.others.empty())
    return cannot_tell("others-on-the-gpu", "others worked on this GPU, process " + run.others);
  return std::nullopt;
}

/// What a run that was cut says; nothing for one that was not.
std::optional<GemmVerdict> of_cut(const GemmRun& run) {
  if (run.cut.why == CutBy::no) return std::nullopt;
  if (run.cut.why == CutBy::failed) return invalid("failed", run.cut.says);
  if (run.cut.why == CutBy::heat) return throttled("heat-stop", run.cut.says);
  return cannot_tell("cut", run.cut.says);
}

}  // namespace

GemmVerdict verdict_of(const GemmRun& run, const GemmSummary& summary,
                       const GpuReference* reference) {
  if (auto cut = of_cut(run)) return *std::move(cut);
  if (auto wrong = impossible(run, summary)) return *std::move(wrong);
  if (!reference || !reference->state)
    return cannot_tell("no-reference", "no figures of good units of this GPU are known");
  if (!summary.clock || !summary.power)
    return cannot_tell("no-telemetry", summary.clock ? "the driver does not tell the power"
                                                     : "the driver does not tell the clock");
  if (auto held = held_back(summary, *reference->state)) return *std::move(held);
  const GemmReference* const type = reference->type(run.wish.type->name);
  if (auto other = not_comparable(run, type)) return *std::move(other);
  const std::string range = public_range(*type);
  if (summary.steady < type->healthy->first)
    return below_reference(summary, *reference->state, range);
  return {"healthy", "", range, {}};
}

}  // namespace gb10
