#include "cli/job_run.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

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

/// Whether all of it was taken. A reader that is gone takes nothing more.
bool pass_through(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(to, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) {
      pollfd ready{to, POLLOUT, 0};
      ::poll(&ready, 1, -1);
      continue;
    }
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
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
  std::array<int, 2> descriptors() const {
    return {streams_[0].read.get(), streams_[1].read.get()};
  }
  /// Passes on what is there.
  void drain() {
    for (Stream& each : streams_) drain(each);
  }
  Result<double> score() { return best(0); }
  Result<double> work() { return best(1); }

 private:
  struct Stream {
    int to;
    std::array<LineNumbers, 2> numbers;  // the score, the work
    Descriptor read, write;
  };

  explicit Output(const JobWanted& wanted)
      : streams_{Stream{STDOUT_FILENO, numbers(wanted), {}, {}},
                 Stream{STDERR_FILENO, numbers(wanted), {}, {}}} {}

  static std::array<LineNumbers, 2> numbers(const JobWanted& wanted) {
    return {LineNumbers(wanted.score ? &*wanted.score : nullptr),
            LineNumbers(wanted.work ? &*wanted.work : nullptr)};
  }

  static void drain(Stream& stream) {
    std::array<char, 16384> buffer;
    while (stream.read) {
      const ssize_t n = ::read(stream.read.get(), buffer.data(), buffer.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) return;
      const std::string_view piece(buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
      for (LineNumbers& each : stream.numbers) each.add(piece);
      // Whom nobody reads shall learn it as without us.
      if (n <= 0 || !pass_through(stream.to, piece)) stream.read.close();
    }
  }

  /// Of standard output, else of standard error.
  Result<double> best(std::size_t which) {
    auto out = streams_[0].numbers[which].finish();
    auto err = streams_[1].numbers[which].finish();
    return out.ok() || !err.ok() ? out : err;
  }

  std::array<Stream, 2> streams_;
  Descriptor nothing_;  // to be read in place of our input
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
    const auto [out, err] = output.descriptors();
    std::array<pollfd, 3> watched = {
        {{signals_.descriptor(), POLLIN, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}}};
    ::poll(watched.data(), watched.size(), kTick);
    output.drain();
    take_signals(&program);
    if (const auto code = program.ended()) return *code;
    meter_.read(block);
    if (!interrupted_ || was_overdue || boot_seconds() - *interrupted_ < kPatience) continue;
    was_overdue = true;
    overdue();
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
  output.drain();
  if (is_interrupted()) return Error{Error::Kind::cancelled, "interrupted", ""};
  if (code != 0)
    return Error{Error::Kind::failed,
                 fmt::format("{} ended with {}", printable(wanted_.command.front(), 200), code),
                 "nothing is judged of a command that fails"};
  TRY(read_numbers(output, block));
  return block;
}

}  // namespace gb10
