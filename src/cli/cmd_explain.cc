#include <fmt/format.h>
#include <unistd.h>

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

/// Follows the log and prints each cause once, when it stands.
/// `any_printed` comes back true when one was.
Result<Explanation> followed(const LogSource& source, SignatureBook& book, const Io& io,
                             bool as_json, bool& any_printed) {
  Matcher matcher(book);
  std::set<std::string> printed;
  std::int64_t news = 0;
  const auto print_new = [&] {
    if (matcher.news() == news) return;
    news = matcher.news();
    const Explanation now = explained(matcher);
    for (const Known& cause : now.causes) {
      if (printed.insert(cause.name).second) print_known(now, cause, io, as_json);
    }
  };
  TRY(read_log(source, [&](std::string_view bytes) {
    matcher.feed(bytes);
    matcher.flush();
    print_new();
    return io.lost == 0;
  }));
  matcher.end();
  print_new();
  any_printed = !printed.empty();
  return explained(matcher);
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
