#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/tune_look.h"
#include "report/report.h"

namespace gb10 {

std::string text(const Plan& plan, const Dress& dress);
std::string text(std::span<const KnobStatus> statuses, const Dress& dress);
/// What became of each thing, the ones that matter first; `done` is what to call those that went
/// well ("taken back", "as it was set").
std::string text(std::span<const TuneOutcome> outcomes, std::string_view done, const Dress& dress);
/// Requested, accepted, observed and the next boot, apart.
std::string text(std::span<const CellProof> proofs, const Dress& dress);
std::string text(std::span<const Profile> profiles, const Dress& dress);

}  // namespace gb10
