#include "bench/memory_verdict.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "model/quantity.h"
#include "model/sample.h"

namespace gb10 {

namespace {

constexpr double kPinned = 1e6;  // Hz: a clock that does not move at all
constexpr std::size_t kEnoughClocks = 10;

std::string rate(double value) { return to_text(Quantity{value, Unit::bytes_per_second}); }

double value_of(const RunRecord& record, const std::string& name, double least = 0) {
  const Figure* const figure = largest_figure(record, name, least);
  return figure ? figure->value : NAN;
}

MemoryVerdict cannot_tell(const char* reason, std::string says) {
  return {"cannot tell", reason, std::move(says), {}};
}

MemoryVerdict invalid(const char* reason, std::string says) {
  return {"invalid", reason, std::move(says), {}};
}

/// A rate of memory that cannot be served by a cache: not those of the ladder's small sizes.
bool is_of_memory(const std::string& name) {
  return name.starts_with("memory.gpu.") || name.starts_with("memory.cpu.") ||
         name.starts_with("memory.together.");
}

/// What a number may not be, whatever the machine's state.
std::optional<MemoryVerdict> impossible(const RunRecord& record, const GpuReference* reference) {
  const double checked = value_of(record, "memory.checked"),
               wrong = value_of(record, "memory.wrong");
  if (!(checked > 0)) return invalid("not-checked", "no result was checked");
  if (!(wrong == 0))
    return invalid(
        "wrong-results",
        fmt::format("{:.0f} of {:.0f} results that were checked are wrong", wrong, checked));
  if (!reference || !reference->memory) return std::nullopt;
  // The CPU's memory is the GPU's only where both share one.
  const auto shared = record.params.find("memory.shared");
  const bool is_shared = shared != record.params.end() && shared->second == "yes";
  for (const Figure& figure : record.results) {
    if (figure.unit != Unit::bytes_per_second || !is_of_memory(figure.name)) continue;
    if (figure.name.starts_with("memory.cpu.") && !is_shared) continue;
    if (figure.name.find(".cpu", 16) != std::string::npos && !is_shared) continue;
    const auto objection =
        bandwidth_over_ceiling(figure.name, figure.value, ceilings_of(*reference));
    if (objection) return invalid("over-the-ceiling", objection->says);
  }
  return std::nullopt;
}

/// What is known of a series: its numbers.
std::vector<double> numbers(const RunRecord& record, const char* metric) {
  std::vector<double> out;
  for (const Series& series : record.series) {
    if (series.metric != metric) continue;
    for (const double value : series.values) {
      if (std::isfinite(value)) out.push_back(value);
    }
  }
  return out;
}

/// A clock that stays at one low value with little power and for no stated reason.
std::optional<MemoryVerdict> stuck(const RunRecord& record, const GpuReference& reference) {
  const std::vector<double> clocks = numbers(record, "gpu.sm_clock");
  const std::vector<double> powers = numbers(record, "gpu.power");
  const std::vector<double> limits = numbers(record, "gpu.limits");
  if (!reference.state || clocks.size() < kEnoughClocks || powers.empty() || limits.empty())
    return std::nullopt;
  const auto [least, most] = std::minmax_element(clocks.begin(), clocks.end());
  const double power = median(powers).value_or(NAN);
  const bool is_limited = std::any_of(limits.begin(), limits.end(), [](double reasons) {
    return !limiting_reasons(static_cast<std::uint64_t>(reasons)).empty();
  });
  const GpuStateReference& state = *reference.state;
  if (*most >= state.sick_clock || power >= state.sick_power || *most - *least > kPinned ||
      is_limited)
    return std::nullopt;
  return MemoryVerdict{
      "slow", "pinned-clock",
      fmt::format("unreported power state: the clock stays at {} and {}, no "
                  "reason is given, and no cap is known; gb10 tune status",
                  to_text(Quantity{*most, Unit::hertz}), to_text(Quantity{power, Unit::watts})),
      state.remedy};
}

/// The least that good units are seen to read with; not known where no figures are.
std::optional<double> least_read(const GpuReference& reference) {
  for (const RateReference& each : reference.rates) {
    if (each.name == "memory.gpu.read") return each.healthy.first;
  }
  return std::nullopt;
}

/// A matrix times a vector that is slow where a copy is not. Whether our kernel shows the state as
/// the reports' kernels do was not seen on such a unit, so no more than a look is asked for.
std::optional<MemoryVerdict> hidden(const RunRecord& record, const GpuReference& reference) {
  const double ratio = value_of(record, "memory.gpu.matrix_vector_to_copy");
  const double rows = value_of(record, "memory.gpu.matrix_vector");
  const std::optional<double> least = least_read(reference);
  if (!reference.hidden_state || !least) return std::nullopt;
  const HiddenStateReference& state = *reference.hidden_state;
  if (!(ratio <= state.sick_ratio && rows < *least)) return std::nullopt;
  return MemoryVerdict{
      "look closer",
      "slow-matrix-vector",
      fmt::format(
          "a matrix times a vector comes to {}, {:.2f} of a copy's rate, where reports of "
          "good units come to {:.2f} to {:.2f}; a slow state is reported in which it is so: "
          "{}; whether this kernel shows that state is not known",
          rate(rows), ratio, state.healthy.first, state.healthy.second, state.report),
      {}};
}

std::string beside(const RateReference& each, double value) {
  return fmt::format("{} is {}, on good units {:.0f} to {:.0f} GB/s ({})", each.name, rate(value),
                     each.healthy.first / 1e9, each.healthy.second / 1e9, each.date);
}

std::string with_least(const RateReference& each) {
  return each.least ? fmt::format("{} at {} or more", each.name, to_text(bytes(*each.least)))
                    : each.name;
}

MemoryVerdict of_rates(const RunRecord& record, const GpuReference& reference) {
  std::vector<std::string> low, missing;
  for (const RateReference& each : reference.rates) {
    const double value = value_of(record, each.name, each.least.value_or(0));
    if (!std::isfinite(value))
      missing.push_back(with_least(each));
    else if (value < each.sick)
      return {"slow", "below-reference", beside(each, value),
              "gb10 doctor --load looks for the cause"};
    else if (value < each.healthy.first)
      low.push_back(beside(each, value));
  }
  if (!low.empty())
    return {"look closer", "below-reference", joined(low, "; "),
            "gb10 doctor, and once more with nothing else running"};
  if (!missing.empty())
    return cannot_tell("not-measured", "not measured: " + joined(missing, ", "));
  std::vector<std::string> fine;
  for (const RateReference& each : reference.rates)
    fine.push_back(beside(each, value_of(record, each.name, each.least.value_or(0))));
  return {"healthy", "", joined(fine, "; "), {}};
}

}  // namespace

const Figure* largest_figure(const RunRecord& record, const std::string& name, double least) {
  const Figure* const exact = record.find(name);
  if (exact && least == 0) return exact;
  const Figure* out = nullptr;
  for (const Figure& figure : record.results) {
    if (!figure.name.starts_with(name + ".") || !std::isfinite(figure.value)) continue;
    const auto size = parse_quantity(figure.name.substr(name.size() + 1));
    if (least == 0 || (size.ok() && size->unit == Unit::bytes && size->value >= least))
      out = &figure;
  }
  return out;
}

MemoryVerdict verdict_of(const RunRecord& record, const EarlyEnd& cut, const std::string& others,
                         const GpuReference* reference) {
  if (cut.why == CutBy::failed) return invalid("failed", cut.says);
  if (cut.why == CutBy::heat) return {"throttled", "heat-stop", cut.says, {}};
  if (cut.why != CutBy::no) return cannot_tell("cut", cut.says);
  if (auto wrong = impossible(record, reference)) return *std::move(wrong);
  if (!record.find("memory.gpu.read"))
    return cannot_tell("no-gpu",
                       "only the CPU was measured, and no figures of good CPUs are known");
  if (!reference || reference->rates.empty())
    return cannot_tell("no-reference", "no figures of good units of this GPU are known");
  if (!others.empty())
    return cannot_tell("others-on-the-gpu", "others worked on this GPU, process " + others);
  if (auto held = stuck(record, *reference)) return *std::move(held);
  MemoryVerdict by_rates = of_rates(record, *reference);
  if (by_rates.verdict == "slow") return by_rates;
  if (auto closer = hidden(record, *reference)) return *std::move(closer);
  return by_rates;
}

}  // namespace gb10
