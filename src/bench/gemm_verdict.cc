#include <fmt/format.h>

#include "base/text.h"
#include "bench/gemm_result.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

// The clock that is read and the clock of the work are not of the same moment.
constexpr double kOverCeiling = 1.02;
constexpr double kPinned = 1e6;  // Hz: a clock that does not move at all

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
    return invalid("over-the-ceiling",
                   fmt::format("{} is more than the {} that {} multiprocessors can do at {}",
                               rate(summary.steady), rate(*summary.ceiling), run.processors,
                               clock_text(*summary.clock)));
  return std::nullopt;
}

/// A clock that stays at one low value with little power and for no stated reason.
bool is_stuck(const GemmSummary& summary, const GpuStateReference& state) {
  return *summary.clock < state.sick_clock && *summary.power < state.sick_power &&
         summary.spread_of_clock < kPinned && limiting_reasons(summary.reasons).empty();
}

bool is_normal_limit(const std::string& reason) { return reason == "sw_power_cap"; }

/// What holds the clock back, other than the power cap that every GB10 works at.
std::string throttle(const GemmSummary& summary) {
  std::vector<std::string> out;
  for (const std::string& reason : limiting_reasons(summary.reasons)) {
    if (!is_normal_limit(reason)) out.push_back(reason);
  }
  return joined(out, ", ");
}

std::optional<GemmVerdict> throttled(const GemmSummary& summary, const GpuStateReference& state) {
  const std::string at = fmt::format("{} and {}", clock_text(*summary.clock),
                                     to_text(Quantity{*summary.power, Unit::watts}));
  if (is_stuck(summary, state))
    return GemmVerdict{"throttled", "pinned-clock",
                       "unreported power state: the clock stays at " + at + ", no reason is given",
                       state.remedy};
  const std::string reason = throttle(summary);
  if (!reason.empty())
    return GemmVerdict{"throttled", reason, fmt::format("{} at {}", reason, at), {}};
  if (*summary.clock < 0.95 * state.clock.first)
    return GemmVerdict{"throttled",
                       "low-clock",
                       fmt::format("the clock is {}, good units show {} to {}; is it capped? "
                                   "gb10 tune status",
                                   clock_text(*summary.clock), clock_text(state.clock.first),
                                   clock_text(state.clock.second)),
                       {}};
  return std::nullopt;
}

GemmVerdict cannot_tell(const char* reason, std::string says) {
  return {"cannot tell", reason, std::move(says), {}};
}

std::string public_range(const GemmReference& type) {
  return fmt::format("public reports of good units {:.0f} to {:.0f} TFLOP/s (mixed libraries)",
                     type.healthy->first / 1e12, type.healthy->second / 1e12);
}

}  // namespace

GemmVerdict verdict_of(const GemmRun& run, const GemmSummary& summary,
                       const GpuReference* reference) {
  if (auto wrong = impossible(run, summary)) return *std::move(wrong);
  if (!reference || !reference->state)
    return cannot_tell("no-reference", "no figures of good units of this GPU are known");
  if (!summary.clock || !summary.power)
    return cannot_tell("no-telemetry", summary.clock ? "the driver does not tell the power"
                                                     : "the driver does not tell the clock");
  if (auto held = throttled(summary, *reference->state)) return *std::move(held);
  const GemmReference* const type = reference->type(run.wish.type->name);
  if (!type || !type->healthy)
    return cannot_tell("no-reference",
                       fmt::format("no {} figures of good units are known", run.wish.type->name));
  const GemmWish& wish = run.wish;
  if (wish.m * wish.n * wish.k < 8192ULL * 8192 * 8192 / 2 || wish.data != GemmWish::Data::random)
    return cannot_tell("other-shape", "figures of good units are of 8192³ with random data");
  if (summary.steady < type->healthy->first)
    return {"software", "below-reference",
            fmt::format("kernel choice below reference: clock and power are fine, {}",
                        public_range(*type)),
            "compare other copies of cuBLASLt: gb10 bench gemm --env DIR"};
  return {"healthy", "", public_range(*type), {}};
}

}  // namespace gb10
