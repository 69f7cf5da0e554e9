#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/pattern.h"
#include "bench/job_trial.h"
#include "cli/command.h"
#include "gpu/helper_gpu.h"
#include "host/foreground.h"
#include "sampler/gpu_feed.h"

namespace gb10 {

/// What the driver says while a job runs. What it counts of energy is asked at begin and end, in
/// two talks: in one it answers once a second.
class JobMeter {
 public:
  JobMeter();

  void begin(JobBlock& block);
  /// The newest sample, where there is one. Does not wait.
  void read(JobBlock& block);
  void end(JobBlock& block);

  /// Why the driver did not tell; empty where it did.
  std::string why_not() const { return has_answered_ ? std::string() : why_; }
  const GpuView& gpu() const { return first_; }

 private:
  std::optional<double> counted(const HelperGpu& gpu);

  HelperGpu first_, last_;
  GpuFeed feed_;
  double begun_ = 0;        // in boot_seconds()
  std::uint64_t seen_ = 0;  // number of the last sample
  bool has_answered_ = false;
  std::string why_ = "the driver did not tell";
};

/// Finds the last number of a pattern in lines that come in pieces.
class LineNumbers {
 public:
  explicit LineNumbers(const Pattern* pattern) : pattern_(pattern) {}
  void add(std::string_view piece);
  /// Takes what came as a last line, and what was found. Error `invalid` where there was nothing,
  /// or what the group took is no positive number.
  Result<double> finish();

 private:
  void line(std::string_view text);

  const Pattern* pattern_;
  std::string rest_;
  std::optional<std::string> found_;
};

/// What a job is, and what is read in its output; both patterns have a group.
struct JobWanted {
  std::vector<std::string> command;
  std::optional<Pattern> score, work;
  bool out_to_err = false;  // its standard output is ours for something else
};

/// Runs a job in the foreground again and again: its output comes through as it is, signals reach
/// it, and the first that would end us is remembered.
class JobRunner {
 public:
  JobRunner(const JobWanted& wanted, const Io& io, TakenSignals& signals, JobMeter& meter)
      : wanted_(wanted), io_(io), signals_(signals), meter_(meter) {}

  /// `overdue` is called once where a signal came and the job did not end within some seconds of
  /// it; nor is its output's reader waited for any longer. Errors: it cannot be started, it failed
  /// (`failed`), it was told to end (`cancelled`), it did not say what was to be read (`invalid`).
  Result<JobBlock> run(const std::function<void()>& overdue);

  /// Takes signals that came meanwhile. Whether one was to end us.
  bool is_interrupted();

  /// It was stopped for a while, as by Ctrl-Z, since this was last asked.
  bool was_stopped();

 private:
  class Output;
  Result<int> ended(Foreground& program, Output& output, JobBlock& block,
                    const std::function<void()>& overdue);
  void take_signals(const Foreground* program);
  /// For a signal, more output or its reader, and not long.
  void wait(const Output& output) const;
  /// A signal came, and was waited long enough for what it is to end.
  bool is_overdue() const;
  /// What the job has left when it ended. Waits for a reader until a signal is overdue.
  void pass_rest(Output& output);
  Result<void> read_numbers(Output& output, JobBlock& block);

  const JobWanted& wanted_;
  const Io& io_;
  TakenSignals& signals_;
  JobMeter& meter_;
  std::optional<double> interrupted_;  // when, in boot_seconds()
  bool stopped_ = false;
};

}  // namespace gb10
