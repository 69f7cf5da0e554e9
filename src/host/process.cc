#include "host/process.h"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <mutex>
#include <set>
#include <utility>

namespace gb10 {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kPatience = 500ms;
constexpr int kReapedByKernel = -1;

int pidfd_of(pid_t id) { return static_cast<int>(::syscall(SYS_pidfd_open, id, 0)); }

/// The children that are a Process.
struct Registered {
  std::mutex mutex;
  std::set<pid_t> ids;
};
Registered& registered() {
  static Registered all;
  return all;
}

/// Waits until the descriptor is readable, or 2 ms where there is none.
void doze(int descriptor, std::chrono::milliseconds time) {
  if (descriptor < 0) time = std::min<std::chrono::milliseconds>(time, 2ms);
  pollfd wanted{descriptor, POLLIN, 0};  // poll skips a negative descriptor
  ::poll(&wanted, 1, static_cast<int>(time.count()));
}

}  // namespace

Process::Process(pid_t id) : id_(id), end_(pidfd_of(id)) {
  const std::lock_guard lock(registered().mutex);
  registered().ids.insert(id);
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)), end_(std::move(other.end_)) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this == &other) return *this;
  finish(kPatience);
  id_ = std::exchange(other.id_, -1);
  end_ = std::move(other.end_);
  return *this;
}

Process::~Process() { finish(kPatience); }

std::optional<double> Process::cpu_seconds() const {
  clockid_t clock{};
  timespec now{};
  if (id_ <= 0 || clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &now) != 0)
    return std::nullopt;
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

bool Process::ended() const {
  if (id_ < 0) return true;
  siginfo_t info{};
  const int rc = ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT);
  return rc == 0 ? info.si_pid != 0 : errno == ECHILD;
}

void Process::signal(int signal) const {
  if (id_ > 0) ::kill(-id_, signal);
}

std::optional<int> Process::reap() {
  int status = 0;
  const pid_t got = ::waitpid(id_, &status, WNOHANG);
  if (got == id_) return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  // Whoever started us may have set SIGCHLD to be ignored: then the kernel reaps.
  if (got < 0 && errno == ECHILD) return kReapedByKernel;
  return std::nullopt;
}

std::optional<int> Process::finish(std::chrono::milliseconds patience) {
  if (id_ < 0) return std::nullopt;
  // Before the child is reaped: until then its number cannot belong to anybody else.
  signal(SIGKILL);
  const auto until = Clock::now() + patience;
  auto code = reap();
  while (!code) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (left <= 0ms) break;
    doze(end_.get(), left);
    code = reap();
  }
  if (code) {  // one that hangs in the kernel stays ours
    const std::lock_guard lock(registered().mutex);
    registered().ids.erase(id_);
  }
  id_ = -1;
  end_.close();
  return code == kReapedByKernel ? std::nullopt : code;
}

std::vector<std::int64_t> own_children() {
  const std::lock_guard lock(registered().mutex);
  return {registered().ids.begin(), registered().ids.end()};
}

void reap_others(pid_t except) {
  constexpr int kMost = 1000;
  const std::lock_guard lock(registered().mutex);
  for (int i = 0; i < kMost; ++i) {
    siginfo_t info{};
    // The first that ended; as long as it is one of ours, those behind it wait for the next time.
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
    if (info.si_pid == except || registered().ids.count(info.si_pid) != 0) return;
    ::waitpid(info.si_pid, nullptr, WNOHANG);
  }
}

}  // namespace gb10
