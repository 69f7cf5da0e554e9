#include "host/foreground.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"

namespace gb10 {

namespace {

/// All that the child needs, made before the fork: after it nothing may allocate.
struct Prepared {
  std::vector<std::string> candidates;
  std::vector<char*> argv, environment;
  std::vector<std::string> variables;
  sigset_t mask;
  Redirections redirections;
  int trouble = -1;
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

/// Where a program of that name may be, as execvp(3) looks for it.
std::vector<std::string> candidates(const std::string& name, const std::string& path) {
  if (name.find('/') != std::string::npos) return {name};
  std::vector<std::string> out;
  for (const std::string_view folder : split(path, ':'))
    out.push_back(folder.empty() ? "./" + name : fmt::format("{}/{}", folder, name));
  return out;
}

[[noreturn]] void become(const Prepared& plan) {
  // main() ignores these two, which a program expects to end it.
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &plan.mask, nullptr);
  if (plan.redirections.in >= 0) ::dup2(plan.redirections.in, STDIN_FILENO);
  if (plan.redirections.out >= 0) ::dup2(plan.redirections.out, STDOUT_FILENO);
  if (plan.redirections.err >= 0) ::dup2(plan.redirections.err, STDERR_FILENO);
  int worst = ENOENT;
  for (const std::string& path : plan.candidates) {
    ::execve(path.c_str(), plan.argv.data(), plan.environment.data());
    if (errno == ENOENT || errno == ENOTDIR) continue;
    worst = errno;
    if (errno != EACCES) break;
  }
  [[maybe_unused]] const auto n = ::write(plan.trouble, &worst, sizeof worst);
  ::_exit(127);
}

Error cannot_execute(int code, const std::string& name) {
  const std::string shown = printable(name, 200);
  if (code == ENOENT) {
    return {Error::Kind::not_found, fmt::format("{} is not found", shown),
            "is its name spelt right, and is its folder on the PATH?"};
  }
  Error error = failure(code, fmt::format("cannot execute {}", shown));
  if (code == ENOEXEC) {
    error.kind = Error::Kind::failed;
    error.hint = "a script needs a first line such as #!/bin/sh";
  }
  if (error.kind == Error::Kind::denied) error.hint = "is it a program, and may you execute it?";
  // Only a program that is not there is not found.
  if (error.kind == Error::Kind::not_found) error.kind = Error::Kind::failed;
  return error;
}

}  // namespace

// Not with SIGSTOP: where nobody could continue us (an orphaned process group), the kernel passes
// over SIGTSTP.
void stop_here() {
  sigset_t stop;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTSTP);
  ::raise(SIGTSTP);
  ::pthread_sigmask(SIG_UNBLOCK, &stop, nullptr);
  ::pthread_sigmask(SIG_BLOCK, &stop, nullptr);
}

Result<TakenSignals> TakenSignals::take(const std::vector<int>& which) {
  sigset_t wanted, before;
  ::sigemptyset(&wanted);
  for (const int each : which) ::sigaddset(&wanted, each);
  const int code = ::pthread_sigmask(SIG_BLOCK, &wanted, &before);
  if (code != 0) return failure(code, "cannot block signals");
  TakenSignals out(before);
  out.file_ = Descriptor(::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!out.file_) return failure(errno, "cannot watch for signals");
  return out;
}

TakenSignals::~TakenSignals() {
  if (!file_) return;
  while (next()) {
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<TakenSignals::Came> TakenSignals::next() {
  signalfd_siginfo info{};
  const ssize_t count = ::read(file_.get(), &info, sizeof info);
  if (count != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  return Came{static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL};
}

std::vector<int> Foreground::signals() {
  return {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGCHLD};
}

Result<Foreground> Foreground::start(
    const std::vector<std::string>& argv,
    const std::map<std::string, std::string, std::less<>>& environment, const TakenSignals& signals,
    const Redirections& redirections) {
  if (argv.empty() || argv[0].empty()) return Error{Error::Kind::not_found, "no program is named"};
  Prepared plan;
  const auto path = environment.find("PATH");
  plan.candidates = candidates(
      argv[0], path == environment.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second);
  for (const auto& [name, value] : environment)
    plan.variables.push_back(fmt::format("{}={}", name, value));
  plan.argv = pointers(argv);
  plan.environment = pointers(plan.variables);
  plan.mask = signals.before();
  plan.redirections = redirections;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failure(errno, "cannot make a pipe");
  const Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  plan.trouble = write.get();
  // Whoever started us may have it ignored: then nobody tells how the program ended.
  ::signal(SIGCHLD, SIG_DFL);
  const pid_t id = ::fork();
  if (id < 0) return failure(errno, "cannot start a process");
  if (id == 0) become(plan);
  write.close();
  int code = 0;
  ssize_t count = 0;
  while ((count = ::read(read.get(), &code, sizeof code)) < 0 && errno == EINTR) {
  }
  if (count < static_cast<ssize_t>(sizeof code)) return Foreground(id);
  ::waitpid(id, nullptr, 0);
  return cannot_execute(code, argv[0]);
}

void Foreground::pass_on(const TakenSignals::Came& came) const {
  if (code_ || came.number == SIGCHLD) return;
  if (!came.by_terminal) ::kill(id_, came.number);
  if (came.number == SIGTSTP) stop_here();
}

std::optional<int> Foreground::ended() {
  if (code_) return code_;
  int status = 0;
  rusage used{};
  if (::wait4(id_, &status, WNOHANG, &used) != id_) return std::nullopt;
  for (const timeval& time : {used.ru_utime, used.ru_stime})
    cpu_seconds_ += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  if (WIFEXITED(status)) code_ = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) code_ = 128 + WTERMSIG(status);
  return code_;
}

}  // namespace gb10
