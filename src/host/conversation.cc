#include "host/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/text.h"
#include "host/failure.h"
#include "host/spawn.h"

namespace gb10 {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kAnswerLimit = 16U << 20U;
constexpr auto kStartDeadline = 5s;

/// True when the descriptor is ready for `events` (or closed at the other end) before `until`.
bool ready(int descriptor, short events, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd wanted{descriptor, events, 0};
    const auto time = std::clamp<std::chrono::milliseconds>(left, 0ms, 24h);
    const int rc = ::poll(&wanted, 1, static_cast<int>(time.count()));
    if (rc > 0) return true;
    if (left <= 0ms) return false;
  }
}

/// Nothing when the program runs now.
Result<void> executed(const Descriptor& trouble, const std::string& name) {
  if (!ready(trouble.get(), POLLIN, Clock::now() + kStartDeadline)) {
    return Error{Error::Kind::timeout, fmt::format("{} did not start within 5 s", name)};
  }
  int code = 0;
  if (::read(trouble.get(), &code, sizeof code) < static_cast<ssize_t>(sizeof code)) return {};
  return exec_failure(code, name);
}

}  // namespace

Conversation::Conversation(Process process, Descriptor talk, std::string name)
    : process_(std::move(process)), talk_(std::move(talk)), name_(std::move(name)) {}

Result<Conversation> Conversation::start(const std::vector<std::string>& argv,
                                         const std::vector<std::string>& environment) {
  // A socket and not two pipes: writing to a program that has gone is then an error of ours to
  // ask for (MSG_NOSIGNAL), not a SIGPIPE.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return failure(errno, "cannot make a socket");
  }
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  auto spawned = TRY(spawn(argv, environment, {.in = theirs.get(), .out = theirs.get()}));
  TRY(executed(spawned.trouble, argv[0]));
  return Conversation(std::move(spawned.process), std::move(ours), printable(argv[0], 100));
}

Error Conversation::give_up(Error error) {
  talk_.close();
  process_.finish(500ms);
  broken_ = error;
  return error;
}

Result<std::string> Conversation::ask(std::string_view line, std::chrono::milliseconds deadline) {
  if (broken_) return *broken_;
  const auto allowed = std::clamp<std::chrono::milliseconds>(deadline, 0ms, 24h);
  const auto until = Clock::now() + allowed;
  const auto sent = send(std::string(line) + '\n', until);
  if (!sent) return give_up(sent.error());
  auto answer = receive(until);
  if (!answer) return give_up(answer.error());
  return answer;
}

Result<void> Conversation::send(std::string_view text, Time until) {
  while (!text.empty()) {
    const ssize_t n = ::send(talk_.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
    if (n >= 0 || errno == EINTR) continue;
    if (errno != EAGAIN) return Error{Error::Kind::failed, fmt::format("{} has ended", name_)};
    if (ready(talk_.get(), POLLOUT, until)) continue;
    return Error{Error::Kind::timeout, fmt::format("{} does not listen", name_)};
  }
  return {};
}

Result<std::string> Conversation::receive(Time until) {
  std::array<char, 65536> buffer;
  for (std::size_t seen = 0;;) {
    const auto end = pending_.find('\n', seen);
    if (end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return line;
    }
    seen = pending_.size();
    if (seen > kAnswerLimit) {
      return Error{Error::Kind::failed, fmt::format("{} answers without an end", name_)};
    }
    if (!ready(talk_.get(), POLLIN, until)) {
      return Error{Error::Kind::timeout, fmt::format("{} did not answer in time", name_)};
    }
    const ssize_t n = ::recv(talk_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (n > 0) pending_.append(buffer.data(), static_cast<std::size_t>(n));
    if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN))) continue;
    return Error{Error::Kind::failed, fmt::format("{} has ended", name_)};
  }
}

}  // namespace gb10
