#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/cmd_last_boot.h"
#include "cli/commands.h"
#include "cli/doctor_fix.h"
#include "cli/doctor_options.h"
#include "cli/log_reading.h"
#include "cli/machine.h"
#include "cli/milestones.h"
#include "cli/own_files.h"
#include "doctor/doctor.h"
#include "doctor/rules_in_force.h"
#include "report/report.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    kSnapshotOption,
    kRootOption,
    {"--load", nullptr, false,
     "put own load on each GPU for about 17 s (arithmetic, then reads, then copies) and judge "
     "clocks, power and "
     "memory rate; nothing is changed, but a running job is slowed down meanwhile"},
    {"--watch", "SECONDS", false,
     "sample a GPU that is busy already for so long before judging; 60 shows a stalled job"},
    {"--power-was-removed", nullptr, false,
     "say that the supply was off the wall and the unit since the last low reading"},
    kLastBootOption,
    kRingOption,
    kEnvironmentOption,
    {"--log", "FILE", true, "also explain this log, and say what this machine has to do with it"},
    {"--fix", nullptr, false,
     "show the settings that would clear what was found, each as a plan of one step; nothing is "
     "written"},
    {"--milestones", nullptr, false,
     "what a first week with the machine is to bring, judged by looking, with the next command"},
    {"--project", "DIR", false,
     "milestones: the folder with your notebooks and compose files; else the current one"},
    kDataOption,
    {"--all", nullptr, false,
     "show notes in full, every check that could not be judged, and harmless log lines"},
};

/// A diagnosis, and what was not checked for reasons that no rule knows.
struct Told {
  Diagnosis diagnosis;
  std::vector<NotChecked> besides;
  std::vector<std::pair<std::string, Explanation>> logs;  // and their names
  RuleSet rules;                                          // by which it was judged
};

/// The logs of --log and their names, explained; "-" is the standard input.
Result<std::vector<std::pair<std::string, Explanation>>> explained_logs(const Arguments& arguments,
                                                                        const Io& io) {
  std::vector<std::pair<std::string, Explanation>> out;
  const std::vector<std::string> files = arguments.values("--log");
  if (files.empty()) return out;
  SignatureBook book = TRY(signature_book(arguments, io));
  for (const std::string& file : files) {
    const bool is_stream = file == "-";
    const LogSource source = {is_stream ? LogSource::Kind::stream : LogSource::Kind::file, file};
    Explanation log = TRY(explained_log(source, book));
    out.emplace_back(is_stream ? "standard input" : file, std::move(log));
  }
  return out;
}

Result<Told> told(const Arguments& arguments, const Io& io) {
  DoctorOptions wanted = TRY(doctor_options(arguments));
  // A log that cannot be read is told before anything takes its time.
  std::vector<std::pair<std::string, Explanation>> logs = TRY(explained_logs(arguments, io));
  OpenMachine machine = TRY(open_machine(arguments, io));
  add(machine.environments, wanted.collect);
  const bool live = machine.host->self().live;
  if (arguments.has("--markdown")) {
    // What goes into a forum is judged from redacted answers, so that no sentence can carry a name.
    machine = TRY(redacted_machine(machine, wanted.collect.environments, [&](const Machine& view) {
      static_cast<void>(examined(view, wanted));
    }));
    wanted.collect.environments = machine.environments;
  }
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::unique_ptr<Host> here = this_host(io);
  RulesInForce rules = TRY(rules_in_force(*here, data));
  const Examination seen = examined(machine.view(), wanted);
  TRY(check_environments(seen.facts, wanted.collect.environments));
  const std::vector<SilentFile> silent = silent_files(*here, data);
  warn_of_useless(silent, io);
  std::vector<NotChecked> besides = not_checked(silent, !arguments.has("--markdown"));
  if (auto skipped = untested(wanted, seen.facts)) besides.push_back(*std::move(skipped));
  Told out{diagnosed(seen, rules, besides), std::move(besides), std::move(logs), {}};
  for (auto& [name, log] : out.logs) join_machine(log, seen.facts, out.diagnosis);
  out.diagnosis.origin = machine.origin;
  out.diagnosis.live = live;
  out.rules = std::move(rules.rules);
  return out;
}

