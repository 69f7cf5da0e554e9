#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "model/checklist.h"
#include "rules/claim.h"

namespace gb10 {

/// The claims of `kind` ("capabilities", "milestones") in force; one of the owner's that asks for a
/// fact that is none is an Error with its file. `own` are facts that the command itself sets.
Result<std::vector<Claim>> claims_in_force(const Arguments& arguments, const Io& io,
                                           std::string_view kind, std::span<const FactSpec> own);

/// Error where a clause or a sentence of `claim` names a fact that nobody sets.
Result<void> check_claim(const Claim& claim, std::span<const FactSpec> own);

/// Prints it as was asked for.
void show_checklist(const Checklist& list, const Arguments& arguments, const Io& io);

/// What `gb10 env check` and `gb10 doctor --milestones` set besides the topics' facts.
std::span<const FactSpec> environment_specs();
std::span<const FactSpec> milestone_specs();

}  // namespace gb10
