#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// The commands of one line of a shell's script, each as its words without their quotes. Ends at a
/// comment; "$" and what else a shell would work out stays as it is.
std::vector<std::vector<std::string>> shell_commands(std::string_view line);

}  // namespace gb10
