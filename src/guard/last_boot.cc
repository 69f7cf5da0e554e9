#include "guard/last_boot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "guard/last_boot_trace.h"
#include "guard/last_boot_words.h"
#include "guard/last_minute.h"
#include "ledger/amounts.h"

namespace gb10 {

namespace {

using Texts = std::vector<std::string>;

/// Where the pressure shows that all tasks mostly waited for memory.
constexpr double kStalled = 0.4, kCalmPressure = 0.1;
constexpr double kHotZone = 95, kHotGpu = 90;
constexpr double kJump = 40;  // watts, after reports of 14 to 85
constexpr double kLate = 3;   // seconds between samples that should be 1
constexpr double kSoon = 5;   // seconds to the end of memory
constexpr double kWatchdog = 1240, kWatchdogSpread = 20;

std::string gib_text(double bytes) { return fmt::format("{} GiB", gib(bytes)); }

void append(Texts& to, Texts more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Weighs what a trace shows for each cause.
class Judge {
 public:
  Judge(const BootEvidence& evidence, const BootTrace& trace)
      : evidence_(evidence),
        trace_(trace),
        numbers_(minute_numbers(trace.minute, evidence.memory.known())) {}

  /// What speaks for each cause, the one to be named first.
  std::vector<std::pair<BootEnd, Texts>> found() const {
    std::vector<std::pair<BootEnd, Texts>> all = {
        {BootEnd::memory_exhaustion, trace_.texts(LineKind::memory_panic)},
        {BootEnd::kernel_panic, trace_.texts(LineKind::panic)},
        {BootEnd::clean_shutdown, shutdown()},
        {BootEnd::memory_exhaustion, exhaustion()},
        {BootEnd::gpu_fault, trace_.texts(LineKind::gpu)},
        {BootEnd::overheated, heat()},
        {BootEnd::kernel_panic, trace_.texts(LineKind::oops)},
        {BootEnd::kernel_hang, trace_.texts(LineKind::hang)},
        {BootEnd::watchdog, watchdog()},
        {BootEnd::power_cut_or_trip, trip()}};
    std::erase_if(all, [](const auto& each) { return each.second.empty(); });
    return all;
  }

  /// The ring goes to the end, and its last minute is like any other.
  bool is_calm() const {
    return trace_.ring_reaches_end && numbers_.count >= 5 && numbers_.latest <= kLate &&
           numbers_.least > numbers_.short_of && !(numbers_.pressure > kCalmPressure);
  }

  Texts calm() const {
    Texts out = {on_time()};
    out.push_back(fmt::format("{} were available at the last, {} at the least",
                              gib_text(numbers_.available), gib_text(numbers_.least)));
    if (!std::isnan(numbers_.pressure))
      out.push_back(fmt::format("all tasks waited for memory for at most {:.0f} % of a second",
                                100 * numbers_.pressure));
    if (Texts heat = warmth(); !heat.empty()) out.push_back(joined(heat, ", "));
    return out;
  }

  /// Signs of trouble in the ring that name no cause.
  Texts uneasy() const {
    Texts out;
    if (numbers_.latest > kLate)
      out.push_back(
          fmt::format("a sample came {:.1f} s after the one before, where 1 s is usual: "
                      "something held the machine up",
                      numbers_.latest));
    if (numbers_.pressure > kCalmPressure)
      out.push_back(fmt::format("all tasks waited for memory for {:.0f} % of a second",
                                100 * numbers_.pressure));
    if (numbers_.least <= numbers_.short_of)
      out.push_back(fmt::format("{} were available at the least", gib_text(numbers_.least)));
    return out;
  }

  /// Whether a panic would have been seen: its lines come into reach with the next boot.
  bool knows_of_panics() const { return evidence_.dumps.ok() && trace_.next.has_value(); }

  std::string on_time() const {
    return fmt::format("samples came on time to the last ({}, at most {:.1f} s apart)",
                       counted(static_cast<std::int64_t>(numbers_.count), "sample"),
                       numbers_.latest);
  }

  const MinuteNumbers& numbers() const { return numbers_; }

 private:
  Texts shutdown() const {
    Texts out;
    if (trace_.ring && trace_.ring->stop && trace_.ring->stop->reason.starts_with(kStopShutdown))
      out.push_back("the guard noted the shutdown before it ended (flight recorder)");
    append(out, trace_.texts(LineKind::shutdown));
    return out;
  }

  bool is_short() const { return numbers_.available <= numbers_.short_of; }

  Texts exhaustion() const {
    Texts out;
    const MinuteNumbers& n = numbers_;
    if (n.available <= n.floor)
      out.push_back(
          fmt::format("only {} were available at the last sample", gib_text(n.available)));
    const bool was_short = n.least <= n.short_of;
    if (was_short && n.pressure >= kStalled)
      out.push_back(
          fmt::format("all tasks waited for memory for {:.0f} % of a second, with {} "
                      "available at the least",
                      100 * n.pressure, gib_text(n.least)));
    if (was_short && n.latest > kLate)
      out.push_back(
          fmt::format("samples came late, up to {:.1f} s apart, with {} available at the "
                      "least",
                      n.latest, gib_text(n.least)));
    if (n.available < 0.25 * evidence_.memory.value_or(n.floor / 0.04) &&
        -n.slope * kSoon >= n.available)
      out.push_back(fmt::format("{} were available at the last sample and {} fewer each second",
                                gib_text(n.available), gib_text(-n.slope)));
    if (std::isnan(n.available) || is_short()) {
      if (n.kills > 0)
        out.push_back(
            fmt::format("the kernel killed {} for memory in the last minute",
                        counted(static_cast<std::int64_t>(n.kills), "process", "processes")));
      append(out, trace_.texts(LineKind::killed));
      append(out, trace_.texts(LineKind::no_memory));
    }
    return out;
  }

  Texts heat() const {
    Texts out = trace_.texts(LineKind::heat);
    if (numbers_.hottest >= kHotZone)
      out.push_back(
          fmt::format("the hottest zone had {:.1f} °C at the last sample", numbers_.hottest));
    if (numbers_.gpu_heat >= kHotGpu && numbers_.gpu_rise >= 0)
      out.push_back(
          fmt::format("the GPU had {:.0f} °C at the last sample, {:.0f} more than a minute "
                      "before",
                      numbers_.gpu_heat, numbers_.gpu_rise));
    return out;
  }

  Texts watchdog() const {
    const auto is_period = [](double seconds) {
      return std::abs(seconds - kWatchdog) <= kWatchdogSpread;
    };
    if (!trace_.lasted || !is_period(*trace_.lasted)) return {};
    std::int64_t alike = 0;
    for (const ListedBoot& boot : evidence_.boots.value_or(std::vector<ListedBoot>()))
      alike += boot.index < 0 && is_period(boot.ended - boot.begun);
    if (alike < 2 && !evidence_.watchdog.value_or(false)) return {};
    Texts out = {
        fmt::format("that boot lasted {:.0f} s; the watchdog that the firmware arms resets "
                    "after 1240 s (reported)",
                    *trace_.lasted)};
    if (alike >= 2)
      out.push_back(fmt::format("{} of the boots that the journal knows lasted so long", alike));
    if (evidence_.watchdog.value_or(false)) out.emplace_back("the firmware has an SBSA watchdog");
    return out;
  }

  Texts trip() const {
    const MinuteNumbers& n = numbers_;
    if (!(n.power - n.power_before >= kJump)) return {};
    return {
        fmt::format("the GPU went from {:.0f} W to {:.0f} W in the last seconds, then nothing "
                    "was written any more",
                    n.power_before, n.power)};
  }

  Texts warmth() const {
    Texts out;
    if (!std::isnan(numbers_.gpu_heat))
      out.push_back(fmt::format("GPU {:.0f} °C", numbers_.gpu_heat));
    if (!std::isnan(numbers_.hottest))
      out.push_back(fmt::format("hottest zone {:.1f} °C", numbers_.hottest));
    if (!std::isnan(numbers_.power)) out.push_back(fmt::format("GPU {:.0f} W", numbers_.power));
    return out;
  }

  const BootEvidence& evidence_;
  const BootTrace& trace_;
  MinuteNumbers numbers_;
};

/// Where no cause left a trace.
void put_quiet_end(const Judge& judge, const BootTrace& trace, LastBoot& out) {
  if (judge.is_calm()) {
    out.verdict = BootEnd::power_cut;
    out.evidence = judge.calm();
    out.evidence.insert(out.evidence.begin(), "the flight recorder ends without a stop");
    out.contradicting.emplace_back(
        "a hang of the whole chip within one second would leave the same traces");
    if (!judge.knows_of_panics())
      out.contradicting.emplace_back("so would a kernel panic: its last lines are not kept here");
    return;
  }
  if (!trace.ring_reaches_end && !trace.has_journal) {
    out.verdict = BootEnd::cannot_tell;
    return;
  }
  out.verdict = BootEnd::power_cut_or_hang;
  out.evidence.push_back(trace.has_journal ? "the journal ends without a shutdown"
                                           : "the flight recorder ends without a stop");
  if (!trace.ring_reaches_end)
    out.missing.emplace_back(
        "the journal's very last lines: it goes to the disk every 5 minutes (journald.conf), what "
        "it "
        "had not written is lost");
  if (trace.ring_reaches_end) {
    append(out.evidence, judge.uneasy());
    if (judge.numbers().count < 5)
      out.missing.push_back("the last minute: the flight recorder holds " +
                            counted(static_cast<std::int64_t>(judge.numbers().count), "sample"));
    else if (std::isnan(judge.numbers().available))
      out.missing.emplace_back("how much memory was available is not in the flight recorder");
  }
}

/// Causes of which a trace would be there; where nothing could leave one, none is ruled out.
void put_not_seen(const BootTrace& trace, const Judge& judge, LastBoot& out) {
  if (out.verdict == BootEnd::cannot_tell || out.verdict == BootEnd::clean_shutdown) return;
  const auto none = [&](LineKind kind) { return !trace.has(kind); };
  if (none(LineKind::killed) && none(LineKind::memory_panic) && !(judge.numbers().kills > 0))
    out.not_seen.emplace_back("a process that the kernel killed for memory");
  if (none(LineKind::gpu)) out.not_seen.emplace_back("a fault of the GPU (Xid, GSP)");
  const bool panicked = !none(LineKind::panic) || !none(LineKind::memory_panic);
  if (judge.knows_of_panics() && !panicked && none(LineKind::oops))
    out.not_seen.emplace_back("a panic of the kernel");
  if (none(LineKind::hang)) out.not_seen.emplace_back("a lockup");
  if (none(LineKind::shutdown)) out.not_seen.emplace_back("a shutdown");
}

void put_when(const BootTrace& trace, LastBoot& out) {
  out.boot = trace.id;
  if (trace.lasted) out.lasted = std::llround(*trace.lasted);
  if (!trace.end) return;
  out.last_sign = LastSign{std::llround(std::floor(*trace.end)), trace.end_source, std::nullopt};
  if (!trace.next) return;
  const double gap = *trace.next - *trace.end;
  // The begin of a boot is known to whole seconds.
  constexpr double kRounded = 2;
  if (gap >= -kRounded) out.last_sign->before_next = std::llround(std::max(gap, 0.0));
  if (gap < -kRounded) out.contradicting.emplace_back("the clock was set between the two boots");
}

/// What speaks against a verdict although it is the likeliest.
void put_doubts(const BootTrace& trace, const Judge& judge, LastBoot& out) {
  const MinuteNumbers& n = judge.numbers();
  const bool by_memory = out.verdict == BootEnd::memory_exhaustion;
  if (by_memory && n.available > n.floor)
    out.contradicting.push_back(
        fmt::format("{} were still available at the last sample", gib_text(n.available)));
  if (by_memory && std::isnan(n.available) && trace.has(LineKind::no_memory) &&
      !trace.has(LineKind::killed))
    out.contradicting.emplace_back("healthy starts of a model write NV_ERR_NO_MEMORY lines, too");
  if (out.verdict == BootEnd::power_cut && trace.has(LineKind::no_memory))
    out.contradicting.emplace_back(
        "the driver wrote NV_ERR_NO_MEMORY, which healthy starts do, too");
  if (out.verdict == BootEnd::overheated && !trace.has(LineKind::heat))
    out.contradicting.emplace_back("the kernel did not say that it switched off for heat");
  if (out.verdict == BootEnd::power_cut && std::isnan(n.power))
    out.missing.emplace_back("what the GPU drew: a trip after a jump of the load is not ruled out");
}

/// Whether something is missing that root would see.
bool lacks_rights(const BootEvidence& evidence) {
  const auto is_denied = [](const auto& part) {
    return !part.ok() && part.error().kind == Error::Kind::denied;
  };
  return is_denied(evidence.ring) || is_denied(evidence.journal) || is_denied(evidence.dumps);
}

}  // namespace

LastBoot last_boot(const BootEvidence& evidence) {
  const BootTrace trace = trace_of(evidence);
  const Judge judge(evidence, trace);
  LastBoot out;
  out.missing = trace.missing;
  put_when(trace, out);
  const auto found = judge.found();
  if (found.empty()) {
    put_quiet_end(judge, trace, out);
  } else {
    out.verdict = found.front().first;
    for (const auto& [end, texts] : found) {
      if (end == out.verdict)
        append(out.evidence, texts);
      else
        out.contradicting.push_back(
            fmt::format("it may be {}: {}", noun(end), joined(texts, "; ")));
    }
  }
  put_doubts(trace, judge, out);
  put_not_seen(trace, judge, out);
  out.samples = told_samples(trace);
  put_words(out);
  if (lacks_rights(evidence))
    out.remedy.insert(out.remedy.begin(),
                      Step{"", "sudo gb10 doctor --last-boot", "root sees what is missing here"});
  return out;
}

}  // namespace gb10
