#include "bench/mma_result.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/median.h"

namespace gb10 {

namespace {

// The multiprocessor's own counter is exact, but counts from the first to the last instruction of
// its block. The driver's clock is of another moment than the work.
constexpr double kOverPeak = 1.02, kOverPeakByDriver = 1.1;
constexpr const char* kNoWork = "no-work";

std::optional<double> mean_clock(const ProbeRun& run) {
  double sum = 0;
  int count = 0;
  for (const double clock : run.clocks) {
    if (std::isnan(clock)) continue;
    sum += clock;
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::string over(double per_clock, double peak, const char* by) {
  return fmt::format(
      "{:.0f} FLOP per clock and multiprocessor {} is more than the peak of {:.0f}: the clock, "
      "the count or the table of peaks is wrong",
      per_clock, by, peak);
}

/// Why it cannot be; both are empty where it can.
void set_fault(MmaJudged& out, const MmaOutcome& outcome) {
  const auto fault = [&](const char* reason, std::string says) {
    out.reason = reason;
    out.says = std::move(says);
  };
  const MmaCheck& check = outcome.check;
  if (outcome.run.rates.empty()) return fault(kNoWork, "it ended before the first block did");
  if (check.checked == 0) return fault("not-checked", "the results were not checked");
  if (check.wrong > 0)
    return fault("wrong-results", fmt::format("{} of {} accumulators and chains are wrong",
                                              check.wrong, check.checked));
  if (check.blocks < 0)
    return fault("lost-work", "not every block of every launch came to its end");
  if (!out.peak) return;
  if (check.per_clock > kOverPeak * *out.peak)
    return fault("over-peak", over(check.per_clock, *out.peak, "by its own counter"));
  if (out.by_driver && *out.by_driver > kOverPeakByDriver * *out.peak)
    return fault("over-peak", over(*out.by_driver, *out.peak, "at the clock that the driver told"));
}

}  // namespace

MmaJudged judged(const MmaOutcome& outcome, int processors, const GpuReference* reference) {
  MmaJudged out;
  const MmaType& type = *outcome.kernel->type;
  const bool has_peak = reference && *type.peak != '\0';
  const GemmReference* const known = has_peak ? reference->type(type.peak) : nullptr;
  if (known) out.peak = known->flop_per_clock * type.of_peak;
  out.clock = mean_clock(outcome.run);
  const auto rate = median(outcome.run.rates);
  if (out.clock && rate && *out.clock > 0) out.by_driver = *rate / (*out.clock * processors);
  set_fault(out, outcome);
  if (out.peak && out.reason.empty() && outcome.check.per_clock > 0)
    out.share = outcome.check.per_clock / *out.peak;
  return out;
}

namespace {

/// A number that cannot be is nowhere in a record but in the words that say so.
void take_out(RunRecord& record, const std::string& name, const std::string& says) {
  std::erase_if(record.series, [&](const Series& each) { return each.metric == name + ".block"; });
  for (Figure& figure : record.results) {
    if (figure.name != name && !figure.name.starts_with(name + ".")) continue;
    figure.value = NAN;
    figure.how = says;
  }
}

void add_figures(RunRecord& record, const MmaOutcome& outcome, const MmaJudged& found,
                 int processors) {
  const std::string& name = outcome.run.name;
  const auto add = [&](const char* which, Unit unit, double value, const char* evidence,
                       const char* how) {
    record.results.push_back({name + which, unit, value, evidence, how});
  };
  add(".flop_per_clock", Unit::none, outcome.check.per_clock, "measured",
      "of a multiprocessor, by its own counter, mean of all launches");
  add(".flop_per_clock.driver", Unit::none, found.by_driver.value_or(NAN), "computed",
      "of a multiprocessor, at the mean clock that the driver told");
  const auto rate = median(outcome.run.rates);
  add(".clock.counted", Unit::hertz,
      rate && outcome.check.per_clock > 0 ? *rate / (outcome.check.per_clock * processors) : NAN,
      "computed", "at which the rate and the multiprocessors' counters agree");
  add(".clock", Unit::hertz, found.clock.value_or(NAN), "measured",
      "mean of what the driver told as these blocks ended");
  add(".peak_share", Unit::ratio, found.share.value_or(NAN), "computed",
      found.peak ? "of the peak in data/gpus, by the multiprocessor's own counter"
                 : "the peak of this type on this GPU is not known");
  add(".checked", Unit::none, static_cast<double>(outcome.check.checked), "measured",
      "accumulators of the last round and chains over all rounds of all launches, compared "
      "exactly");
  add(".wrong", Unit::none, static_cast<double>(outcome.check.wrong), "measured", "of them");
}

/// The fastest of each type's valid kernels.
void add_ceilings(RunRecord& record, std::span<const MmaOutcome> outcomes) {
  for (const MmaType& type : mma_types()) {
    const Figure* best = nullptr;
    const char* path = "";
    for (const MmaOutcome& each : outcomes) {
      const Figure* const figure =
          each.kernel->type == &type ? record.find(each.run.name) : nullptr;
      if (!figure || std::isnan(figure->value) || (best && best->value >= figure->value)) continue;
      best = figure;
      path = each.kernel->path;
    }
    if (!best) continue;
    record.results.push_back({fmt::format("mma.{}.ceiling", type.name), Unit::flop_per_second,
                              best->value, "measured", fmt::format("by {}", path)});
  }
}

/// On a GB10: what the numbers settle, of each dispute once.
void add_disputes(RunRecord& record, const MmaRecordInput& input) {
  if (!input.reference || input.reference->name != "gb10") return;
  std::map<std::string, std::set<std::string>> types;
  for (const MmaOutcome& each : input.outcomes) {
    const Figure* const left = record.find(each.run.name);
    if (*each.kernel->type->dispute != '\0' && left && !std::isnan(left->value))
      types[each.kernel->type->dispute].insert(each.kernel->type->name);
  }
  for (const auto& [dispute, names] : types)
    record.notes.push_back(
        fmt::format("{}: this settles a dispute: {}", fmt::join(names, ", "), dispute));
}

}  // namespace

bool add_to(RunRecord& record, const MmaRecordInput& input) {
  add_to(record, input.runs);
  int invalid = 0;
  for (const MmaOutcome& outcome : input.outcomes) {
    const std::string& name = outcome.run.name;
    const MmaJudged found = judged(outcome, input.processors, input.reference);
    if (!found.reason.empty()) {
      const bool is_missing = found.reason == kNoWork;
      const char* const verdict = is_missing ? "not measured" : "invalid";
      take_out(record, name, fmt::format("{}: {}", verdict, found.says));
      record.params["result.verdict." + name] = verdict;
      record.params["result.verdict.reason." + name] = found.reason;
      record.params["result.verdict.why." + name] = found.says;
      invalid += is_missing ? 0 : 1;
    } else {
      record.params["result.verdict." + name] = "measured";
      add_figures(record, outcome, found, input.processors);
    }
    std::string& kernels = record.params["result.kernels"];
    kernels += (kernels.empty() ? "" : " ") + name;
  }
  add_ceilings(record, input.outcomes);
  add_disputes(record, input);
  for (const std::string& each : input.refused) record.notes.push_back("refused: " + each);
  record.params["benchmark"] = "mma";
  record.params["result.processors"] = std::to_string(input.processors);
  const bool is_all = !input.outcomes.empty() && invalid == static_cast<int>(input.outcomes.size());
  record.params["result.verdict"] = is_all ? "invalid" : "measured";
  record.params["result.verdict.why"] =
      invalid > 0
          ? fmt::format("{} of {} kernels gave what cannot be", invalid, input.outcomes.size())
          : std::string("every accumulator that was compared is exact");
  return invalid > 0;
}

}  // namespace gb10
