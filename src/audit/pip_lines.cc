#include "audit/pip_lines.h"

#include <algorithm>

#include "base/text.h"

namespace gb10 {

namespace {

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }

/// A "#" at the beginning or behind a blank begins a comment.
std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || is_blank(line[at - 1])) return line.substr(0, at);
  }
  return line;
}

constexpr std::pair<std::string_view, std::string_view> kShort[] = {
    {"-r", "--requirement"}, {"-c", "--constraint"}, {"-i", "--index-url"},
    {"-f", "--find-links"},  {"-e", "--editable"},
};

constexpr std::string_view kHarmless[] = {
    "--no-index",           "--pre",          "--prefer-binary", "--no-binary",
    "--only-binary",        "--trusted-host", "--use-feature",   "--require-hashes",
    "--no-build-isolation", "--use-pep517",   "--no-deps",
};

}  // namespace

std::vector<PipLine> pip_lines(std::string_view text) {
  std::vector<PipLine> out;
  PipLine open;
  int number = 0;
  const auto close = [&] {
    const std::string_view said = trimmed(without_comment(open.text));
    if (!said.empty()) out.push_back({std::string(said), open.first, open.last});
    open = {};
  };
  for (std::string_view line : lines(text)) {
    ++number;
    // As pip does: a comment ends what was continued.
    const bool is_comment = trimmed(line).starts_with("#");
    const bool goes_on = !is_comment && line.ends_with('\\');
    if (open.first == 0) open.first = number;
    open.last = number;
    if (goes_on) line.remove_suffix(1);
    if (is_comment && !open.text.empty()) open.text += ' ';
    // One byte more than is allowed tells that there is more.
    const std::size_t room = kLongestPipLine + 1 - std::min(kLongestPipLine + 1, open.text.size());
    open.text += line.substr(0, room);
    if (!goes_on) close();
  }
  if (open.first > 0) close();
  return out;
}

PipOption pip_option(std::string_view line) {
  const std::size_t end = std::min(line.find_first_of(" \t="), line.size());
  std::string_view name = line.substr(0, end);
  std::string_view value = trimmed(line.substr(std::min(end + 1, line.size())));
  // "-rbase.txt"
  if (name.size() > 2 && name[0] == '-' && name[1] != '-') {
    value = trimmed(line.substr(2));
    name = line.substr(0, 2);
  }
  for (const auto& [letter, word] : kShort) name = letter == name ? word : name;
  if (name == "--pypi-url") name = "--index-url";
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  return {std::string(name), std::string(value)};
}

bool is_harmless_pip_option(std::string_view name) {
  return std::find(std::begin(kHarmless), std::end(kHarmless), name) != std::end(kHarmless);
}

}  // namespace gb10
