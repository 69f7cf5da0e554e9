#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
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

Result<Diagnosis> diagnosis(const Arguments& arguments, const Io& io) {
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
  const RuleSet rules = TRY(rules_in_force(*this_host(io), data));
  const Examination seen = examined(machine.view(), wanted);
  TRY(check_environments(seen.facts, wanted.collect.environments));
  Diagnosis out = diagnosed(seen, rules);
  out.origin = machine.origin;
  out.live = live;
  return out;
}

int exit_of(const Diagnosis& diagnosis) {
  if (diagnosis.verdict == Verdict::faulty || diagnosis.verdict == Verdict::degraded)
    return kAnswerIsNo;
  return diagnosis.verdict == Verdict::cannot_tell ? kUnsupported : kFine;
}

int run(const Arguments& arguments, const Io& io) {
  const Result<Diagnosis> found = diagnosis(arguments, io);
  if (!found.ok()) return io.fail(found.error());
  if (arguments.has("--json"))
    io.print(to_text(to_json(*found), 2) + "\n");
  else if (arguments.has("--markdown"))
    io.print(markdown(*found));
  else
    io.print(text(*found, {io.color, io.width, arguments.has("--all")}));
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