int exit_of(const Told& told) {
  const Diagnosis& diagnosis = told.diagnosis;
  const bool log_shows_one = std::any_of(told.logs.begin(), told.logs.end(), [](const auto& log) {
    return !log.second.causes.empty();
  });
  if (log_shows_one) return kAnswerIsNo;
  if (diagnosis.verdict == Verdict::faulty || diagnosis.verdict == Verdict::degraded)
    return kAnswerIsNo;
  return diagnosis.verdict == Verdict::cannot_tell ? kUnsupported : kFine;
}

/// The diagnosis with everything that was not checked in one list.
Diagnosis whole(const Told& told) {
  Diagnosis out = told.diagnosis;
  out.not_checked.insert(out.not_checked.end(), told.besides.begin(), told.besides.end());
  return out;
}

std::string logs_text(const Told& told, const Io& io, bool all) {
  std::string out;
  for (const auto& [file, log] : told.logs)
    out += fmt::format("\n{}:\n{}", printable(file), text(log, {io.color, io.width, all}));
  return out;
}

Json json_of(const Told& told) {
  Json out = to_json(whole(told));
  if (told.logs.empty()) return out;
  Json logs = Json::array();
  for (const auto& [file, log] : told.logs) {
    Json each = to_json(log);
    logs.push(each.set("file", file));
  }
  return out.set("logs", std::move(logs));
}

Result<int> milestones(const Arguments& arguments, const Io& io) {
  if (!arguments.has("--milestones"))
    return Error{Error::Kind::invalid, "--project goes with --milestones",
                 "gb10 doctor --milestones --project DIR"};
  for (const char* const other : {"--load", "--watch", "--power-was-removed", "--last-boot",
                                  "--ring", "--env", "--log", "--fix"}) {
    if (arguments.has(other))
      return Error{Error::Kind::invalid, fmt::format("{} does not go with --milestones", other),
                   "gb10 doctor --help"};
  }
  return show_milestones(arguments, io);
}

int run(const Arguments& arguments, const Io& io) {
  if (arguments.has("--milestones") || arguments.has("--project")) {
    const Result<int> code = milestones(arguments, io);
    return code.ok() ? *code : io.fail(code.error());
  }
  if (arguments.has("--last-boot")) return run_last_boot(arguments, io);
  if (arguments.has("--ring")) {
    return io.fail({Error::Kind::invalid, "--ring goes with --last-boot",
                    "gb10 doctor --last-boot --ring FILE"});
  }
  if (arguments.has("--fix") && (arguments.has("--log") || arguments.has("--markdown"))) {
    return io.fail({Error::Kind::invalid, "--fix excludes --log and --markdown", ""});
  }
  if (arguments.has("--log") && arguments.has("--markdown")) {
    return io.fail({Error::Kind::invalid, "--log excludes --markdown: a log is not redacted",
                    "gb10 explain FILE --markdown shows the lines that matter"});
  }
  const Result<Told> found = told(arguments, io);
  if (!found.ok()) return io.fail(found.error());
  const bool all = arguments.has("--all");
  if (arguments.has("--fix")) {
    const Result<int> code = show_fixes(found->diagnosis, found->rules, arguments, io);
    return code.ok() ? *code : io.fail(code.error());
  }
  if (arguments.has("--json")) {
    io.print(to_text(json_of(*found), 2) + "\n");
  } else if (arguments.has("--markdown")) {
    io.print(markdown(found->diagnosis) + not_checked_markdown(found->besides));
  } else if (all) {
    io.print(text(whole(*found), {io.color, io.width, all}) + logs_text(*found, io, all));
  } else {
    // Each has its own line: none may hide among the "other reasons" of the checks.
    io.print(text(found->diagnosis, {io.color, io.width, all}) +
             not_checked_text(found->besides, io.width) + logs_text(*found, io, all));
  }
  return exit_of(*found);
}

}  // namespace

CommandSpec doctor_command() {
  return {"doctor", "is this machine healthy and set up right?",
          "Looks at the machine without changing anything and says what is wrong, why, and the "
          "lowest remedy that "
          "clears it; then what could not be judged. Clocks and power are judged only under load. "
          "Exit code 0: "
          "nothing found, 1: a warning or a fault, 3: no GPU that could be judged.",
          kOptions, run};
}

}  // namespace gb10
