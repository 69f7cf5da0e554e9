#include "guard/hands.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"
#include "host/child.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

/// Writes `value` to a file of /proc, in one go; empty when it went well.
std::string write_value(const char* path, const char* value) {
  const Descriptor file(::open(path, O_WRONLY | O_CLOEXEC));
  if (file && ::write(file.get(), value, std::string_view(value).size()) > 0) return {};
  const int code = errno;
  return fmt::format("{}: {}", path,
                     lower(std::error_code(code, std::generic_category()).message()));
}

/// When the process began, in ticks since boot; nothing when there is none.
std::optional<std::uint64_t> start_of(std::int64_t pid) {
  const Descriptor file(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 1024> text{};
  const ssize_t n = file ? ::read(file.get(), text.data(), text.size()) : -1;
  ProcessUse process;
  if (n <= 0 || !parse_stat({text.data(), static_cast<std::size_t>(n)}, process))
    return std::nullopt;
  return process.started;
}

}  // namespace

Background::Background(std::size_t most, bool finishes)
    : most_(most),
      finishes_(finishes),
      thread_([this](std::stop_token stop) { run(std::move(stop)); }) {}

Background::~Background() {
  thread_.request_stop();
  wake_.notify_all();
}

bool Background::add(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_) return false;
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

void Background::run(std::stop_token stop) {
  while (true) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [&] { return !waiting_.empty(); })) return;
      if (stop.stop_requested() && !finishes_) return;
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    work();
  }
}

bool is_still(const Target& target) { return start_of(target.pid) == target.started; }

bool send_signal(const Target& target, int signal) {
  // Once it is open the number cannot become another's; then it is seen whose it is.
  const Descriptor file(
      static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(target.pid), 0)));
  if (!file && errno != ENOSYS) return false;
  if (start_of(target.pid) != target.started) return false;
  if (!file) return ::kill(static_cast<pid_t>(target.pid), signal) == 0;
  return ::syscall(SYS_pidfd_send_signal, file.get(), signal, nullptr, 0) == 0;
}

std::vector<std::vector<std::string>> commands_to_stop(const Victim& victim) {
  if (victim.kind == Victim::Kind::service) {
    const std::string unit = victim.unit.substr(victim.unit.rfind('/') + 1);
    const bool is_plain = unit.find_first_of("-") != 0;
    if (is_plain && victim.unit.find("user@") == std::string::npos)
      return {{"systemctl", "stop", "--no-block", unit}};
  }
  if (victim.kind == Victim::Kind::container) {
    const std::string id(container_id(victim.unit.substr(victim.unit.rfind('/') + 1)));
    const std::string program =
        victim.unit.find("libpod") != std::string::npos ? "podman" : "docker";
    if (!id.empty() && victim.unit.find("kubepods") == std::string::npos)
      return {{program, "update", "--restart=no", id}, {program, "stop", id}};
  }
  return {};
}

std::string drop_cache_now() {
  // Dirty pages are not waited for: writing them takes longer than there is.
  std::string trouble = write_value("/proc/sys/vm/drop_caches", "1");
  if (trouble.empty()) trouble = write_value("/proc/sys/vm/compact_memory", "1");
  return trouble;
}

std::optional<GpuBytes> gpu_bytes_of(GpuFeed* feed, double seconds) {
  GpuBytes out;
  if (!feed) return out;
  const GpuNews& news = feed->news(seconds);
  if (!news.knows_holders) return std::nullopt;
  for (std::size_t i = 0; i < news.count; ++i) {
    if (!std::isnan(news.holders[i].bytes))
      out[news.holders[i].pid] += static_cast<std::int64_t>(news.holders[i].bytes);
  }
  return out;
}

RealHands::RealHands(ProcessScan scan, GpuFeed* feed, std::function<void(std::string)> said)
    : scan_(std::move(scan)), feed_(feed), said_(std::move(said)) {
  // Once, so that no page of it must be read from a disk later.
  if (const auto started = start_of(::getpid())) send_signal({::getpid(), *started}, 0);
}

void RealHands::processes(std::vector<ProcessUse>& into) { scan_.read(into); }

void RealHands::add_held(ProcessUse& process) { scan_.add_held(process); }

std::optional<GpuBytes> RealHands::gpu_bytes() { return gpu_bytes_of(feed_, boot_seconds()); }

void RealHands::drop_cache() {
  const bool begun = dropping_.add([this] {
    const std::string trouble = drop_cache_now();
    said_(trouble.empty() ? "clean page cache was dropped and memory compacted"
                          : "cannot drop the page cache: " + trouble);
  });
  if (!begun) said_("the page cache is still being dropped");
}

int RealHands::send(const std::vector<Target>& targets, int signal) {
  int sent = 0;
  for (const Target& target : targets) sent += send_signal(target, signal) ? 1 : 0;
  return sent;
}

void RealHands::stop_for_good(const Victim& victim) {
  const auto commands = commands_to_stop(victim);
  if (commands.empty()) {
    said_(fmt::format("how to stop {} for good is not known", printable(victim.name)));
    return;
  }
  const bool begun = stopping_.add([this, commands] {
    for (const std::vector<std::string>& argv : commands) {
      const auto done = run_child({.argv = argv, .deadline = std::chrono::seconds(30)});
      const std::string what = joined(argv, " ");
      if (!done.ok())
        said_(fmt::format("{}: {}", what, done.error().what));
      else
        said_(done->exit == 0 ? what : fmt::format("{} ended with {}", what, done->exit));
    }
  });
  if (!begun)
    said_(fmt::format("too much waits to be stopped: {} goes on", printable(victim.name)));
}

}  // namespace gb10
