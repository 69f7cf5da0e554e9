#include "recipe/step_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"
#include "host/spawn.h"

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

namespace gb10 {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{10};
constexpr int kTickMilliseconds = 200;
constexpr std::chrono::milliseconds kScan{500};

/// All that the child needs, made before the fork: after it nothing may allocate.
struct StepPlan {
  std::vector<std::string> candidates;
  std::vector<char*> argv, environment;
  const char* folder = nullptr;
  int log = -1, trouble = -1;
  pid_t parent = -1;
};

std::vector<char*> step_pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

std::string value_in(const std::vector<std::string>& environment, std::string_view name) {
  for (const std::string& each : environment) {
    if (each.size() > name.size() && each.starts_with(name) && each[name.size()] == '=')
      return each.substr(name.size() + 1);
  }
  return {};
}

std::vector<std::string> step_candidates(const StepRun& run) {
  const std::string& name = run.argv.front();
  if (name.find('/') != std::string::npos) return {name};
  std::vector<std::string> out;
  const std::string path = value_in(run.environment, "PATH");
  for (const std::string_view folder : split(path, ':')) {
    if (folder.starts_with('/')) out.push_back(fmt::format("{}/{}", folder, name));
  }
  return out;
}

[[noreturn]] void become_step(const StepPlan& plan) {
  // When we are killed nothing goes on that nobody watches; what it started is ended at the resume.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  int code = ::getppid() == plan.parent ? 0 : ESRCH;
  const int none = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (code == 0 &&
      (none < 0 || ::dup2(none, STDIN_FILENO) < 0 || ::dup2(plan.log, STDOUT_FILENO) < 0 ||
       ::dup2(plan.log, STDERR_FILENO) < 0 || ::chdir(plan.folder) != 0))
    code = errno;
  if (code == 0) {
    if (::close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC) != 0) {
      for (int i = STDERR_FILENO + 1; i < 1024; ++i) ::fcntl(i, F_SETFD, FD_CLOEXEC);
    }
    code = ENOENT;
    for (const std::string& path : plan.candidates) {
      ::execve(path.c_str(), plan.argv.data(), plan.environment.data());
      if (errno == ENOENT || errno == ENOTDIR) continue;
      code = errno;
      if (errno != EACCES) break;
    }
  }
  [[maybe_unused]] const auto n = ::write(plan.trouble, &code, sizeof code);
  ::_exit(127);
}

/// What a process and all that it started hold.
class StepMemory {
 public:
  explicit StepMemory(pid_t id) : id_(id), scan_(ProcessScan::open("/proc")) {}

  std::optional<double> peak() {
    if (!scan_.ok() || Clock::now() < next_) return peak_;
    next_ = Clock::now() + kScan;
    scan_->read(all_);
    std::set<std::int64_t> family = {id_};
    bool grows = true;
    while (grows) {
      grows = false;
      for (const ProcessUse& each : all_) {
        const bool belongs = each.group == id_ || family.count(each.parent) > 0;
        if (belongs && family.insert(each.pid).second) grows = true;
      }
    }
    double now = 0;
    for (const ProcessUse& each : all_) {
      if (family.count(each.pid) > 0)
        now += static_cast<double>(each.anonymous + each.swapped + each.shared);
    }
    if (now > peak_.value_or(0)) peak_ = now;
    return peak_;
  }

 private:
  std::int64_t id_;
  Result<ProcessScan> scan_;
  std::vector<ProcessUse> all_;
  std::optional<double> peak_;
  Clock::time_point next_{};
};

/// Starts it and waits until it is executed.
Result<pid_t> started(const StepRun& run, int log) {
  StepPlan plan;
  plan.candidates = step_candidates(run);
  plan.argv = step_pointers(run.argv);
  plan.environment = step_pointers(run.environment);
  plan.folder = run.folder.c_str();
  plan.log = log;
  plan.parent = ::getpid();
  Pipe pipe = TRY(open_pipe());
  ::fcntl(pipe.read.get(), F_SETFL, 0);
  plan.trouble = pipe.write.get();
  const pid_t id = fork_plain();
  if (id < 0) return failure(errno, fmt::format("cannot start {}", run.argv[0]));
  if (id == 0) become_step(plan);
  pipe.write.close();
  int code = 0;
  ssize_t count = 0;
  while ((count = ::read(pipe.read.get(), &code, sizeof code)) < 0 && errno == EINTR) {
  }
  if (count < static_cast<ssize_t>(sizeof code)) return id;
  Process(id).finish(std::chrono::seconds(1));
  return exec_failure(code, run.argv[0]);
}

/// Waits until it has ended, or for one tick.
void wait_a_little(const Process& process, const TakenSignals& signals) {
  pollfd ends[] = {{signals.descriptor(), POLLIN, 0}, {process.end_descriptor(), POLLIN, 0}};
  ::poll(ends, process.end_descriptor() >= 0 ? 2 : 1, kTickMilliseconds);
}

}  // namespace

std::vector<int> step_signals() { return {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}; }

Result<StepEnd> run_step(
    const StepRun& run, TakenSignals& signals,
    const std::function<void(double seconds, std::optional<double> peak)>& tick) {
  const Descriptor log(::open(run.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!log) return failure(errno, fmt::format("cannot write {}", run.log));
  const pid_t id = TRY(started(run, log.get()));
  Process process(id);
  StepMemory memory(id);
  StepEnd out;
  const Clock::time_point begun = Clock::now();
  std::optional<Clock::time_point> asked;
  while (!process.ended()) {
    wait_a_little(process, signals);
    while (const auto came = signals.next()) {
      if (came->number == SIGTSTP) {
        process.signal(SIGSTOP);
        stop_here();
        process.signal(SIGCONT);
        continue;
      }
      out.signal = came->number;
      if (!asked) asked = Clock::now();
      process.signal(SIGTERM);
    }
    if (asked && Clock::now() - *asked > kPatience) process.signal(SIGKILL);
    out.peak = memory.peak();
    tick(std::chrono::duration<double>(Clock::now() - begun).count(), out.peak);
  }
  out.code = process.finish(std::chrono::seconds(5)).value_or(128 + SIGKILL);
  return out;
}

Result<int> end_leftovers(const HostView& host, const std::string& folder) {
  const std::string mark = fmt::format("{}={}", kStepVariable, folder);
  ProcessScan scan = TRY(ProcessScan::open("/proc"));
  std::set<std::int64_t> seen;
  for (int round = 0; round < 60; ++round) {
    std::vector<ProcessUse> all;
    scan.read(all);
    bool any = false;
    for (const ProcessUse& each : all) {
      if (each.pid == ::getpid()) continue;
      const auto text = host.read(fmt::format("/proc/{}/environ", each.pid));
      if (!text.ok() || ('\0' + *text).find('\0' + mark + '\0') == std::string::npos) continue;
      any = true;
      const bool is_new = seen.insert(each.pid).second;
      if (is_new || round > 30) ::kill(static_cast<pid_t>(each.pid), is_new ? SIGTERM : SIGKILL);
    }
    if (!any) return static_cast<int>(seen.size());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return Error{Error::Kind::busy, "programs of a build that was killed do not end",
               fmt::format("they have {} in their environment", mark)};
}

}  // namespace gb10
