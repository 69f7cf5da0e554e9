#include "doctor/doctor.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "doctor/harmless.h"
#include "doctor/summary.h"

namespace gb10 {

namespace {

constexpr std::array kAreas = {Area::gpu,     Area::memory,  Area::software,
                               Area::storage, Area::network, Area::thermal};

/// How own load is spread: the arithmetic runs long enough for the clock to be judged (10 s in
/// consecutive samples), the two memory loads long enough for a stable rate.
struct LoadPart {
  LoadKind kind;
  double seconds;
  const char* rate;
  Unit unit;
};
constexpr std::array<LoadPart, 3> kLoads = {
    {{LoadKind::fma, 12.5, "load.fma_rate", Unit::none},
     {LoadKind::matrix_vector, 2, "load.read_bandwidth", Unit::bytes_per_second},
     {LoadKind::copy, 2, "load.copy_bandwidth", Unit::bytes_per_second}}};

std::vector<int> gpu_indices(const Facts& facts) {
  std::vector<int> out;
  for (const std::string& instance : facts.instances("gpu")) {
    if (const auto index = whole_number(instance)) out.push_back(static_cast<int>(*index));
  }
  return out;
}

void note_load(const LoadPart& part, const std::string& gpu, const Result<LoadResult>& result,
               Facts& facts) {
  const std::string name = key("gpu", gpu, part.rate);
  const std::string source = fmt::format("own load ({})", word(part.kind));
  if (!result.ok()) return facts.unknown(name, result.error(), source);
  if (!result->verified) {
    return facts.unknown(name, {Error::Kind::failed, "the GPU's result differs from the CPU's"},
                         source);
  }
  facts.set(
      name,
      part.unit == Unit::none ? Value(result->rate) : Value(Quantity{result->rate, part.unit}),
      source);
}

bool is_false(const Result<Value>& value) {
  const auto* const truth = value.ok() ? std::get_if<bool>(&*value) : nullptr;
  return truth && !*truth;
}

/// Puts every part of the load on one GPU; the samples of the arithmetic are the series.
void loaded(const GpuView& gpu, int index, Examination& seen) {
  const std::string name = std::to_string(index);
  // Nothing is known of results that were never computed.
  Result<Value> verified = Error{Error::Kind::not_recorded, "no load ran"};
  for (const LoadPart& part : kLoads) {
    Result<LoadResult> result =
        gpu.load(index, part.kind, std::chrono::duration<double>(part.seconds));
    note_load(part, name, result, seen.facts);
    if (part.kind == LoadKind::fma && !result.ok())
      seen.facts.unknown(key("gpu", name, "load.tested"), result.error(), "own load");
    if (!result.ok() && !verified.ok()) verified = result.error();
    if (result.ok()) verified = Value(result->verified && !is_false(verified));
    if (part.kind != LoadKind::fma || !result.ok()) continue;
    // The driver's utilisation averages over the time before, so the first second still holds
    // idleness.
    std::vector<GpuSample>& samples = result->samples;
    std::erase_if(samples, [](const GpuSample& sample) { return sample.seconds < 1; });
    seen.series.push_back({index, "own load", std::move(samples)});
  }
  if (verified.ok())
    seen.facts.set(key("gpu", name, "load.origin"), std::string("own"), "own load");
  seen.facts.put(key("gpu", name, "load.verified"), std::move(verified), "own load");
}

void sampled(const GpuView& gpu, int index, const DoctorOptions& options, Examination& seen) {
  Result<GpuSeries> series = gpu.samples(index, options.watch);
  if (!series.ok()) {
    return seen.facts.unknown(key("gpu", std::to_string(index), "load.tested"), series.error(),
                              "samples");
  }
  seen.series.push_back(*std::move(series));
}

/// True when a GPU was busy long enough for its clock to be judged (style: 5 samples over 10 s at
/// 90 %).
bool is_tested(const GpuSeries& series) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < series.samples.size(); ++i) {
    const GpuSample& sample = series.samples[i];
    if (!sample.utilization || *sample.utilization < 0.9 || !sample.sm_clock || !sample.power) {
      begin = i + 1;
    } else if (i - begin + 1 >= 5 && sample.seconds - series.samples[begin].seconds >= 10) {
      return true;
    }
  }
  return false;
}

/// Smallest and largest reading of the busy samples.
struct Range {
  std::optional<double> low, high;
  void take(const std::optional<double>& value) {
    if (!value) return;
    low = std::min(low.value_or(*value), *value);
    high = std::max(high.value_or(*value), *value);
  }
};

/// What the GPU did while it was busy: for people, and to compare with what others measured.
void note_ranges(const GpuSeries& series, Facts& facts) {
  Range clock, power, temperature;
  for (const GpuSample& sample : series.samples) {
    if (sample.utilization.value_or(0) < 0.9) continue;
    clock.take(sample.sm_clock);
    power.take(sample.power);
    temperature.take(sample.temperature);
  }
  const std::string gpu = std::to_string(series.gpu);
  const auto note = [&](const char* field, std::optional<double> value, Unit unit) {
    if (value) facts.set(key("gpu", gpu, field), Quantity{*value, unit}, series.origin);
  };
  note("load.sm_clock_min", clock.low, Unit::hertz);
  note("load.sm_clock_max", clock.high, Unit::hertz);
  note("load.power_min", power.low, Unit::watts);
  note("load.power_max", power.high, Unit::watts);
  note("load.temperature_max", temperature.high, Unit::celsius);
}

