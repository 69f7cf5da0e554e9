#include "host/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <string_view>

#include "host/failure.h"

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

namespace gb10 {

namespace {

constexpr std::array kPath = {"/usr/sbin/", "/usr/bin/",       "/sbin/",
                              "/bin/",      "/usr/local/bin/", "/snap/bin/"};

/// All that the child needs, made before the fork: after it nothing may allocate.
struct Plan {
  std::vector<std::string> candidates;
  std::vector<char*> argv, environment;
  Streams streams;
  int trouble = -1;
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const auto& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

Result<std::vector<std::string>> candidates(const std::vector<std::string>& argv) {
  if (argv.empty() || argv[0].empty()) return Error{Error::Kind::invalid, "no program is named"};
  for (const auto& word : argv) {
    if (word.find('\0') == std::string::npos) continue;
    return Error{Error::Kind::invalid, "an argument holds a zero byte"};
  }
  const auto& name = argv[0];
  if (name[0] == '/') return std::vector<std::string>{name};
  if (name.find('/') != std::string::npos) {
    return Error{Error::Kind::invalid,
                 fmt::format("{} is neither a name nor an absolute path", name)};
  }
  std::vector<std::string> out;
  for (const char* directory : kPath) out.push_back(directory + name);
  return out;
}

/// Puts `from` (or /dev/null) on the descriptor `to`.
bool connect(int from, int to) {
  if (from < 0) from = ::open("/dev/null", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (from < 0) return false;
  return from == to ? ::fcntl(from, F_SETFD, 0) == 0 : ::dup2(from, to) == to;
}

/// Out of the way of 0 to 2, which may be closed in us. -1 stays.
bool lift(int& descriptor) {
  if (descriptor < 0) return true;
  descriptor = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  return descriptor >= 0;
}

bool connect_all(Streams streams) {
  if (!lift(streams.in) || !lift(streams.out) || !lift(streams.err)) return false;
  return connect(streams.in, STDIN_FILENO) && connect(streams.out, STDOUT_FILENO) &&
         connect(streams.err, STDERR_FILENO);
}

/// What a library opened without O_CLOEXEC must not reach the child either.
void close_rest_on_exec() {
  if (::close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (int i = STDERR_FILENO + 1; i < 1024; ++i) ::fcntl(i, F_SETFD, FD_CLOEXEC);
}

/// Tries the candidates in turn, as execvp(3) does. Returns errno.
int execute(const Plan& plan) {
  int worst = ENOENT;
  for (const auto& path : plan.candidates) {
    ::execve(path.c_str(), plan.argv.data(), plan.environment.data());
    if (errno == EACCES) worst = EACCES;
    if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) return errno;
  }
  return worst;
}

/// Where we stand before others (the guard does), what we start stands in the line.
void stand_in_line() {
  if (::getpriority(PRIO_PROCESS, 0) < 0) ::setpriority(PRIO_PROCESS, 0, 0);
  const int file = ::open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  char first = 0;
  if (::read(file, &first, 1) == 1 && first == '-') [[maybe_unused]]
    const auto n = ::write(file, "0", 1);
  ::close(file);
}

[[noreturn]] void become(const Plan& plan) {
  int trouble = plan.trouble;
  int code = 0;
  if (!lift(trouble) || !connect_all(plan.streams) || ::chdir("/") != 0) code = errno;
  if (code == 0) {
    stand_in_line();
    close_rest_on_exec();
    code = execute(plan);
  }
  [[maybe_unused]] const auto n = ::write(trouble, &code, sizeof code);
  ::_exit(127);
}

/// Handlers of ours become the default; what is ignored stays so (nohup), except SIGPIPE and
/// SIGXFSZ, which a program expects to end it.
void forget_handlers() {
  for (int i = 1; i < NSIG; ++i) {
    struct sigaction now {};
    if (::sigaction(i, nullptr, &now) != 0) continue;
    if (now.sa_handler == SIG_DFL || (now.sa_handler == SIG_IGN && i != SIGPIPE && i != SIGXFSZ))
      continue;
    now = {};
    now.sa_handler = SIG_DFL;
    ::sigaction(i, &now, nullptr);
  }
}

}  // namespace

pid_t fork_plain() {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  const pid_t id = ::fork();
  const int code = errno;
  if (id == 0) {
    ::setpgid(0, 0);
    forget_handlers();
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    return 0;
  }
  if (id > 0) ::setpgid(id, id);  // whichever of the two comes first
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = code;
  return id;
}

Result<Pipe> open_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return failure(errno, "cannot make a pipe");
  Pipe out{Descriptor(ends[0]), Descriptor(ends[1])};
  ::fcntl(out.read.get(), F_SETFL, O_NONBLOCK);
  return out;
}

// fork(2) and not posix_spawn(3) or vfork(2): those hold the parent until the exec is over, which a
// dead network mount may never let happen, and under qemu-user they cannot tell why it failed.
Result<Spawned> spawn(const std::vector<std::string>& argv,
                      const std::vector<std::string>& environment, const Streams& streams) {
  Plan plan;
  plan.candidates = TRY(candidates(argv));
  plan.argv = pointers(argv);
  plan.environment = pointers(environment);
  plan.streams = streams;
  auto pipe = TRY(open_pipe());
  plan.trouble = pipe.write.get();
  const pid_t id = fork_plain();
  if (id < 0) return failure(errno, fmt::format("cannot start {}", argv[0]));
  if (id == 0) become(plan);
  return Spawned{Process(id), std::move(pipe.read)};
}

Error exec_failure(int code, const std::string& program) {
  if (code == ENOENT) return {Error::Kind::not_found, fmt::format("{} is not installed", program)};
  if (code == ENOEXEC) {
    return {Error::Kind::failed, fmt::format("{} is not a program for this machine", program)};
  }
  return failure(code, fmt::format("cannot start {}", program));
}

}  // namespace gb10
