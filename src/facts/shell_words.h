#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// The simple commands of a shell's script, each as its words without their quotes; words such as
/// "then" in front of one are left out, and so are comments and here-documents. "$" and what else a
/// shell would work out stays as it is. A script that a shell refuses gives some commands or none.
std::vector<std::vector<std::string>> shell_commands(std::string_view script);

}  // namespace gb10