/// True when a rule that looks at samples came to a yes or a no.
bool judged_by_samples(const Judgement& judgement) {
  return std::any_of(judgement.checked.begin(), judgement.checked.end(), [](const Checked& each) {
    return each.rule->window && (each.outcome == Outcome::passed || each.outcome == Outcome::fired);
  });
}

Verdict area_verdict(const AreaState& state, bool tested) {
  // What is mostly not known, as on the disk of another machine, is not without fault.
  if (state.passed + state.fired == 0 || state.not_checked > state.passed + state.fired)
    return Verdict::cannot_tell;
  const bool needs_load = state.area == Area::gpu || state.area == Area::thermal;
  if ((needs_load && !tested) || state.not_checked > 0) return Verdict::no_fault_found;
  return Verdict::healthy;
}

/// What is not checked of an area besides what the rules leave open.
int besides_of(Area area, std::span<const NotChecked> besides) {
  return static_cast<int>(std::count_if(besides.begin(), besides.end(),
                                        [&](const NotChecked& each) { return each.area == area; }));
}

AreaState area_state(Area area, const Judgement& judgement, const Facts& facts, bool tested,
                     int besides) {
  AreaState out;
  out.area = area;
  out.not_checked = besides;
  for (const Checked& each : judgement.checked) {
    if (each.rule->area != area) continue;
    out.passed += each.outcome == Outcome::passed ? 1 : 0;
    out.fired += each.outcome == Outcome::fired ? 1 : 0;
    out.not_checked += each.outcome == Outcome::not_checked ? 1 : 0;
  }
  out.verdict = area_verdict(out, tested);
  if (area == Area::gpu && !facts.known<std::string>("gpu[0].name"))
    out.verdict = Verdict::cannot_tell;
  for (const Finding& finding : judgement.findings) {
    if (finding.area != area || finding.severity == Severity::note) continue;
    const Verdict by = finding.severity == Severity::fault ? Verdict::faulty : Verdict::degraded;
    out.verdict = out.verdict == Verdict::faulty ? out.verdict : by;
  }
  out.summary = area_summary(area, facts);
  return out;
}

Verdict total_verdict(const std::vector<AreaState>& areas) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(areas.begin(), areas.end(),
                       [&](const AreaState& each) { return each.verdict == verdict; });
  };
  if (any(Verdict::faulty)) return Verdict::faulty;
  if (any(Verdict::degraded)) return Verdict::degraded;
  if (areas.front().verdict == Verdict::cannot_tell) return Verdict::cannot_tell;
  if (any(Verdict::no_fault_found) || any(Verdict::cannot_tell)) return Verdict::no_fault_found;
  return Verdict::healthy;
}

}  // namespace

Examination examined(const Machine& machine, const DoctorOptions& options) {
  Examination out;
  out.facts = collect(machine, options.collect);
  out.facts.set("machine.power_was_removed", options.power_was_removed,
                options.power_was_removed ? "said by the owner" : "not said by the owner");
  for (const int index : gpu_indices(out.facts)) {
    // A tree or a snapshot that holds a load is judged by it.
    const bool recorded = !machine.host.self().live &&
                          machine.gpu.load(index, LoadKind::fma, std::chrono::seconds(1)).ok();
    if (options.load || recorded)
      loaded(machine.gpu, index, out);
    else
      sampled(machine.gpu, index, options, out);
  }
  for (const GpuSeries& series : out.series) {
    const std::string gpu = std::to_string(series.gpu);
    out.facts.set(key("gpu", gpu, "load.tested"), is_tested(series), series.origin);
    out.facts.set(key("gpu", gpu, "load.samples"), static_cast<std::int64_t>(series.samples.size()),
                  series.origin);
    note_ranges(series, out.facts);
  }
  return out;
}

Diagnosis diagnosed(const Examination& seen, RulesInForce& known,
                    std::span<const NotChecked> besides) {
  std::vector<Harmless> harmless;
  const Facts facts = without_harmless_lines(seen.facts, known.benign, known.signatures, harmless);
  const Judgement judgement = judge(known.rules, facts, seen.series);
  // A busy GPU that no rule knows the clocks of was not tested either.
  const bool loaded = std::any_of(seen.series.begin(), seen.series.end(), is_tested);
  const bool tested = loaded && judged_by_samples(judgement);
  Diagnosis out;
  for (const Area area : kAreas)
    out.areas.push_back(area_state(area, judgement, seen.facts, tested, besides_of(area, besides)));
  out.verdict = total_verdict(out.areas);
  out.findings = judgement.findings;
  out.not_checked = judgement.not_checked;
  for (const Harmless& each : harmless) out.harmless.push_back(each.name + ": " + each.line);
  out.passed = judgement.count(Outcome::passed);
  out.unjudged = judgement.count(Outcome::not_checked);
  out.not_applicable = judgement.count(Outcome::not_applicable);
  out.checks = out.passed + out.unjudged + judgement.count(Outcome::fired);
  out.headline = headline(out, tested ? Speed::judged : loaded ? Speed::unknown : Speed::untested);
  out.machine = machine_line(seen.facts);
  return out;
}

}  // namespace gb10
