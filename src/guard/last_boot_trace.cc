#include "guard/last_boot_trace.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr double kMinute = 60;
/// A shutdown takes no longer than systemd lets a unit stop.
constexpr double kShutdown = 120;
/// What the ring may lag behind the journal: its sync comes once a second.
constexpr double kLag = 5;

struct Mark {
  const char* text;
  LineKind kind;
};

// The first that fits counts. As Linux 6.11 to 7.0, systemd 255 and NVIDIA's modules write them.
constexpr Mark kMarks[] = {
    {"deadlocked on memory", LineKind::memory_panic},
    {"panic_on_oom", LineKind::memory_panic},
    {"not syncing: Out of memory", LineKind::memory_panic},
    {"Kernel panic", LineKind::panic},
    {"Panic#", LineKind::panic},  // the head of a dump
    {"Oops", LineKind::oops},
    {"Unable to handle kernel", LineKind::oops},
    {"kernel BUG at", LineKind::oops},
    {"Out of memory: Kill", LineKind::killed},
    {"oom-kill:", LineKind::killed},
    {"invoked oom-killer", LineKind::killed},
    {"NV_ERR_NO_MEMORY", LineKind::no_memory},
    {"fallen off the bus", LineKind::gpu},
    {"GSP", LineKind::gpu},
    {"critical temperature", LineKind::heat},
    {"soft lockup", LineKind::hang},
    {"hard LOCKUP", LineKind::hang},
    {"detected stall", LineKind::hang},
    {"self-detected stall", LineKind::hang},
    {"detected expedited stall", LineKind::hang},
    {"blocked for more than", LineKind::hang},
};

constexpr std::string_view kGoingDown[] = {"power off", "power-off", "poweroff", "reboot",
                                           "shutdown",  "halt",      "kexec"};

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The targets of a user's own systemd look the same but for its number: a logout is no shutdown.
bool is_shutdown(std::string_view text) {
  if (text.starts_with("systemd-shutdow") || holds(text, "reboot: Restarting system") ||
      holds(text, "reboot: Power down") || holds(text, "reboot: System halted"))
    return true;
  if (text.ends_with("Journal stopped")) return true;
  const bool by_init = text.starts_with("systemd[1]:") || text.starts_with("Reached target");
  if (!by_init || !holds(text, "Reached target")) return false;
  const std::string target = lower(text);
  return std::any_of(std::begin(kGoingDown), std::end(kGoingDown),
                     [&](std::string_view word) { return holds(target, word); });
}

/// What a program did wrong on the GPU: it ends that program, not the machine.
bool is_program_fault(std::string_view text) {
  for (const std::string_view number : {"13", "31", "43", "45", "68", "69", "94", "109"}) {
    if (holds(text, fmt::format("): {},", number)) || holds(text, fmt::format("): {}\n", number)))
      return true;
  }
  return false;
}

double seconds_of(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

/// The ring's newest boot that is not the one that runs.
const RingBoot* ended_boot(const BootEvidence& evidence) {
  if (!evidence.ring.ok()) return nullptr;
  const std::vector<RingBoot>& boots = evidence.ring->boots;
  for (auto boot = boots.rbegin(); boot != boots.rend(); ++boot) {
    const bool runs = evidence.boot_id.ok() && boot->id == *evidence.boot_id;
    if (!runs) return &*boot;
  }
  return nullptr;
}

const ListedBoot* listed(const BootEvidence& evidence, std::int64_t index) {
  if (!evidence.boots.ok()) return nullptr;
  for (const ListedBoot& boot : *evidence.boots) {
    if (boot.index == index) return &boot;
  }
  return nullptr;
}

std::optional<double> next_begun(const BootEvidence& evidence) {
  if (const ListedBoot* const boot = listed(evidence, 0)) return boot->begun;
  if (evidence.now > 0 && evidence.uptime.ok())
    return static_cast<double>(evidence.now) - *evidence.uptime;
  return std::nullopt;
}

std::string missing_line(std::string_view what, const Error& error) {
  const std::string hint = error.hint.empty() ? "" : fmt::format(" ({})", error.hint);
  return fmt::format("{}: {}{}", what, error.what, hint);
}

}  // namespace

