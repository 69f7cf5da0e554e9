#include "guard/daemon.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/meminfo.h"
#include "guard/hands.h"
#include "guard/kernel_lines.h"
#include "guard/recorder.h"
#include "guard/unit_starts.h"
#include "host/child.h"
#include "host/foreground.h"
#include "sampler/clock.h"
#include "sampler/sampler.h"

namespace gb10 {

namespace {

constexpr double kBurst = 10;  // seconds that everything is kept after something moved

std::string reason(int code) {
  return lower(std::error_code(code, std::generic_category()).message());
}

/// Keeps us in memory and first in line; what was refused is said.
void settle_in(const std::function<void(std::string_view)>& say) {
  // Pages are held as they are touched: most of the program is never needed here.
  if (::mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0)
    say(fmt::format("memory is not locked: {}", reason(errno)));
  if (::setpriority(PRIO_PROCESS, 0, -20) != 0)
    say(fmt::format("priority is not raised: {}", reason(errno)));
}

/// Whether the whole machine goes down, as far as systemd knows.
bool machine_stops() {
  const auto state = run_child(
      {.argv = {"systemctl", "is-system-running"}, .deadline = std::chrono::milliseconds(1000)});
  return state.ok() && trimmed(state->out) == "stopping";
}

class Guard {
 public:
  Guard(const HostView& host, const GuardRun& how, GuardPolicy policy, ProcessScan scan,
        const std::function<void(std::string_view)>& say);

  Result<void> open_ring(const HostView& host);
  void run(const TakenSignals& signals);

 private:
  using Kind = Happened::Kind;

  void tell(const Happened& happened);
  void tick(double now);
  void each_second();
  void stop();

  const GuardRun& how_;
  const std::function<void(std::string_view)>& say_;
  std::mutex mutex_;  // of what is said
  std::optional<GpuFeed> feed_;
  Sampler sampler_;
  std::optional<Recorder> recorder_;
  Background background_;
  RealHands hands_;
  Warden warden_;
  Result<KernelLines> kernel_ = KernelLines::open();
  Result<UnitStarts> units_ = UnitStarts::open();
  Reading reading_;
  double whole_ = -1e9, moved_ = -1e9;
  std::int64_t wall_ = 0;
};

Guard::Guard(const HostView& host, const GuardRun& how, GuardPolicy policy, ProcessScan scan,
             const std::function<void(std::string_view)>& say)
    : how_(how),
      say_(say),
      feed_(GpuFeed::Settings{}),
      sampler_(host, settings_here()),
      hands_(std::move(scan), gpu_shares_memory(host) ? &*feed_ : nullptr,
             [this](const std::string& text) {
               tell({Kind::action, text});
             }),
      warden_(std::move(policy), hands_, {.dry_run = how.dry_run, .self = ::getpid()},
              [this](const Happened& happened) { tell(happened); }) {}

void Guard::tell(const Happened& happened) {
  {
    const std::lock_guard lock(mutex_);
    say_(happened.text);
  }
  const EventKind kind = happened.kind == Kind::decision ? EventKind::decision
                         : happened.kind == Kind::action ? EventKind::action
                                                         : EventKind::note;
  if (recorder_) recorder_->add(kind, happened.text);
  if (how_.teller.empty() || happened.kind == Kind::note) return;
  background_.add([program = how_.teller, text = happened.text] {
    static_cast<void>(run_child({.argv = {program, text}, .deadline = std::chrono::seconds(30)}));
  });
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
  if (ring.error().kind == Error::Kind::busy) return ring.error();
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
  if (const std::string trouble = recorder_->trouble(); !trouble.empty()) {
    const std::lock_guard lock(mutex_);
    say_(fmt::format("flight recorder: {}", trouble));
  }
}

void Guard::tick(double now) {
  const bool whole = now - whole_ >= 1;
  reading_.wall = wall_nanoseconds();
  sampler_.read(reading_, now, whole);
  Sampler::put(reading_, feed_->news(now).sample);
  if (warden_.take(reading_)) moved_ = now;
  if (recorder_ && (whole || now - moved_ < kBurst)) recorder_->add(reading_);
  if (!whole) return;
  each_second();
  whole_ = now;
}

void Guard::stop() {
  if (recorder_) recorder_->stop(machine_stops() ? kStopShutdown : kStopAsked);
}

void Guard::run(const TakenSignals& signals) {
  const double step = 1.0 / how_.hertz;
  double next = boot_seconds();
  while (true) {
    tick(boot_seconds());
    const double now = boot_seconds();
    // What was missed while we did not run is not made up for.
    next = std::max(next + step, now);
    pollfd waits{signals.descriptor(), POLLIN, 0};
    const timespec rest{0, static_cast<long>(std::min(next - now, step) * 1e9)};
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

Result<void> run_guard(const HostView& host, const GuardRun& how,
                       const std::function<void(std::string_view)>& say) {
  const double total = TRY(total_memory(host));
  const TakenSignals signals = TRY(TakenSignals::take({SIGTERM, SIGINT}));
  settle_in(say);
  ProcessScan scan = TRY(ProcessScan::open("/proc"));
  const GuardPolicy policy = how.policy.on(total);
  Guard guard(host, how, policy, std::move(scan), say);
  TRY(guard.open_ring(host));
  say(fmt::format("watching {} of memory: acts below {} and falling, and always below {}{}",
                  to_text(bytes(total)), to_text(bytes(policy.act_below)),
                  to_text(bytes(policy.floor)), how.dry_run ? "; dry run: only tells" : ""));
  guard.run(signals);
  return {};
}

}  // namespace gb10
