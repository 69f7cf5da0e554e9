#include "cli/job_run.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "host/failure.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

constexpr std::chrono::milliseconds kSampleEvery{200}, kHoldersEvery{60000};
constexpr int kTick = 100;       // milliseconds between two looks at the driver
constexpr int kMostReads = 64;   // of a pipe, in one go
constexpr double kPatience = 5;  // seconds from a signal to doing without the job's end
constexpr std::size_t kLongest = 64U << 10U;  // bytes of a line that is looked at in one piece

double monotonic_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Whoever started us may have it ignored, as nohup does.
bool is_ignored(int signal) {
  struct sigaction now {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

/// The same pipe or terminal without waiting in writes, which only a descriptor of our own may say:
/// others share the flags of `to`. Closed where there is none; then write little, once it is ready.
Descriptor without_waiting(int to) {
  const std::string path = fmt::format("/proc/self/fd/{}", to);
  struct stat info {};
  if (::fstat(to, &info) != 0 || (!S_ISFIFO(info.st_mode) && ::isatty(to) == 0)) return {};
  return Descriptor(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

enum class Passed { all, some, nobody_reads };

/// Takes from `text` what can be written now; where poll() says that a pipe is ready, it takes
/// PIPE_BUF bytes without waiting.
Passed pass_on(int to, std::string& text) {
  std::size_t done = 0;
  Passed out = Passed::all;
  while (done < text.size()) {
    pollfd ready{to, POLLOUT, 0};
    if (::poll(&ready, 1, 0) == 0) out = Passed::some;
    if (out != Passed::all) break;
    const ssize_t n =
        ::write(to, text.data() + done, std::min<std::size_t>(text.size() - done, PIPE_BUF));
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n >= 0 || errno == EINTR) continue;
    out = errno == EAGAIN ? Passed::some : Passed::nobody_reads;
  }
  text.erase(0, done);
  return out;
}

/// That a program may not be executed is another thing than that we need more rights.
Error not_started(Error error) {
  if (error.kind == Error::Kind::denied) error.kind = Error::Kind::failed;
  return error;
}

}  // namespace

JobMeter::JobMeter() : feed_({.every = kSampleEvery, .holders_every = kHoldersEvery}) {}

std::optional<double> JobMeter::counted(const HelperGpu& gpu) {
  const auto series = gpu.samples(0, std::chrono::seconds(0));
  if (!series.ok()) {
    why_ = series.error().what;
    return std::nullopt;
  }
  has_answered_ = true;
  return series->samples.empty() ? std::nullopt : series->samples.front().energy;
}

void JobMeter::begin(JobBlock& block) {
  block.counted_first = counted(first_);
  begun_ = boot_seconds();
}

void JobMeter::read(JobBlock& block) {
  const GpuNews& news = feed_.news(boot_seconds());
  if (!news.sample || news.number == seen_ || news.sampled < begun_) return;
  seen_ = news.number;
  block.samples.push_back(*news.sample);
  block.samples.back().seconds = news.sampled - begun_;
}

void JobMeter::end(JobBlock& block) {
  read(block);
  block.counted_last = counted(last_);
}

void LineNumbers::line(std::string_view text) {
  if (auto found = pattern_->first_group(text)) found_ = *std::move(found);
}

void LineNumbers::add(std::string_view piece) {
  if (!pattern_) return;
  rest_ += piece;
  std::size_t begin = 0;
  // A bar of progress ends its lines with a carriage return.
  for (std::size_t end = 0; (end = rest_.find_first_of("\r\n", begin)) != std::string::npos;
       begin = end + 1)
    line(std::string_view(rest_).substr(begin, end - begin));
  rest_.erase(0, begin);
  if (rest_.size() < kLongest) return;
  line(rest_);
  rest_.clear();
}

Result<double> LineNumbers::finish() {
  if (!rest_.empty()) line(rest_);
  rest_.clear();
  const auto text = std::exchange(found_, std::nullopt);
  if (!text) return Error{Error::Kind::invalid, "no line of its output fits"};
  const auto number = decimal_number(*text);
  if (number && std::isfinite(*number) && *number > 0) return *number;
  return Error{Error::Kind::invalid,
               fmt::format("\"{}\" is no number above 0", printable(*text, 40))};
}

/// The output of one run, looked at on its way where something is to be read in it.
class JobRunner::Output {
 public:
  static Result<Output> open(const JobWanted& wanted) {
    Output out(wanted);
    if (wanted.out_to_err) out.streams_[0].to = STDERR_FILENO;
    // What one run has read the next ones would lack.
    if (::isatty(STDIN_FILENO) == 0)
      out.nothing_ = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!wanted.score && !wanted.work) return out;
    for (Stream& each : out.streams_) {
      int ends[2];
      if (::pipe2(ends, O_CLOEXEC) != 0) return failure(errno, "cannot make a pipe");
      each.read = Descriptor(ends[0]);
      each.write = Descriptor(ends[1]);
      ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
      each.own = without_waiting(each.to);
    }
    return out;
  }

  Redirections redirections() const {
    const int out = streams_[0].to == STDOUT_FILENO ? -1 : streams_[0].to;
    if (!streams_[0].write) return {.in = nothing_.get(), .out = out};
    return {.in = nothing_.get(), .out = streams_[0].write.get(), .err = streams_[1].write.get()};
  }
  /// Once the job has its ends.
  void close_writes() {
    for (Stream& each : streams_) each.write.close();
  }
  /// What to wait for: more of it, or that what is here can be passed on.
  std::array<pollfd, 2> watched() const {
    const auto of = [](const Stream& each) {
      return each.pending.empty() ? pollfd{each.read.get(), POLLIN, 0}
                                  : pollfd{each.target(), POLLOUT, 0};
    };
    return {of(streams_[0]), of(streams_[1])};
  }
  /// Passes on what is there and can be taken now. Whether all was.
  bool drain() {
    const bool out = drain(streams_[0]), err = drain(streams_[1]);
    return out && err;
  }
  /// Waits for no reader from now on: what cannot be passed on is lost.
  void stop_passing() {
    for (Stream& each : streams_) {
      was_dropped_ = was_dropped_ || !each.pending.empty();
      each.pending.clear();
      each.is_passed = false;
    }
  }
  bool was_dropped() const { return was_dropped_; }
  Result<double> score() { return best(0); }
  Result<double> work() { return best(1); }

 private:
  struct Stream {
    int to;
    std::array<LineNumbers, 2> numbers;  // the score, the work
    Descriptor read = {}, write = {}, own = {};
    std::string pending = {};  // was read, and is to be passed on
    bool is_passed = true;

    int target() const { return own ? own.get() : to; }
  };

  explicit Output(const JobWanted& wanted)
      : streams_{Stream{STDOUT_FILENO, numbers(wanted)}, Stream{STDERR_FILENO, numbers(wanted)}} {}

  static std::array<LineNumbers, 2> numbers(const JobWanted& wanted) {
    return {LineNumbers(wanted.score ? &*wanted.score : nullptr),
            LineNumbers(wanted.work ? &*wanted.work : nullptr)};
  }

  bool drain(Stream& stream) {
    std::array<char, 16384> buffer;
    for (int reads = 0; stream.read; ++reads) {
      // Signals are to be looked at, however much there is.
      if (reads == kMostReads) return false;
      const Passed passed = pass_on(stream.target(), stream.pending);
      if (passed == Passed::some) return false;
      // Whom nobody reads shall learn it as without us.
      if (passed == Passed::nobody_reads) break;
      const ssize_t n = ::read(stream.read.get(), buffer.data(), buffer.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) return true;
      if (n <= 0) break;
      const std::string_view piece(buffer.data(), static_cast<std::size_t>(n));
      for (LineNumbers& each : stream.numbers) each.add(piece);
      if (stream.is_passed) stream.pending = piece;
      was_dropped_ = was_dropped_ || !stream.is_passed;
    }
    stream.pending.clear();
    stream.read.close();
    return true;
  }

  /// Of standard output, else of standard error.
  Result<double> best(std::size_t which) {
    auto out = streams_[0].numbers[which].finish();
    auto err = streams_[1].numbers[which].finish();
    return out.ok() || !err.ok() ? out : err;
  }

  std::array<Stream, 2> streams_;
  Descriptor nothing_;  // to be read in place of our input
  bool was_dropped_ = false;
};

void JobRunner::take_signals(const Foreground* program) {
  while (const auto came = signals_.next()) {
    const int number = came->number;
    const bool is_end =
        number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
    if (is_end && !interrupted_ && !is_ignored(number)) interrupted_ = boot_seconds();
    stopped_ = stopped_ || number == SIGTSTP;
    if (program)
      program->pass_on(*came);
    else if (number == SIGTSTP)
      stop_here();
  }
}

bool JobRunner::is_interrupted() {
  take_signals(nullptr);
  return interrupted_.has_value();
}

bool JobRunner::was_stopped() { return std::exchange(stopped_, false); }

Result<int> JobRunner::ended(Foreground& program, Output& output, JobBlock& block,
                             const std::function<void()>& overdue) {
  bool was_overdue = false;
  for (;;) {
    wait(output);
    static_cast<void>(output.drain());
    take_signals(&program);
    if (const auto code = program.ended()) return *code;
    meter_.read(block);
    if (was_overdue || !is_overdue()) continue;
    was_overdue = true;
    output.stop_passing();
    overdue();
  }
}

void JobRunner::wait(const Output& output) const {
  const auto [out, err] = output.watched();
  std::array<pollfd, 3> watched = {{{signals_.descriptor(), POLLIN, 0}, out, err}};
  ::poll(watched.data(), watched.size(), kTick);
}

bool JobRunner::is_overdue() const {
  return interrupted_ && boot_seconds() - *interrupted_ >= kPatience;
}

void JobRunner::pass_rest(Output& output) {
  while (!output.drain()) {
    wait(output);
    take_signals(nullptr);
    if (!is_overdue()) continue;
    output.stop_passing();
    static_cast<void>(output.drain());
    return;
  }
}

Result<void> JobRunner::read_numbers(Output& output, JobBlock& block) {
  const auto named = [](const char* option, Error error) {
    error.what = fmt::format("{}: {}", option, error.what);
    return error;
  };
  if (wanted_.score) {
    const auto score = output.score();
    if (!score.ok()) return named("--score", score.error());
    block.score = *score;
  }
  if (wanted_.work) {
    const auto work = output.work();
    if (!work.ok()) return named("--work", work.error());
    block.work = *work;
  }
  return {};
}

Result<JobBlock> JobRunner::run(const std::function<void()>& overdue) {
  JobBlock block;
  Output output = TRY(Output::open(wanted_));
  static_cast<void>(io_.written());
  meter_.begin(block);
  const double begun = monotonic_seconds();
  auto started =
      Foreground::start(wanted_.command, io_.environment, signals_, output.redirections());
  if (!started.ok()) return not_started(started.error());
  Foreground program = *std::move(started);
  output.close_writes();
  const int code = TRY(ended(program, output, block, overdue));
  block.seconds = monotonic_seconds() - begun;
  block.cpu = program.cpu_seconds();
  meter_.end(block);
  pass_rest(output);
  if (is_interrupted())
    return Error{Error::Kind::cancelled,
                 output.was_dropped() ? "interrupted; what nobody read of its output is dropped"
                                      : "interrupted",
                 ""};
  if (code != 0)
    return Error{Error::Kind::failed,
                 fmt::format("{} ended with {}", printable(wanted_.command.front(), 200), code),
                 "nothing is judged of a command that fails"};
  TRY(read_numbers(output, block));
  return block;
}

}  // namespace gb10
