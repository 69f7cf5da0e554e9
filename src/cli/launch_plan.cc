#include "cli/launch_plan.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/text.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "launch/facts.h"
#include "launch/hazards.h"
#include "launch/plan.h"
#include "report/launch.h"

namespace gb10 {

namespace {

Result<void> check_profile(const std::string& profile) {
  const std::vector<std::string> all = launch_profiles();
  if (std::find(all.begin(), all.end(), profile) != all.end()) return {};
  return Error{Error::Kind::invalid,
               fmt::format("no profile is called \"{}\"", printable(profile, 40)),
               did_you_mean(profile, all, "profiles: " + joined(all, ", "))};
}

/// The fixes that are done on request only, of one profile.
std::vector<std::string> on_request(std::span<const LaunchFix> fixes, const std::string& profile) {
  std::vector<std::string> out;
  for (const LaunchFix& fix : fixes) {
    const auto& profiles = fix.profiles;
    const bool fits = std::find(profiles.begin(), profiles.end(), profile) != profiles.end();
    if (fix.on_request && fits) out.push_back(fix.name);
  }
  return out;
}

Result<std::vector<std::string>> requested(const Arguments& arguments,
                                           std::span<const LaunchFix> fixes,
                                           const std::string& profile) {
  std::vector<std::string> out = arguments.values("--with");
  const std::vector<std::string> tried = arguments.values("--try");
  out.insert(out.end(), tried.begin(), tried.end());
  const std::vector<std::string> known = on_request(fixes, profile);
  for (const std::string& name : out) {
    const LaunchFix* const fix = find_fix(fixes, name);
    if (fix && std::find(known.begin(), known.end(), fix->name) != known.end()) continue;
    return Error{
        Error::Kind::invalid,
        fmt::format("{} has no fix on request that is called \"{}\"", profile, printable(name, 60)),
        did_you_mean(name, known,
                     known.empty() ? "it has none" : "there are " + joined(known, ", "))};
  }
  return out;
}

}  // namespace

std::string working_folder() {
  std::error_code error;
  const auto here = std::filesystem::current_path(error);
  return error ? std::string("/") : here.string();
}

Result<LaunchPlan> launch_plan_for(const Arguments& arguments, const LaunchTarget& target,
                                   const Io& io, const HostView& host) {
  const std::string& profile = target.profile;
  const LaunchEnvironment& environment = target.environment;
  TRY(check_profile(profile));
  // Knowledge is this machine's, whichever is looked at.
  const std::unique_ptr<Host> here = this_host(io);
  const std::vector<std::string> data = TRY(data_directories(arguments));
  const std::vector<LaunchFix> fixes = TRY(launch_fixes(*here, data));
  LaunchWish wish;
  wish.profile = profile;
  wish.environment = environment.python ? environment.python->path : std::string();
  wish.requested = TRY(requested(arguments, fixes, profile));
  wish.variables = host.self().environment;
  const Facts facts = launch_facts(host, environment.python, profile, judged_variables(fixes));
  LaunchPlan plan = launch_plan(fixes, facts, wish);
  std::vector<std::string> hazards = TRY(launch_hazards(*here, data, facts));
  plan.warnings.insert(plan.warnings.begin(), environment.warnings.begin(),
                       environment.warnings.end());
  plan.warnings.insert(plan.warnings.end(), hazards.begin(), hazards.end());
  for (const LeftAlone& each : plan.left) {
    if (std::find(wish.requested.begin(), wish.requested.end(), each.fix) != wish.requested.end())
      plan.warnings.push_back(
          fmt::format("{} was asked for and is left alone: {}", each.fix, each.reason));
  }
  return plan;
}

Result<LaunchPlan> launch_plan_of(const Arguments& arguments, std::span<const std::string> command,
                                  const Io& io, const HostView& host) {
  const std::string named = arguments.value("--profile");
  LaunchTarget target{.profile = named.empty() ? "train" : named, .environment = {}};
  TRY(check_profile(target.profile));
  const std::string folder = working_folder();
  if (command.empty())
    target.environment = TRY(environment_of_shell(host, {}, folder));
  else
    target.environment = environment_of_command(host, command, folder);
  return launch_plan_for(arguments, target, io, host);
}

std::string explained(const LaunchPlan& plan, const Arguments& arguments, const Io& io) {
  if (arguments.has("--json")) return to_text(to_json(plan), 2) + "\n";
  const std::string shown = text(plan, {io.color, io.width, true});
  return arguments.has("--markdown") ? fmt::format("```\n{}```\n", shown) : shown;
}

}  // namespace gb10
