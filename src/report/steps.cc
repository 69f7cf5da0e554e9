#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

std::vector<std::string> lines_of(const Step& step, std::size_t width) {
  if (step.run.empty()) return wrapped(step.note, width);
  std::vector<std::string> out;
  const std::string indent(step.when.empty() ? 0 : 2, ' ');
  if (!step.when.empty()) out = wrapped(step.when + ":", width);
  const std::string noted = fmt::format("{}{}   # {}", indent, step.run, step.note);
  if (step.note.empty() || columns(noted) <= width) {
    out.push_back(step.note.empty() ? indent + step.run : noted);
    return out;
  }
  out.push_back(indent + step.run);
  for (const std::string& line : wrapped(step.note, width - indent.size() - 2))
    out.push_back(fmt::format("{}# {}", indent, line));
  return out;
}

std::string in_markdown(const Step& step) {
  if (step.run.empty()) return in_markdown(step.note);
  // A span stands in more backticks than the command has in a row.
  std::size_t longest = 0, row = 0;
  for (const char c : step.run) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  const std::string fence(longest + 1, '`');
  const std::string_view gap = longest > 0 ? " " : "";
  std::string out = step.when.empty() ? std::string() : in_markdown(step.when) + ": ";
  out += fmt::format("{}{}{}{}{}", fence, gap, step.run, gap, fence);
  return step.note.empty() ? out : fmt::format("{} ({})", out, in_markdown(step.note));
}

}  // namespace gb10
