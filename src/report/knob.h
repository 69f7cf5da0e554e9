#pragma once

#include <string>

#include "model/tune.h"
#include "report/report.h"

namespace gb10 {

/// All that is known of a knob: its cells with their ranges, why, the old scripts' claim and what
/// we found of it, and where the knowledge comes from.
std::string text(const Knob& knob, const Dress& dress);
/// What a profile wants, each with its reason, and its price.
std::string text(const Profile& profile, const Dress& dress);

}  // namespace gb10
