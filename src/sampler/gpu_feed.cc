#include "sampler/gpu_feed.h"

#include <pthread.h>

#include <algorithm>
#include <ctime>

#include "sampler/clock.h"

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;

/// One entry for each process, whatever number of GPUs or ways it uses; the largest first.
std::vector<GpuHolder> holders_of(const std::vector<GpuProcess>& processes, int gpu) {
  std::vector<GpuHolder> all;
  for (const GpuProcess& process : processes) {
    if (process.gpu != gpu) continue;
    const double bytes = process.memory ? static_cast<double>(*process.memory) : kNotKnown;
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const GpuHolder& each) { return each.pid == process.pid; });
    if (at == all.end())
      all.push_back({process.pid, bytes});
    else if (!(at->bytes >= bytes))
      at->bytes = bytes;
  }
  std::stable_sort(all.begin(), all.end(), [](const GpuHolder& a, const GpuHolder& b) {
    return a.bytes > b.bytes || (std::isnan(b.bytes) && !std::isnan(a.bytes));
  });
  return all;
}

/// True for an answer after which the helper answers nothing any more.
bool is_gone(const Error& error) {
  return error.kind == Error::Kind::timeout || error.kind == Error::Kind::unfinished;
}

}  // namespace

GpuFeed::GpuFeed(Settings settings)
    : settings_(std::move(settings)), thread_([this](std::stop_token stop) { run(stop); }) {}

GpuFeed::~GpuFeed() = default;

bool GpuFeed::sleep_until(std::stop_token stop, Clock::time_point until) {
  std::unique_lock lock(mutex_);
  wake_.wait_until(lock, stop, until, [] { return false; });
  return !stop.stop_requested();
}

/// One round of questions. False when the helper is of no use any more.
bool GpuFeed::ask(const HelperGpu& gpu, bool holders) {
  const Result<GpuSeries> series = gpu.samples(settings_.gpu, std::chrono::seconds(0));
  const double sampled = boot_seconds();
  std::optional<Result<std::vector<GpuProcess>>> listed;
  if (holders && (series.ok() || !is_gone(series.error()))) listed = gpu.processes();
  const double listed_at = boot_seconds();
  const std::vector<GpuHolder> all =
      listed && listed->ok() ? holders_of(**listed, settings_.gpu) : std::vector<GpuHolder>();

  const std::lock_guard lock(mutex_);
  helper_seconds_ = gpu.cpu_seconds();
  if (series.ok()) {
    newest_.sample = series->samples.front();
    newest_.sampled = sampled;
    ++newest_.number;
  }
  if (listed && listed->ok()) {
    newest_.knows_holders = true;
    newest_.count = std::min(all.size(), newest_.holders.size());
    std::copy_n(all.begin(), newest_.count, newest_.holders.begin());
    held_ = listed_at;
  }
  why_ = series.ok() ? std::string() : series.error().what;
  return series.ok() || (listed && listed->ok());
}

void GpuFeed::run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    const Clock::time_point begun = Clock::now();
    const HelperGpu gpu(settings_.helper);
    Clock::time_point list_due = begun, due = begun;
    bool useful = true;
    while (useful && !stop.stop_requested()) {
      const bool holders = Clock::now() >= list_due;
      if (!paused_) useful = ask(gpu, holders);
      if (holders) list_due = Clock::now() + settings_.holders_every;
      // Without catching up: after a slow answer the next question waits its time, too.
      due = std::max(due + settings_.every, Clock::now());
      if (useful && !sleep_until(stop, due)) return;
    }
    const Result<GpuSeries> last = gpu.samples(settings_.gpu, std::chrono::seconds(0));
    if (!last.ok() && last.error().kind == Error::Kind::unsupported) {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      return;
    }
    if (!sleep_until(stop, begun + settings_.again)) return;
  }
}

const GpuNews& GpuFeed::news(double seconds) {
  if (std::unique_lock lock(mutex_, std::try_to_lock); lock) {
    seen_ = newest_;
    held_seen_ = held_;
  }
  shown_ = seen_;
  if (!(seconds - shown_.sampled <= settings_.stale)) shown_.sample.reset();
  if (!(seconds - held_seen_ <= settings_.stale)) shown_.knows_holders = false, shown_.count = 0;
  return shown_;
}

std::optional<double> GpuFeed::cpu_seconds() const {
  clockid_t clock{};
  timespec now{};
  // The handle of a running thread is a constant; native_handle is not const for others' sake.
  const pthread_t thread = const_cast<std::jthread&>(thread_).native_handle();
  if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &now) != 0)
    return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!helper_seconds_) return std::nullopt;
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9 +
         *helper_seconds_;
}

std::string GpuFeed::why_not() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

bool GpuFeed::has_ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

}  // namespace gb10
