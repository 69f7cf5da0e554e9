#include <algorithm>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/tune_parts.h"

namespace gb10 {

namespace {

using namespace tune_words;

constexpr OptionSpec kOptions[] = {
    {"WHAT", nullptr, true,
     "status: every knob as it is; profiles: what there is to apply; plan PROFILE: what it would "
     "change; apply PROFILE (fix:RULE clears a finding of the doctor); verify: is it still so; "
     "prove KNOB: what can be shown of it; prove PROFILE -- COMMAND: what it gains and costs with "
     "a job of yours; reapply: "
     "the GPU's, after its driver was loaded anew; undo: what was last applied; recover: after a "
     "crash; export PROFILE: as files of others"},
    {kNoPersist, nullptr, false, "apply: until the next restart only"},
    {"--script", nullptr, false, "apply: print the equivalent shell, change nothing"},
    {kAnyHardware, nullptr, false, "plan, apply, prove: also on a machine that is no GB10"},
    {kExperimental, nullptr, false, "plan, apply, prove: also knobs that nothing speaks for"},
    {kBlocks, "N", false,
     "prove: runs of COMMAND a side, an even number; else 6, the least that tell"},
    {kScore, "REGEX", false,
     "prove: judge by a number in COMMAND's output, of which more is better, in place of its time: "
     "what the one group takes, the last time that a line fits"},
    {kWork, "REGEX", false,
     "prove: likewise how much COMMAND did, such as tokens: judged are work in a second, and "
     "energy "
     "for it"},
    {kWatch, "HOW", false,
     "apply: look whether it stays so: report, or enforce, which sets it again"},
    {"--enforce", nullptr, false, "verify: set again what somebody else has changed"},
    {"--only", "WHAT", false, "reapply: gpu, which is what it does"},
    {"--wait", "SECONDS", false, "reapply: until the driver answers, at most so long"},
    {kFormat, "FORMAT", false, "export: sysctl.d, tmpfiles, udev or ansible"},
    {"--to", "WHERE", false, "undo: baseline takes back every run, not only the last"},
    {kForget, nullptr, false, "undo: what somebody else has changed is theirs from now on"},
    {kDryRun, nullptr, false, "undo: only say what it would do; needs no root"},
    {"--all", nullptr, false, "status: also knobs that are refused, with the reason"},
    kRootOption,
    kDataOption,
};

std::vector<std::string> what_names() {
  return {"status", "profiles", "plan",    "apply", "verify",
          "prove",  "export",   "reapply", "undo",  "recover"};
}

/// An option and the words that it goes with. One that does nothing must not look as if it did.
struct Goes {
  const char *option, *with;
};

constexpr Goes kGoes[] = {{kNoPersist, "plan apply"},
                          {"--script", "apply"},
                          {kAnyHardware, "plan apply export prove-job"},
                          {kExperimental, "plan apply export prove-job"},
                          {"--", "prove-job"},
                          {kBlocks, "prove-job"},
                          {kScore, "prove-job"},
                          {kWork, "prove-job"},
                          {kWatch, "plan apply"},
                          {"--enforce", "verify"},
                          {"--only", "reapply"},
                          {"--wait", "reapply"},
                          {kFormat, "export"},
                          {"--to", "undo"},
                          {kDryRun, "undo"},
                          {kForget, "undo"},
                          {"--all", "status"},
                          {"--markdown", ""}};

Result<void> check_options(const Arguments& arguments, const std::string& what) {
  const std::string kind = what == "prove" && arguments.has("--") ? "prove-job" : what;
  for (const auto& [option, with] : kGoes) {
    const std::vector<std::string_view> known = words(with);
    if (!arguments.has(option) || std::find(known.begin(), known.end(), kind) != known.end())
      continue;
    if (kind == "prove" && std::find(known.begin(), known.end(), "prove-job") != known.end())
      return Error{Error::Kind::invalid, fmt::format("{} is for a command behind --", option),
                   "gb10 tune prove PROFILE -- COMMAND"};
    if (option == std::string_view("--"))
      return Error{Error::Kind::invalid, fmt::format("{} runs no command", what),
                   "gb10 tune prove PROFILE -- COMMAND does"};
    const bool wants_look = option == std::string_view(kDryRun) && what == "apply";
    return Error{Error::Kind::invalid, fmt::format("{} does not go with {}", option, what),
                 wants_look ? "gb10 tune plan PROFILE says what apply would do" : ""};
  }
  if (arguments.has("--json") && (what == "export" || arguments.has("--script")))
    return Error{Error::Kind::invalid, "--json does not go with what is text for others", ""};
  return {};
}

Result<int> done(const Arguments& arguments, const Io& io) {
  const std::string what = typed(arguments, 0);
  const std::vector<std::string> known = what_names();
  if (std::find(known.begin(), known.end(), what) == known.end())
    return Error{
        Error::Kind::invalid,
        what.empty() ? "tune what?" : fmt::format("tune has no \"{}\"", printable(what, 40)),
        did_you_mean(what, known, "gb10 tune " + joined(known, ", "))};
  const bool takes_name = what == "plan" || what == "apply" || what == "prove" || what == "export";
  if (arguments.values("WHAT").size() > (takes_name ? 2U : 1U))
    return Error{Error::Kind::invalid, fmt::format("{} takes no more words", what),
                 what == "prove" ? "gb10 tune prove PROFILE -- COMMAND" : "gb10 tune --help"};
  TRY(check_options(arguments, what));
  if (what == "status") return status(arguments, io);
  if (what == "profiles") return profiles(arguments, io);
  if (what == "plan") return plan(arguments, io);
  if (what == "export") return export_profile(arguments, io);
  if (what == "verify" && !arguments.has("--enforce")) return verify(arguments, io);
  if (what == "prove" && !arguments.has("--")) return prove(arguments, io);
  if (arguments.has("--root"))
    return Error{Error::Kind::invalid,
                 "--root is for looking: status, plan, verify, prove and export", ""};
  if (what == "prove") return prove_job(arguments, io);
  if (what == "apply") return apply_profile(arguments, io);
  if (what == "undo") return undo_runs(arguments, io);
  if (what == "reapply") return reapply(arguments, io);
  if (what == "verify") return enforce(arguments, io);
  return recover(arguments, io);
}

int run(const Arguments& arguments, const Io& io) {
  const Result<int> code = done(arguments, io);
  return code.ok() ? *code : io.fail(code.error());
}

}  // namespace

CommandSpec tune_command() {
  return {
      "tune",
      "settings: plan, apply, verify, and take back to the byte",
      "A profile is a list of knobs; plan shows what it would change and writes nothing. apply "
      "keeps every original in a journal before the first write, reads each value back, and "
      "takes all back when one fails. undo restores what gb10 set and leaves alone what "
      "somebody else has changed since. prove PROFILE -- COMMAND runs the command in turns "
      "without and with the profile (A B B A), which is taken back whatever "
      "happens, and judges as gb10 compare does; the command runs as root, unless it begins with "
      "sudo -u NAME; it reads nothing but from a terminal; where --json prints, its output goes to "
      "standard error. Exit code of that: "
      "0 faster or equivalent, 1 slower or cannot tell, 2 the command failed. "
      "Never run on a GB10 so far. Exit codes: 1 plan has "
      "changes, verify found others; 3 refused; 5 somebody else's change; 6 another run; 7 run "
      "recover; 8 failed, and everything is as it was.",
      kOptions,
      run,
      what_names,
      false,
      true};
}

}  // namespace gb10
