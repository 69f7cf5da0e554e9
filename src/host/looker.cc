#include "host/looker.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "host/failure.h"
#include "host/spawn.h"

namespace gb10 {

/// One packet to the helper.
struct Looker::Question {
  enum class Verb : std::uint8_t { look, hold, held };
  Verb verb = Verb::look;
  Look look = Look::read;
  std::uint64_t offset = 0, count = 0;
  std::array<char, PATH_MAX> path{};
};

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Question = Looker::Question;

constexpr std::size_t kPacket = 65536;
constexpr char kBytes = 'b', kEnd = 'e';
constexpr int kSeat = 3;  // the helper's end of the socket

/// Sends what it takes as packets that begin with kBytes.
class Packets final : public Sink {
 public:
  bool take(const char* bytes, std::size_t count) override {
    for (std::size_t at = 0; at < count;) {
      const std::size_t part = std::min(count - at, packet_.size() - 1);
      packet_[0] = kBytes;
      std::memcpy(packet_.data() + 1, bytes + at, part);
      if (!send(part + 1)) return false;
      at += part;
    }
    return true;
  }

  bool end(int code) {
    packet_[0] = kEnd;
    std::memcpy(packet_.data() + 1, &code, sizeof code);
    return send(1 + sizeof code);
  }

 private:
  bool send(std::size_t count) {
    return ::send(kSeat, packet_.data(), count, MSG_NOSIGNAL) == static_cast<ssize_t>(count);
  }

  std::array<char, kPacket> packet_;
};

int give_held(int file, const Question& question, Sink& sink) {
  std::array<char, kPacket> buffer;
  for (std::uint64_t done = 0; done < question.count;) {
    const auto part = std::min<std::uint64_t>(question.count - done, buffer.size());
    const auto at = static_cast<off_t>(question.offset + done);
    const ssize_t n = ::pread(file, buffer.data(), part, at);
    if (n < 0) return errno;
    if (n == 0) return 0;
    if (!sink.take(buffer.data(), static_cast<std::size_t>(n))) return EPIPE;
    done += static_cast<std::uint64_t>(n);
  }
  return 0;
}

int give_hold(int& file, const Question& question, Sink& sink) {
  std::uint64_t size = 0;
  file = hold({.path = question.path.data()}, size);
  if (file < 0) return -file;
  return sink.take(reinterpret_cast<const char*>(&size), sizeof size) ? 0 : EPIPE;
}

int answer_to(const Question& question, int& file, Sink& sink) {
  switch (question.verb) {
    case Question::Verb::look:
      return look_at({.path = question.path.data()}, question.look, sink);
    case Question::Verb::hold:
      return give_hold(file, question, sink);
    case Question::Verb::held:
      return give_held(file, question, sink);
  }
  return EINVAL;
}

/// The helper keeps nothing of ours open: left behind, it must not hold a pipe's reader.
bool settle(int socket) {
  socket = ::fcntl(socket, F_DUPFD, kSeat + 1);  // out of the way, in case it is one of 0 to 2
  const int nothing = ::open("/dev/null", O_RDWR | O_NOCTTY);
  if (socket < 0 || nothing < 0) return false;
  for (int i = 0; i < kSeat; ++i) ::dup2(nothing, i);
  if (::dup2(socket, kSeat) != kSeat) return false;
  if (::close_range(kSeat + 1, UINT_MAX, 0) == 0) return true;
  for (int i = kSeat + 1; i < 1024; ++i) ::close(i);
  return true;
}

/// The helper's life: until we are gone.
[[noreturn]] void serve(int socket) {
  if (!settle(socket) || ::chdir("/") != 0) ::_exit(1);
  Packets packets;
  Question question;
  int file = -1;
  for (;;) {
    const ssize_t n = ::recv(kSeat, &question, sizeof question, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n != static_cast<ssize_t>(sizeof question)) ::_exit(0);
    if (!packets.end(answer_to(question, file, packets))) ::_exit(0);
  }
}

bool set_path(Question& question, const std::string& path) {
  if (path.size() >= question.path.size()) return false;
  std::memcpy(question.path.data(), path.c_str(), path.size() + 1);
  return true;
}

/// Waits for a packet. False when none came in time.
bool packet_came(int socket, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd wanted{socket, POLLIN, 0};
    const int rc = ::poll(&wanted, 1, std::max(0, static_cast<int>(left.count())));
    if (rc > 0) return true;
    if (left <= 0ms) return false;
  }
}

}  // namespace

Looker::Looker(Process process, Descriptor talk)
    : process_(std::move(process)), talk_(std::move(talk)) {}

Result<Looker> Looker::start() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return failure(errno, "cannot make a socket");
  }
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  const pid_t id = fork_plain();
  if (id < 0) return failure(errno, "cannot fork");
  if (id == 0) serve(theirs.get());
  return Looker(Process(id), std::move(ours));
}

int Looker::give_up(int code) {
  talk_.close();
  process_.finish(20ms);
  return code;
}

int Looker::put(const Question& question, std::string& answer) {
  if (!talk_) return EPIPE;
  const auto until = Clock::now() + std::chrono::milliseconds(kReadMilliseconds);
  constexpr int kFlags = MSG_NOSIGNAL | MSG_DONTWAIT;
  if (::send(talk_.get(), &question, sizeof question, kFlags) < 0) return give_up(EPIPE);
  std::array<char, kPacket> packet;
  for (;;) {
    if (!packet_came(talk_.get(), until)) return give_up(ETIMEDOUT);
    const ssize_t n = ::recv(talk_.get(), packet.data(), packet.size(), MSG_DONTWAIT);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) return give_up(EPIPE);
    if (packet[0] == kEnd) {
      int code = 0;
      std::memcpy(&code, packet.data() + 1, sizeof code);
      return code;
    }
    answer.append(packet.data() + 1, static_cast<std::size_t>(n) - 1);
  }
}

int Looker::ask(const std::string& path, Look look, std::string& answer) {
  Question question{.look = look};
  if (!set_path(question, path)) return ENAMETOOLONG;
  return put(question, answer);
}

int Looker::hold(const std::string& path, std::uint64_t& size) {
  Question question{.verb = Question::Verb::hold};
  if (!set_path(question, path)) return ENAMETOOLONG;
  std::string answer;
  const int code = put(question, answer);
  if (code == 0 && answer.size() == sizeof size) std::memcpy(&size, answer.data(), sizeof size);
  return code;
}

int Looker::held(std::uint64_t offset, std::uint64_t count, std::string& answer) {
  return put({.verb = Question::Verb::held, .offset = offset, .count = count}, answer);
}

}  // namespace gb10
