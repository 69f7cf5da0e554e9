#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <set>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/log_reading.h"
#include "cli/machine.h"
#include "doctor/rules_in_force.h"
#include "report/report.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"LOG", nullptr, true,
     "the file of a log, or a message itself in quotes; without it, or with -, the log is read "
     "from the standard input"},
    {"--follow", nullptr, false,
     "print each cause as soon as it stands, for a log that does not end"},
    {"--doctor", nullptr, false,
     "also say what this machine, or the one of --snapshot or --root, has to do with it"},
    kSnapshotOption,
    kRootOption,
    kDataOption,
    {"--all", nullptr, false, "list what follows from the cause and what is harmless"},
};

void print_known(const Explanation& explanation, const Known& known, const Io& io, bool as_json) {
  if (as_json) {
    io.print(to_text(to_json(known)) + "\n");
  } else {
    Explanation one;
    one.lines = explanation.lines;
    one.causes = {known};
    io.print(text(one, {io.color, io.width, false}) + "\n");
  }
  static_cast<void>(io.written());
}

/// Prints each cause of a log that goes on once, when nothing more can refute it.
class Follower {
 public:
  Follower(SignatureBook& book, const Io& io, bool as_json)
      : book_(book), matcher_(book), io_(io), as_json_(as_json) {}

  bool take(std::string_view bytes) {
    matcher_.feed(bytes);
    matcher_.flush();
    idle_ = 0;
    unseen_ += bytes.size();
    // While lines come in a torrent, judging each piece would take longer than reading it.
    if (unseen_ >= kOften || Clock::now() - judged_ >= kSoon) print(State::goes_on);
    return io_.lost == 0;
  }

  /// Nothing has come for a while: what waits for more lines may have waited long enough.
  void idle() {
    ++idle_;
    if (idle_ == 1) print(State::goes_on);
    if (idle_ == kQuiet) print(State::is_quiet);
  }

  /// The whole log; true in `printed` when a cause was.
  Explanation end(bool& printed) {
    matcher_.end();
    print(State::ended);
    printed = !printed_.empty();
    return explained(matcher_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  enum class State { goes_on, is_quiet, ended };
  static constexpr std::chrono::milliseconds kSoon{200};
  static constexpr std::size_t kOften = 256 * 1024;
  static constexpr int kQuiet = 2000 / kIdleMilliseconds;

  bool stands(const Known& cause, State state) {
    if (state == State::ended) return true;
    const Signature* const signature = book_.named(cause.name);
    const auto wait = signature ? lines_to_wait(*signature) : std::nullopt;
    if (!wait) return false;
    return state == State::is_quiet || matcher_.line_count() - cause.evidence.line >= *wait;
  }

  void print(State state) {
    unseen_ = 0;
    judged_ = Clock::now();
    const Explanation now = explained(matcher_);
    for (const Known& cause : now.causes) {
      if (printed_.count(cause.name) > 0 || !stands(cause, state)) continue;
      printed_.insert(cause.name);
      print_known(now, cause, io_, as_json_);
    }
  }

  SignatureBook& book_;
  Matcher matcher_;
  const Io& io_;
  bool as_json_;
  std::set<std::string> printed_;
  std::size_t unseen_ = 0;
  Clock::time_point judged_ = Clock::now();
  int idle_ = 0;
};

/// `any_printed` comes back true when a cause was printed.
Result<Explanation> followed(const LogSource& source, SignatureBook& book, const Io& io,
                             bool as_json, bool& any_printed) {
  if (source.kind == LogSource::Kind::file) {
    return Error{Error::Kind::invalid, "--follow reads a stream",
                 "tail -F FILE | gb10 explain --follow"};
  }
  Follower follower(book, io, as_json);
  TRY(read_log(
      source, [&](std::string_view bytes) { return follower.take(bytes); },
      [&] { follower.idle(); }));
  return follower.end(any_printed);
}

Result<void> join_this(Explanation& explanation, const Arguments& arguments, const Io& io) {
  DoctorOptions wanted = TRY(doctor_options(arguments));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  add(machine.environments, wanted.collect);
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  RulesInForce rules = TRY(rules_in_force(*here, data));
  const Examination seen = examined(machine.view(), wanted);
  join_machine(explanation, seen.facts, diagnosed(seen, rules));
  return {};
}

Result<Explanation> told(const Arguments& arguments, const Io& io, bool& any_printed) {
  const LogSource source = TRY(log_source(arguments.values("LOG")));
  if (source.kind == LogSource::Kind::stream && ::isatty(STDIN_FILENO) == 1) {
    return Error{Error::Kind::invalid, "explain what?",
                 "gb10 explain FILE, gb10 explain 'a message', or a log through a pipe"};
  }
  const bool wants_machine = arguments.has("--snapshot") || arguments.has("--root");
  if (wants_machine && !arguments.has("--doctor")) {
    return Error{Error::Kind::invalid, "--snapshot and --root are for explain --doctor",
                 "add --doctor"};
  }
  SignatureBook book = TRY(signature_book(arguments, io));
  if (arguments.has("--follow"))
    return followed(source, book, io, arguments.has("--json"), any_printed);
  Explanation out = TRY(explained_log(source, book));
  if (arguments.has("--doctor")) TRY(join_this(out, arguments, io));
  return out;
}

int run(const Arguments& arguments, const Io& io) {
  if (arguments.has("--follow") && (arguments.has("--doctor") || arguments.has("--markdown"))) {
    return io.fail(
        {Error::Kind::invalid, "--follow excludes --doctor and --markdown", "ask for one of them"});
  }
  bool any_printed = false;
  const Result<Explanation> found = told(arguments, io, any_printed);
  if (!found.ok()) return io.fail(found.error());
  const int code = found->causes.empty() && !any_printed ? kFine : kAnswerIsNo;
  if (any_printed) return code;  // a later line may refute it, but it was said
  if (arguments.has("--json") && !arguments.has("--follow"))
    io.print(to_text(to_json(*found), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown(*found));
  else if (!arguments.has("--json"))
    io.print(text(*found, {io.color, io.width, arguments.has("--all")}));
  return code;
}

}  // namespace

CommandSpec explain_command() {
  return {"explain", "what a log says: the first cause, and what to do",
          "Reads any log and names the first cause of a failure, where it stands, why it happens "
          "on this machine and what to do; what follows from it and what only looks bad is "
          "counted. Where no signature fits, the first error is shown and nothing is guessed. "
          "Exit code 1: a cause was found, 0: none, 2: the log could not be read.",
          kOptions, run};
}

}  // namespace gb10