LineKind line_kind(std::string_view text) {
  if (is_shutdown(text)) return LineKind::shutdown;
  if (holds(text, "NVRM: Xid")) return is_program_fault(text) ? LineKind::other : LineKind::gpu;
  for (const Mark& mark : kMarks) {
    const bool of_driver = mark.kind != LineKind::gpu || holds(text, "NVRM");
    if (holds(text, mark.text) && of_driver) return mark.kind;
  }
  return LineKind::other;
}

bool BootTrace::has(LineKind kind) const {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const TraceLine& line) { return line.kind == kind; });
}

std::vector<std::string> BootTrace::texts(LineKind kind) const {
  std::vector<std::string> out;
  for (const TraceLine& line : lines) {
    if (line.kind != kind) continue;
    const std::string when =
        line.before_end ? fmt::format(", {:.0f} s before the end", std::max(0.0, *line.before_end))
                        : std::string();
    out.push_back(fmt::format("{} ({}{})", printable(line.text, 160), line.source, when));
  }
  return out;
}

namespace {

/// Whether the kernel wrote it; any program may speak of a panic. In the form without times the
/// speaker is not told.
bool is_kernels(const JournalLine& line) { return !line.time || line.text.starts_with("kernel: "); }

/// Puts a trace together, one kind of evidence after the other.
class TraceBuilder {
 public:
  explicit TraceBuilder(const BootEvidence& evidence) : evidence_(evidence) {}

  BootTrace built() {
    trace_.next = next_begun(evidence_);
    take_list();
    take_ring();
    take_journal_time();
    settle_ring();
    take_ring_lines();
    take_journal_lines();
    take_dumps();
    return std::move(trace_);
  }

 private:
  void miss(std::string text) { trace_.missing.push_back(std::move(text)); }

  void end_at(double time, const char* source) {
    if (trace_.end && *trace_.end >= time) return;
    trace_.end = time;
    trace_.end_source = source;
  }

  void take_list() {
    const ListedBoot* const before = listed(evidence_, -1);
    if (!before) return;
    trace_.id = before->id;
    trace_.lasted = before->ended - before->begun;
    end_at(before->ended, "the journal");
  }

  void take_ring() {
    if (!evidence_.ring.ok()) {
      Error why = evidence_.ring.error();
      if (why.kind == Error::Kind::not_found)
        why = {why.kind, "there is none at " + evidence_.ring_path,
               "sudo gb10 guard install keeps one from now on"};
      else if (why.kind == Error::Kind::denied)
        why.hint = "sudo gb10 doctor --last-boot";
      return miss(missing_line("the flight recorder", why));
    }
    if (evidence_.ring->boots.empty())
      return miss(fmt::format("the flight recorder: {} holds no whole slot", evidence_.ring_path));
    const RingBoot* const boot = ended_boot(evidence_);
    if (!boot) return miss("the flight recorder: it holds no boot but this one");
    // Another boot without a guard may lie between that one and this.
    if (!trace_.id.empty() && !boot->id.empty() && boot->id != trace_.id) {
      return miss(
          fmt::format("the flight recorder: the guard did not run in the boot before; what "
                      "it has is of boot {}",
                      boot->id));
    }
    trace_.ring = boot;
    if (trace_.id.empty()) trace_.id = boot->id;
    trace_.lasted = std::max(trace_.lasted.value_or(0), boot->last.seconds);
  }

  void take_journal_time() {
    if (!evidence_.journal.ok())
      return miss(missing_line("the journal of that boot", evidence_.journal.error()));
    trace_.has_journal = true;
    const auto& lines = *evidence_.journal;
    if (!lines.empty() && lines.back().time) end_at(*lines.back().time, "the journal");
  }

