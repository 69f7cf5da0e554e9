#pragma once

#include "cli/command.h"

namespace gb10 {

/// `gb10 doctor --milestones`: the checklist of a first week with the machine, judged by looking.
/// Exit code 0: all done, 1: something is to do or not known.
Result<int> show_milestones(const Arguments& arguments, const Io& io);

inline constexpr OptionSpec kMilestonesOption = {
    "--milestones", nullptr, false,
    "what a first week with the machine is to bring, judged by looking, with the next command"};
inline constexpr OptionSpec kProjectOption = {
    "--project", "DIR", false,
    "milestones: the folder with your notebooks and compose files; else the current one"};

}  // namespace gb10
