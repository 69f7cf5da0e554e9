#include "guard/daemon.h"

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/meminfo.h"
#include "guard/burst.h"
#include "guard/hands.h"
#include "guard/kernel_lines.h"
#include "guard/notify.h"
#include "guard/recorder.h"
#include "guard/unit_starts.h"
#include "host/child.h"
#include "host/foreground.h"
#include "sampler/clock.h"
#include "sampler/heat_feed.h"
#include "sampler/sampler.h"

namespace gb10 {

namespace {

constexpr double kStep = 1.0 / 20;  // seconds between two readings

std::string reason(int code) {
  return lower(std::error_code(code, std::generic_category()).message());
}

/// Keeps us in memory and first in line; what was refused is said.
void settle_in(const std::function<void(std::string_view)>& say) {
  // What was allocated once stays ours.
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
  ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
  // Pages are held as they are touched: most of the program is never needed here.
  if (::mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0)
    say(fmt::format("memory is not locked: {}", reason(errno)));
  if (::setpriority(PRIO_PROCESS, 0, -20) != 0)
    say(fmt::format("priority is not raised: {}", reason(errno)));
}

/// Held as long as this guard runs: two would stop twice as much. Nothing where the folder may not
/// be looked at, which is said.
Result<Descriptor> lock(const GuardRun& how, const std::function<void(std::string_view)>& say) {
  if (::mkdir(how.state.c_str(), 0750) != 0 && errno != EEXIST) {
    say(fmt::format("another guard would not be noticed: cannot make {}: {}", how.state,
                    reason(errno)));
    return Descriptor();
  }
  Descriptor folder(::open(how.state.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) {
    say(fmt::format("another guard would not be noticed: cannot open {}: {}", how.state,
                    reason(errno)));
    return folder;
  }
  if (::flock(folder.get(), LOCK_EX | LOCK_NB) == 0) return folder;
  return Error{Error::Kind::busy, "another guard runs already",
               "systemctl status gb10-guard, or stop the one that was started by hand"};
}

/// Whether the whole machine goes down, as far as systemd knows.
bool machine_stops() {
  const auto state = run_child(
      {.argv = {"systemctl", "is-system-running"}, .deadline = std::chrono::milliseconds(1000)});
  return state.ok() && trimmed(state->out) == "stopping";
}

Sampler::Settings settings_without_heat() {
  Sampler::Settings out = settings_here();
  out.heat = false;
  return out;
}

class Guard {
 public:
  Guard(const HostView& host, const GuardRun& how, GuardPolicy policy, ProcessScan scan,
        const std::function<void(std::string_view)>& say);

  Result<void> open_ring(const HostView& host);
  void greet(double total, const GuardPolicy& policy);
  void run(const TakenSignals& signals);

 private:
  using Kind = Happened::Kind;

  void tell(const Happened& happened);
  void say(std::string text);
  void run_teller(const std::string& text);
  void tick(double now);
  void each_second();
  void stop();

  const GuardRun& how_;
  const std::function<void(std::string_view)>& say_;
  // Whoever reads what is said may not go on, and a program that is told takes its time: neither is
  // waited for.
  Background voice_{1000}, telling_{16, false};
  std::optional<GpuFeed> feed_;
  HeatFeed heat_;
  Sampler sampler_;
  std::optional<Recorder> recorder_;
  std::string trouble_;  // of the recorder, that was said last
  RealHands hands_;
  Warden warden_;
  Result<KernelLines> kernel_ = KernelLines::open();
  Result<UnitStarts> units_ = UnitStarts::open();
  Reading reading_;
  Burst burst_;
  double whole_ = -1e9;
  std::int64_t wall_ = 0;
};

Guard::Guard(const HostView& host, const GuardRun& how, GuardPolicy policy, ProcessScan scan,
             const std::function<void(std::string_view)>& say)
    : how_(how),
      say_(say),
      feed_(GpuFeed::Settings{}),
      heat_(host),
      sampler_(host, settings_without_heat()),
      hands_(std::move(scan), gpu_shares_memory(host) ? &*feed_ : nullptr,
             [this](const std::string& text) {
               tell({Kind::action, text});
             }),
      warden_(std::move(policy), hands_, {.dry_run = how.dry_run, .self = ::getpid()},
              [this](const Happened& happened) { tell(happened); }) {}

void Guard::say(std::string text) {
  voice_.add([this, text = std::move(text)] { say_(text); });
}

void Guard::run_teller(const std::string& text) {
  const bool begun = telling_.add([this, text] {
    const auto done =
        run_child({.argv = {how_.teller, text}, .deadline = std::chrono::seconds(30)});
    if (!done.ok())
      say(fmt::format("{}: {}", how_.teller, done.error().what));
    else if (done->exit != 0)
      say(fmt::format("{} ended with {}: {}", how_.teller, done->exit,
                      printable(trimmed(done->err), 200)));
  });
  if (!begun) say(fmt::format("{} does not keep up and is not told of: {}", how_.teller, text));
}

void Guard::tell(const Happened& happened) {
  say(happened.text);
  const EventKind kind = happened.kind == Kind::decision ? EventKind::decision
                         : happened.kind == Kind::action ? EventKind::action
                                                         : EventKind::note;
  if (recorder_) recorder_->add(kind, happened.text);
  if (!how_.teller.empty() && happened.kind != Kind::note) run_teller(happened.text);
}

Result<void> Guard::open_ring(const HostView& host) {
  if (how_.ring.empty()) return {};
  const auto boot = host.read("/proc/sys/kernel/random/boot_id");
  auto ring = RingWriter::open(how_.ring, how_.ring_bytes,
                               {boot.ok() ? std::string(trimmed(*boot)) : "", how_.version});
  if (ring.ok()) {
    recorder_.emplace(*std::move(ring), DecisionLog(decisions_beside(how_.ring)));
    if (!kernel_.ok())
      tell({Kind::note, fmt::format("the kernel's lines are not kept: {}", kernel_.error().what)});
    if (!units_.ok())
      tell({Kind::note, fmt::format("starts of units are not kept: {}", units_.error().what)});
    return {};
  }
  // A file that somebody named is one thing; our own that broke is no reason not to watch.
  const Error::Kind kind = ring.error().kind;
  const bool is_named = how_.ring != kRingPath;
  if (kind == Error::Kind::busy || (kind == Error::Kind::conflict && is_named)) return ring.error();
  tell({Kind::note, fmt::format("no flight recorder: {}", ring.error().what)});
  return {};
}

void Guard::each_second() {
  if (kernel_.ok() && recorder_) {
    for (std::string& line : kernel_->next())
      recorder_->add(EventKind::kernel_line, std::move(line));
  }
  if (units_.ok() && recorder_) {
    for (std::string& name : units_->next()) recorder_->add(EventKind::unit_start, std::move(name));
  }
  // The machine's clock may be set; what goes on by itself tells by how much.
  const double jump =
      static_cast<double>(reading_.wall - wall_) * 1e-9 - (reading_.seconds - whole_);
  if (wall_ != 0 && std::abs(jump) > 1 && recorder_)
    recorder_->add(EventKind::clock_jump, fmt::format("the clock was set by {:+.1f} s", jump));
  wall_ = reading_.wall;
  if (!recorder_) return;
  // The same trouble comes again with each second.
  if (const std::string trouble = recorder_->trouble(); !trouble.empty() && trouble != trouble_) {
    say(fmt::format("flight recorder: {}", trouble));
    trouble_ = trouble;
  }
}

void Guard::tick(double now) {
  const bool whole = now - whole_ >= 1;
  reading_.wall = wall_nanoseconds();
  sampler_.read(reading_, now, whole);
  Sampler::put(reading_, feed_->news(now).sample);
  heat_.put(reading_, now);
  const bool moves = warden_.take(reading_);
  const bool keeps = burst_.keeps(now, moves, warden_.outlook().alarm >= Alarm::stop);
  if (recorder_ && (whole || keeps)) recorder_->add(reading_);
  if (!whole) return;
  notify_systemd("WATCHDOG=1");
  each_second();
  whole_ = now;
}

void Guard::stop() {
  if (recorder_) recorder_->stop(machine_stops() ? kStopShutdown : kStopAsked);
}

void Guard::greet(double total, const GuardPolicy& policy) {
  say(fmt::format("watching {} of memory: acts below {} and falling, and always below {}{}",
                  to_text(bytes(total)), to_text(bytes(policy.act_below)),
                  to_text(bytes(policy.floor)), how_.dry_run ? "; dry run: only tells" : ""));
}

void Guard::run(const TakenSignals& signals) {
  double next = boot_seconds();
  while (true) {
    tick(boot_seconds());
    const double now = boot_seconds();
    // What was missed while we did not run is not made up for.
    next = std::max(next + kStep, now);
    pollfd waits{signals.descriptor(), POLLIN, 0};
    const timespec rest{0, static_cast<long>(std::min(next - now, kStep) * 1e9)};
    if (::ppoll(&waits, 1, &rest, nullptr) > 0) break;
  }
  stop();
}

/// The memory of the machine in bytes.
Result<double> total_memory(const HostView& host) {
  const std::string text = TRY(host.read("/proc/meminfo"));
  const auto values = meminfo(text);
  const auto total = values.find("MemTotal");
  if (total == values.end() || total->second <= 0)
    return Error{Error::Kind::unsupported, "/proc/meminfo has no MemTotal"};
  return static_cast<double>(total->second);
}

}  // namespace

bool gpu_shares_memory(const HostView& host) {
  const std::string dir = "/sys/bus/pci/devices";
  const auto devices = host.list(dir);
  if (!devices.ok()) return false;
  for (const DirEntry& entry : *devices) {
    const auto vendor = host.read(fmt::format("{}/{}/vendor", dir, entry.name));
    const auto device = host.read(fmt::format("{}/{}/device", dir, entry.name));
    if (!vendor.ok() || !device.ok() || trimmed(*vendor) != "0x10de") continue;
    const auto id = whole_number(trimmed(*device).substr(2), 16);
    if (id && *id >= 0x2e00 && *id <= 0x2e3f) return true;
  }
  return false;
}

bool guard_runs(const std::string& state) {
  const Descriptor folder(::open(state.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return folder && ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Result<GuardPolicy> policy_here(const HostView& host, const GuardPolicy& policy) {
  const double total = TRY(total_memory(host));
  GuardPolicy out = policy.on(total);
  if (const std::string wrong = contradiction(out); !wrong.empty())
    return Error{Error::Kind::invalid, fmt::format("{} on this machine", wrong)};
  if (out.act_below > total / 2)
    return Error{Error::Kind::invalid, "act_below is more than half of this machine's memory"};
  return out;
}

Result<void> run_guard(const HostView& host, const GuardRun& how,
                       const std::function<void(std::string_view)>& say) {
  const GuardPolicy policy = TRY(policy_here(host, how.policy));
  const TakenSignals signals = TRY(TakenSignals::take({SIGTERM, SIGINT}));
  settle_in(say);
  ProcessScan scan = TRY(ProcessScan::open("/proc"));
  const Descriptor only = TRY(lock(how, say));
  Guard guard(host, how, policy, std::move(scan), say);
  TRY(guard.open_ring(host));
  const double total = TRY(total_memory(host));
  guard.greet(total, policy);
  notify_systemd("READY=1");
  guard.run(signals);
  return {};
}

}  // namespace gb10
