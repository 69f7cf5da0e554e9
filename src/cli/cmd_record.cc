#include <poll.h>
#include <unistd.h>

#include <ctime>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/run_store.h"
#include "cli/silent_gpu.h"
#include "gpu/helper_gpu.h"
#include "host/foreground.h"
#include "record/exporter.h"
#include "record/output.h"
#include "record/recording.h"
#include "report/record.h"
#include "sampler/clock.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"COMMAND", nullptr, true, "what to run, with its arguments; without it until Ctrl-C"},
    {"--output,-o", "FILE", false,
     "write the whole record there as JSON: every reading, and what they came to; --json prints it "
     "behind the command's own output"},
    {"--replace", nullptr, false, "overwrite FILE"},
    {"--rate", "HZ", false, "readings a second, 1 to 50; else 10"},
    {"--prometheus", "[HOST]:PORT", false,
     "meanwhile answer Prometheus at http://HOST:PORT/metrics; without a HOST only on this "
     "machine"},
};

constexpr std::chrono::milliseconds kPowerEvery{200}, kHoldersEvery{5000};

/// What was asked for.
struct Wanted {
  std::vector<std::string> command;
  double rate = 10;  // Hz
  std::optional<LateFile> file;
  std::optional<Exporter> exporter;
};

Result<double> rate_of(const Arguments& arguments) {
  if (!arguments.has("--rate")) return 10.0;
  const std::optional<double> rate = decimal_number(arguments.value("--rate"));
  if (rate && *rate >= 1 && *rate <= 50) return *rate;
  return Error{
      Error::Kind::invalid,
      fmt::format("--rate: {} is no number from 1 to 50", printable(arguments.value("--rate"), 40)),
      "gb10 record --rate 20 -- COMMAND"};
}

Result<Wanted> wanted(const Arguments& arguments) {
  Wanted out;
  out.command = arguments.values("COMMAND");
  out.rate = TRY(rate_of(arguments));
  if (arguments.value("--output") == "-")
    return Error{Error::Kind::invalid, "-o - would mix the record with the command's output",
                 "name a file with -o"};
  if (arguments.has("--output")) {
    LateFile file = TRY(LateFile::open(arguments.value("--output"), arguments.has("--replace")));
    out.file.emplace(std::move(file));
  }
  if (arguments.has("--prometheus")) {
    Exporter exporter = TRY(Exporter::open(arguments.value("--prometheus")));
    out.exporter.emplace(std::move(exporter));
  }
  return out;
}

/// Sleeps until `due` of boot_seconds(), or until a signal came.
void sleep_until(double due, int signals) {
  const double left = std::max(due - boot_seconds(), 0.0);
  timespec time{};
  time.tv_sec = static_cast<time_t>(left);
  time.tv_nsec = static_cast<long>((left - static_cast<double>(time.tv_sec)) * 1e9);
  pollfd watched{signals, POLLIN, 0};
  ::ppoll(&watched, 1, &time, nullptr);
}

/// Gives the driver a moment to answer first, so that the command's begin is seen, too. Without a
/// driver this is over at once.
void await_driver(GpuFeed& feed) {
  constexpr double kPatience = 1;
  const double until = boot_seconds() + kPatience;
  while (!feed.has_ended() && !feed.news(boot_seconds()).sample && boot_seconds() < until)
    ::usleep(2000);
}

/// Reads at `rate` until the program has ended, or without one until a signal. The exit code.
int watched(Recording& recording, Foreground* program, TakenSignals& signals, const Wanted& wanted,
            PublishedBoard& newest) {
  const double step = 1 / wanted.rate;
  double due = boot_seconds() + step;
  for (;;) {
    sleep_until(due, signals.descriptor());
    while (const auto came = signals.next()) {
      if (program)
        program->pass_on(*came);
      else if (came->number == SIGTSTP)
        stop_here();
      else if (came->number != SIGCHLD && came->number != SIGCONT)
        return kFine;
    }
    if (const auto code = program ? program->ended() : std::nullopt) return *code;
    const double now = boot_seconds();
    if (now < due) continue;
    recording.read(now, wall_nanoseconds());
    newest.put(recording.published());
    // What could not be read in time is not made up for.
    due = std::max(due + step, now + step / 2);
  }
}

/// The machine as a record keeps it. A driver that did not answer is not asked again.
Facts machine_facts(const HostView& host, const GpuFeed& feed) {
  const HelperGpu helper;
  const SilentGpu silent({Error::Kind::unsupported, feed.why_not()});
  const bool answers = feed.why_not().empty();
  CollectOptions options;
  options.topics = {"identity", "os", "cpu", "gpu"};
  return collect({host, answers ? static_cast<const GpuView&>(helper) : silent}, options);
}

