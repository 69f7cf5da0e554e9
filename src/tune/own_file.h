#pragma once

#include <string>
#include <string_view>

namespace gb10 {

/// Whether a file is ours and nobody has changed it since we wrote it.
enum class Ownership { ours, changed, foreign };
const char* word(Ownership ownership);
Ownership ownership(std::string_view content);

/// `lines` as a file of ours: behind a comment that says whose it is, and their sum.
std::string own_file(std::string_view lines);
/// What stands below that comment.
std::string_view own_lines(std::string_view content);

}  // namespace gb10
