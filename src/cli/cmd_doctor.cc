#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
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
    kEnvironmentOption,
    kDataOption,
    {"--all", nullptr, false,
     "show notes in full, every check that could not be judged, and harmless log lines"},
};

/// A diagnosis, and what was not checked for reasons that no rule knows.
struct Told {
  Diagnosis diagnosis;
  std::vector<NotChecked> besides;
};

Result<Told> told(const Arguments& arguments, const Io& io) {
  DoctorOptions wanted = TRY(doctor_options(arguments));
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
  const RuleSet rules = TRY(rules_in_force(*here, data));
  const Examination seen = examined(machine.view(), wanted);
  TRY(check_environments(seen.facts, wanted.collect.environments));
  const std::vector<SilentFile> silent = silent_files(*here, data);
  warn_of_useless(silent, io);
  std::vector<NotChecked> besides = not_checked(silent, !arguments.has("--markdown"));
  if (auto skipped = untested(wanted, seen.facts)) besides.push_back(*std::move(skipped));
  Told out{diagnosed(seen, rules, besides), std::move(besides)};
  out.diagnosis.origin = machine.origin;
  out.diagnosis.live = live;
  return out;
}

int exit_of(const Diagnosis& diagnosis) {
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

int run(const Arguments& arguments, const Io& io) {
  const Result<Told> found = told(arguments, io);
  if (!found.ok()) return io.fail(found.error());
  const bool all = arguments.has("--all");
  if (arguments.has("--json")) {
    io.print(to_text(to_json(whole(*found)), 2) + "\n");
  } else if (arguments.has("--markdown")) {
    io.print(markdown(found->diagnosis) + not_checked_markdown(found->besides));
  } else if (all) {
    io.print(text(whole(*found), {io.color, io.width, all}));
  } else {
    // Each has its own line: none may hide among the "other reasons" of the checks.
    io.print(text(found->diagnosis, {io.color, io.width, all}) +
             not_checked_text(found->besides, io.width));
  }
  return exit_of(found->diagnosis);
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