  void settle_ring() {
    if (!trace_.ring) return;
    const double last = seconds_of(trace_.ring->last.wall);
    trace_.ring_reaches_end = !trace_.end || *trace_.end <= last + kLag;
    end_at(last, "the flight recorder");
    const auto& stop = trace_.ring->stop;
    if (stop && !stop->reason.starts_with(kStopShutdown)) {
      trace_.ring_reaches_end = false;
      miss(fmt::format("the last minute: the guard was ended before it ({})",
                       printable(stop->reason, 80)));
    } else if (!trace_.ring_reaches_end && !stop) {
      miss(
          fmt::format("the last minute in the flight recorder: it ends {:.0f} s before the "
                      "journal does",
                      *trace_.end - last));
    }
    for (const Reading& sample : trace_.ring->samples) {
      if (trace_.ring_reaches_end && sample.seconds >= trace_.ring->last.seconds - kMinute)
        trace_.minute.push_back(sample);
    }
  }

  void add(std::string_view text, const char* source, std::optional<double> before_end) {
    const LineKind kind = line_kind(text);
    // A shutdown is told by the journal's own lines below.
    if (kind == LineKind::other || kind == LineKind::shutdown) return;
    std::string_view bare = text;
    if (bare.starts_with("kernel: ")) bare.remove_prefix(8);
    for (const TraceLine& line : trace_.lines) {
      if (line.text == bare) return;
    }
    trace_.lines.push_back({kind, std::string(bare), source, before_end});
  }

  void take_ring_lines() {
    if (!trace_.ring || !trace_.end) return;
    for (const RingEvent& event : trace_.ring->events) {
      const double before = *trace_.end - seconds_of(event.when.wall);
      if (event.kind == EventKind::kernel_line && before <= kMinute)
        add(printable(event.text, 300), "flight recorder", before);
    }
  }

  void take_journal_lines() {
    if (!trace_.has_journal) return;
    const std::vector<JournalLine>& lines = *evidence_.journal;
    const JournalLine* down = nullptr;
    for (const JournalLine& line : lines) {
      const auto before =
          line.time && trace_.end ? std::optional(*trace_.end - *line.time) : std::nullopt;
      // Of lines without a time it is known only that they are among the last ones.
      if (before.value_or(0) <= kMinute && is_kernels(line)) add(line.text, "journal", before);
      if (line_kind(line.text) == LineKind::shutdown && before.value_or(0) <= kShutdown)
        down = &line;
      if (holds(line.text, "Journal started")) down = nullptr;
    }
    if (!down) return;
    const auto before =
        down->time && trace_.end ? std::optional(*trace_.end - *down->time) : std::nullopt;
    trace_.lines.push_back({LineKind::shutdown, down->text, "journal", before});
  }

  void take_dumps() {
    if (!evidence_.dumps.ok())
      return miss(missing_line("the kernel's last lines", evidence_.dumps.error()));
    for (const KernelDump& dump : *evidence_.dumps) {
      const double time = static_cast<double>(dump.time.value_or(0));
      // The kernel writes it as it dies; systemd may put it by a little after the next start.
      if (trace_.end && dump.time && time < *trace_.end - kMinute) continue;
      if (trace_.next && dump.time && time > *trace_.next + 300) continue;
      if (dump.lines.empty()) {
        trace_.lines.push_back(
            {LineKind::panic, "a dump that cannot be read here: " + dump.path, "pstore", {}});
        continue;
      }
      for (const std::string& line : dump.lines) add(line, "pstore", std::nullopt);
    }
  }

  const BootEvidence& evidence_;
  BootTrace trace_;
};

}  // namespace

BootTrace trace_of(const BootEvidence& evidence) { return TraceBuilder(evidence).built(); }

}  // namespace gb10
