#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/env_check.h"
#include "cli/launch_plan.h"
#include "cli/machine.h"
#include "launch/exports.h"
#include "report/launch.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"PROFILE", nullptr, true,
     "build, train or serve; check [DIR]: what an environment can do on this GPU; startup: a file "
     "for IPython and Jupyter"},
    {"--env", "DIR", false,
     "the Python environment; else that of VIRTUAL_ENV, of CONDA_PREFIX, of PATH's python3"},
    {"--explain", nullptr, false, "say what is set and what is left alone, and why"},
    {"--format", "FORMAT", false, "sh (else), fish, dotenv, docker, systemd or uv"},
    kWithOption,
    {"--target", "NAME", false, "check: for gb10, or a GPU such as sm_90; else the one here"},
    {"--driver", "VERSION", false, "check: for this driver, such as 580"},
    {"--write", nullptr, false, "startup: install it, where no other file is"},
    {"--remove", nullptr, false, "startup: take it away, where it is as it was written"},
    {"--all", nullptr, false, "check: also what is known in general, with its sources"},
    kSnapshotOption,
    kRootOption,
    kDataOption,
};

Result<LaunchFormat> format_of(const Arguments& arguments) {
  const std::string word = arguments.value("--format");
  if (word.empty() && !arguments.has("--format")) return LaunchFormat::sh;
  if (const auto format = launch_format(word)) return *format;
  return Error{Error::Kind::invalid, fmt::format("no format is called \"{}\"", printable(word, 40)),
               did_you_mean(word, launch_formats(), "formats: " + joined(launch_formats(), ", "))};
}

Result<std::string> profile_of(const Arguments& arguments) {
  const std::vector<std::string> words = arguments.values("PROFILE");
  if (words.size() == 1) return words.front();
  if (words.empty())
    return Error{Error::Kind::invalid, "an environment for what?",
                 "gb10 env train, gb10 env serve or gb10 env build"};
  return Error{Error::Kind::invalid,
               fmt::format("env takes one profile, not also \"{}\"", printable(words[1], 40)),
               "gb10 env train --env DIR"};
}

Result<LaunchPlan> plan_on(const HostView& host, const Arguments& arguments, const Io& io,
                           const std::string& folder) {
  const std::string profile = TRY(profile_of(arguments));
  const std::vector<std::string> named = TRY(environments(arguments));
  Result<LaunchEnvironment> environment =
      environment_of_shell(host, named.empty() ? std::string() : named.back(), folder);
  if (!environment.ok())
    return Error{Error::Kind::invalid, "--env " + environment.error().what,
                 "name the folder that holds pyvenv.cfg, conda-meta or lib/python3.X"};
  return launch_plan_for(arguments, {profile, *environment}, io, host);
}

/// A live machine is looked at without its driver, whose start would take longer than all else.
Result<LaunchPlan> plan_of(const Arguments& arguments, const Io& io) {
  if (!arguments.has("--root") && !arguments.has("--snapshot"))
    return plan_on(*this_host(io), arguments, io, working_folder());
  const OpenMachine machine = TRY(open_machine(arguments, io));
  return plan_on(*machine.host, arguments, io, "/");
}

/// Options that go with one word only.
Result<void> check_words(const Arguments& arguments, const std::string& word) {
  const std::pair<std::string_view, std::string_view> only[] = {{"--target", "check"},
                                                                {"--driver", "check"},
                                                                {"--all", "check"},
                                                                {"--write", "startup"},
                                                                {"--remove", "startup"}};
  for (const auto& [option, with] : only) {
    if (arguments.has(option) && word != with)
      return Error{Error::Kind::invalid, fmt::format("{} goes with gb10 env {}", option, with),
                   "gb10 env --help"};
  }
  const bool is_profile = word != "check" && word != "startup";
  for (const std::string_view option : {"--explain", "--format", "--with", "--env"}) {
    if (arguments.has(option) && !is_profile)
      return Error{Error::Kind::invalid, fmt::format("{} does not go with {}", option, word),
                   "gb10 env --help"};
  }
  return {};
}

int run(const Arguments& arguments, const Io& io) {
  const std::vector<std::string> words = arguments.values("PROFILE");
  const std::string word = words.empty() ? "" : words.front();
  const Result<void> fits = check_words(arguments, word);
  if (!fits.ok()) return io.fail(fits.error());
  if (word == "check" || word == "startup") {
    const Result<int> code =
        word == "check" ? env_check(arguments, io) : env_startup(arguments, io);
    return code.ok() ? *code : io.fail(code.error());
  }
  const Result<LaunchFormat> format = format_of(arguments);
  if (!format.ok()) return io.fail(format.error());
  const Result<LaunchPlan> plan = plan_of(arguments, io);
  if (!plan.ok()) return io.fail(plan.error());
  if (arguments.has("--markdown"))
    io.print(markdown(*plan));
  else if (arguments.has("--json") || arguments.has("--explain"))
    io.print(explained(*plan, arguments, io));
  else
    io.print(launch_exports(*plan, *format));
  return kFine;
}

std::vector<std::string> env_words() {
  std::vector<std::string> out = launch_profiles();
  out.insert(out.end(), {"check", "startup"});
  return out;
}

}  // namespace

CommandSpec env_command() {
  return {
      "env",
      "the variables that a build, a training run or a server needs on this machine",
      "Prints lines to export, each behind a comment with its reason: source <(gb10 env train). "
      "Versions are read from the files of one Python environment, and no Python is started. "
      "Nothing is set that rests on a version that is not known, that you set yourself, or "
      "that may change results; --with FIX asks for one of the last. --explain says also what "
      "was left alone, and names variables that do harm. What no variable can say, gb10 run "
      "--profile does. check [DIR] says what an environment can do on this GPU (exit code 1: torch "
      "cannot use it, 3: no GPU is known); startup prints a file for IPython and Jupyter.",
      kOptions,
      run,
      env_words};
}

}  // namespace gb10
