#pragma once

#include "cli/command.h"

namespace gb10 {

/// `gb10 doctor --milestones`: the checklist of a first week with the machine, judged by looking.
/// Exit code 0: all done, 1: something is to do or not known.
Result<int> show_milestones(const Arguments& arguments, const Io& io);

}  // namespace gb10