int program_code(const Error& error) {
  return error.kind == Error::Kind::not_found ? kNotFound : kCannotExecute;
}

int fail(const Io& io, const Error& error) {
  io.fail(error);
  return kOwnFailure;
}

/// Once there is something to tell: who asks earlier waits.
void begin_to_export(Exporter& exporter, const PublishedBoard& board, const Io& io) {
  exporter.serve([&board] { return prometheus_page(board.get(), GB10_VERSION); });
  io.say(fmt::format("gb10: for Prometheus at {}\n", exporter.url()));
}

/// Everything that happens between the begin of the command and its end. The exit code.
Result<int> recorded(Wanted& wanted, TakenSignals& signals, Recording& recording, const Io& io,
                     PublishedBoard& board) {
  std::optional<Foreground> program;
  recording.begin(boot_seconds(), wall_nanoseconds());
  board.put(recording.published());
  if (wanted.exporter) begin_to_export(*wanted.exporter, board, io);
  if (!wanted.command.empty()) {
    Foreground started = TRY(Foreground::start(wanted.command, io.environment, signals));
    program.emplace(std::move(started));
  }
  const int code = watched(recording, program ? &*program : nullptr, signals, wanted, board);
  recording.end(boot_seconds(), wall_nanoseconds());
  return code;
}

RunRecord record_of(const Recording& recording, const Wanted& wanted, int code, Facts machine,
                    const Io& io) {
  RunRecord record;
  record.begun = recording.begun();
  record.id = run_id(record.begun);
  record.command = kept_words(io).words(wanted.command);
  record.version = GB10_VERSION;
  record.machine = std::move(machine);
  record.params["rate"] = fmt::format("{:g} Hz", wanted.rate);
  recording.add_to(record);
  if (!wanted.command.empty())
    record.results.push_back({"run.exit", Unit::none, static_cast<double>(code), "measured", ""});
  return record;
}

/// The summary goes to standard error: standard output is the command's. The exit code.
int told(RunRecord record, Wanted& wanted, int code, const Arguments& arguments, const Io& io) {
  const std::string summary = text(record, {.color = false, .width = io.width, .all = false});
  io.say(arguments.has("--markdown") ? fmt::format("```\n{}```\n", summary) : summary);
  if (!wanted.file && !arguments.has("--json")) return code;
  const std::string json = to_text(to_json(record)) + "\n";
  if (arguments.has("--json")) io.print(json);
  if (!wanted.file) return code;
  const Result<void> written = wanted.file->finish(json);
  if (!written.ok()) return fail(io, written.error());
  io.say(fmt::format("  written to {}\n", printable(wanted.file->path(), 300)));
  return code;
}

int run(const Arguments& arguments, const Io& io) {
  PublishedBoard board;  // before the exporter, which reads it until its end
  Result<Wanted> asked = wanted(arguments);
  if (!asked.ok()) return fail(io, asked.error());
  // Before any thread is started, so that no thread is interrupted.
  Result<TakenSignals> signals = TakenSignals::take(Foreground::signals());
  if (!signals.ok()) return fail(io, signals.error());
  const std::unique_ptr<Host> host = this_host(io);
  GpuFeed feed({.every = kPowerEvery, .holders_every = kHoldersEvery});
  Recording recording(*host, settings_here(), feed);
  await_driver(feed);
  const Result<int> code = recorded(*asked, *signals, recording, io, board);
  if (!code.ok()) {
    io.fail(code.error());
    return program_code(code.error());
  }
  const bool whole = asked->file || arguments.has("--json");
  RunRecord record =
      record_of(recording, *asked, *code, whole ? machine_facts(*host, feed) : Facts(), io);
  return told(std::move(record), *asked, *code, arguments, io);
}

}  // namespace

CommandSpec record_command() {
  return {"record",
          "what a command costs: its time, energy, power, clocks, heat, memory, disk and network",
          "Runs COMMAND on this terminal as if it had been started alone, and reads the machine "
          "meanwhile: Ctrl-C, Ctrl-Z and signals reach it, and its exit code is passed on. At the "
          "end a summary goes to standard error; -o keeps every reading. Energy is the power that "
          "the driver reports, integrated over the time; the driver's own counter is told besides "
          "where it has one. All numbers are of the whole machine, not of the command alone. "
          "Without COMMAND it records until Ctrl-C, and with --prometheus it is an exporter.",
          kOptions,
          run,
          nullptr,
          true};
}

}  // namespace gb10
