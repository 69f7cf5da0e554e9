#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "launch/environment.h"
#include "launch/fix.h"
#include "model/launch.h"

namespace gb10 {

/// --profile, --with and --try of `arguments`, for the program that `command` starts, or for the
/// shell where it is empty: what would be set and hooked. Without --profile it is "train".
/// `host` is the machine; its variables are those that the program would get. An Error for a
/// profile or a fix that there is none of, and for a mistake in an owner's fix.
Result<LaunchPlan> launch_plan_of(const Arguments& arguments, std::span<const std::string> command,
                                  const Io& io, const HostView& host);

/// A profile, and an environment that is chosen already.
struct LaunchTarget {
  std::string profile;
  LaunchEnvironment environment;
};

/// The same for that; `host` may be a tree or another machine's snapshot.
Result<LaunchPlan> launch_plan_for(const Arguments& arguments, const LaunchTarget& target,
                                   const Io& io, const HostView& host);

/// The working directory; "/" where it is not known.
std::string working_folder();

/// The words of a plan, for --explain: as text, or as JSON where that is asked for.
std::string explained(const LaunchPlan& plan, const Arguments& arguments, const Io& io);

/// Which run and env share.
inline constexpr OptionSpec kWithOption = {
    "--with", "FIX", true, "also a fix that is done on request only (gb10 show FIX)"};

}  // namespace gb10
