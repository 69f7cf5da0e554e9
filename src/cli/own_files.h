#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "doctor/rules_in_force.h"
#include "model/finding.h"

/// What is said of an owner's own rules and signatures that take something out of force or do not
/// count.
namespace gb10 {

/// Those because of which something is not checked: masks of rules, and files passed over. Without
/// `paths`, which hold names of users, only what they do is said.
std::vector<NotChecked> not_checked(const std::vector<SilentFile>& files, bool paths);

/// A warning for each mask that masks nothing: its name may be misspelt.
void warn_of_useless(const std::vector<SilentFile>& files, const Io& io);

/// "not checked: NAME: reason" for a screen of `width` columns, and as a line of Markdown.
std::string not_checked_text(const std::vector<NotChecked>& skipped, std::size_t width);
std::string not_checked_markdown(const std::vector<NotChecked>& skipped);

}  // namespace gb10
