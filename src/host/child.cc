#include "host/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/text.h"
#include "host/failure.h"
#include "host/spawn.h"

namespace gb10 {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kOutputLimit = 16U << 20U;
constexpr std::size_t kSideBySide = 16;
constexpr std::size_t kTurn = 1U << 20U;  // a stream's share before the others have theirs
constexpr std::chrono::milliseconds kLongest = 24h;
constexpr auto kGrace = 200ms;     // between SIGTERM and SIGKILL
constexpr auto kPatience = 500ms;  // for the end after SIGKILL
constexpr auto kGlance = 5ms;      // between looks where there is no pidfd

/// One stream of a program, of which we keep the first 16 MiB.
struct Stream {
  Descriptor from;
  std::string text;

  void drain();
};

/// Reads what is there, at most kTurn bytes. An endless writer must not keep us here.
void Stream::drain() {
  std::array<char, 65536> buffer;
  for (std::size_t taken = 0; from && taken < kTurn;) {
    const ssize_t n = ::read(from.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) return from.close();
    const auto got = static_cast<std::size_t>(n);
    text.append(buffer.data(), std::min(got, kOutputLimit - text.size()));
    taken += got;
  }
}

/// A program on its way.
class Running {
 public:
  static Result<Running> start(const Command& command, const std::vector<std::string>& environment);

  void watch(std::vector<pollfd>& wanted) const;
  Clock::duration patience(Clock::time_point now) const;
  /// Takes what came and keeps to the deadline; true when the answer is there.
  bool step(Clock::time_point now);
  Result<Output> answer();

 private:
  Running(const Command& command, Spawned spawned);
  void drain();
  bool end();

  std::string program_, name_;  // for messages
  std::chrono::milliseconds allowed_;
  Clock::time_point until_;
  bool terminated_ = false;
  Process process_;
  Stream out_, err_, trouble_;
  std::optional<int> exit_;
};

Running::Running(const Command& command, Spawned spawned)
    : program_(printable(command.argv[0], 100)),
      name_(printable(joined(command.argv, " "), 100)),
      allowed_(std::clamp<std::chrono::milliseconds>(command.deadline, 0ms, kLongest)),
      until_(Clock::now() + allowed_),
      process_(std::move(spawned.process)),
      trouble_{std::move(spawned.trouble), {}} {}

Result<Running> Running::start(const Command& command,
                               const std::vector<std::string>& environment) {
  auto out = TRY(open_pipe());
  auto err = TRY(open_pipe());
  auto spawned =
      TRY(spawn(command.argv, environment, {.out = out.write.get(), .err = err.write.get()}));
  Running running(command, std::move(spawned));
  running.out_.from = std::move(out.read);
  running.err_.from = std::move(err.read);
  return running;
}

void Running::watch(std::vector<pollfd>& wanted) const {
  for (const int fd :
       {out_.from.get(), err_.from.get(), trouble_.from.get(), process_.end_descriptor()}) {
    if (fd >= 0) wanted.push_back({fd, POLLIN, 0});
  }
}

Clock::duration Running::patience(Clock::time_point now) const {
  const Clock::duration left = std::max(until_ - now, Clock::duration::zero());
  return process_.end_descriptor() >= 0 ? left : std::min<Clock::duration>(left, kGlance);
}

void Running::drain() {
  for (Stream* stream : {&out_, &err_, &trouble_}) stream->drain();
}

bool Running::end() {
  exit_ = process_.finish(kPatience);
  // What it wrote lies in the pipes. A descendant that left the group may still hold them open, so
  // their end is not waited for.
  drain();
  return true;
}

bool Running::step(Clock::time_point now) {
  drain();
  if (process_.ended()) return end();
  if (now < until_) return false;
  if (terminated_) return end();
  process_.signal(SIGTERM);
  terminated_ = true;
  until_ = now + kGrace;
  return false;
}

Result<Output> Running::answer() {
  if (trouble_.text.size() >= sizeof(int)) {
    int code = 0;
    std::memcpy(&code, trouble_.text.data(), sizeof code);
    return exec_failure(code, program_);
  }
  if (terminated_) {
    return Error{Error::Kind::timeout, fmt::format("{} did not answer within {:g} s", name_,
                                                   static_cast<double>(allowed_.count()) / 1000)};
  }
  if (!exit_) return Error{Error::Kind::failed, fmt::format("{}: its end was not seen", name_)};
  return Output{*exit_, std::move(out_.text), std::move(err_.text)};
}

/// The programs of one call, and who of them runs.
class Crowd {
 public:
  Crowd(std::span<const Command> commands, const std::vector<std::string>& environment)
      : commands_(commands),
        environment_(environment),
        answers_(commands.size(), Error{Error::Kind::failed, "not started"}) {}

  std::vector<Result<Output>> run();

 private:
  struct Seat {
    std::size_t place;
    Running running;
  };

  void fill();
  void wait() const;
  void step();

  std::span<const Command> commands_;
  const std::vector<std::string>& environment_;
  std::vector<Result<Output>> answers_;
  std::vector<Seat> seats_;
  std::size_t next_ = 0;
};

void Crowd::fill() {
  for (; next_ < commands_.size() && seats_.size() < kSideBySide; ++next_) {
    auto running = Running::start(commands_[next_], environment_);
    if (running) {
      seats_.push_back({next_, *std::move(running)});
    } else {
      answers_[next_] = running.error();
    }
  }
}

void Crowd::wait() const {
  std::vector<pollfd> wanted;
  const auto now = Clock::now();
  Clock::duration left = kLongest;
  for (const auto& seat : seats_) {
    seat.running.watch(wanted);
    left = std::min(left, seat.running.patience(now));
  }
  const auto time = std::chrono::ceil<std::chrono::milliseconds>(left);
  ::poll(wanted.data(), wanted.size(), static_cast<int>(time.count()));
}

void Crowd::step() {
  const auto now = Clock::now();
  for (std::size_t i = 0; i < seats_.size();) {
    auto& seat = seats_[i];
    if (!seat.running.step(now)) {
      ++i;
      continue;
    }
    answers_[seat.place] = seat.running.answer();
    seats_.erase(seats_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::vector<Result<Output>> Crowd::run() {
  for (fill(); !seats_.empty(); fill()) {
    wait();
    step();
  }
  return std::move(answers_);
}

}  // namespace

std::vector<std::string> system_environment(std::string_view home) {
  return {"PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin:/snap/bin", "LC_ALL=C",
          fmt::format("HOME={}", home)};
}

std::vector<Result<Output>> run_children(std::span<const Command> commands,
                                         const std::vector<std::string>& environment) {
  return Crowd(commands, environment).run();
}

Result<Output> run_child(const Command& command, const std::vector<std::string>& environment) {
  auto answers = run_children({&command, 1}, environment);
  return std::move(answers.front());
}

}  // namespace gb10
