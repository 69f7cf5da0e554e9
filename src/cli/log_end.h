#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// The last lines of a log as a terminal would have left them: without colours, of a line that was
/// written over its last state, without blank lines, the ends of long ones. `bytes` is the end of
/// the log, or with `is_whole` all of it. A last line of gb10's own ("gb10: ...") is among them.
std::vector<std::string> log_end(std::string_view bytes, bool is_whole);

}  // namespace gb10
