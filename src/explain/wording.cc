#include <algorithm>
#include <functional>

#include "base/text.h"
#include "explain/signature.h"

namespace gb10 {

namespace {

using Captures = std::map<std::string, std::string, std::less<>>;

/// {group} or {group|other words} at the beginning of `text`; other braces are none.
struct Placeholder {
  std::string_view group, otherwise;
  bool has_otherwise = false;
  std::size_t length = 0;
};

std::optional<Placeholder> placeholder(std::string_view text) {
  const std::size_t end = text.find('}');
  if (!text.starts_with('{') || end == std::string_view::npos) return std::nullopt;
  const std::string_view inside = text.substr(1, end - 1);
  const std::size_t bar = inside.find('|');
  Placeholder out;
  out.group = inside.substr(0, bar);
  out.has_otherwise = bar != std::string_view::npos;
  if (out.has_otherwise) out.otherwise = inside.substr(bar + 1);
  out.length = end + 1;
  const bool name =
      !out.group.empty() && out.group.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") ==
                                std::string_view::npos;
  return name ? std::optional(out) : std::nullopt;
}

std::string replaced_each(std::string_view text,
                          const std::function<std::string(const Placeholder&)>& with) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<Placeholder> found = placeholder(text.substr(at));
    if (!found) {
      out += text[at++];
      continue;
    }
    out += with(*found);
    at += found->length;
  }
  return out;
}

/// False for what would not be the word that it looks like: an option, a part of a longer text, a
/// text that a terminal may show in another order.
bool may_stand_in_command(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  return !text.empty() && text.size() <= kLongest && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

}  // namespace

std::string filled(std::string_view text, const Captures& captures) {
  return replaced_each(text, [&](const Placeholder& wanted) {
    const auto at = captures.find(wanted.group);
    if (at != captures.end() && !at->second.empty()) return printable(at->second, 200);
    return wanted.has_otherwise ? std::string(wanted.otherwise) : std::string("not known");
  });
}

Step filled(const Step& step, const Captures& captures) {
  Step out = {filled(step.when, captures), {}, filled(step.note, captures)};
  // What a log says goes into a command line only quoted, and never where no word may stand.
  out.run = replaced_each(step.run, [&](const Placeholder& wanted) {
    const auto at = captures.find(wanted.group);
    if (at != captures.end() && may_stand_in_command(at->second)) return shell_quoted(at->second);
    return wanted.has_otherwise ? std::string(wanted.otherwise)
                                : "<" + std::string(wanted.group) + ">";
  });
  return out;
}

std::vector<std::string> wanted_groups(std::string_view text) {
  std::vector<std::string> out;
  static_cast<void>(replaced_each(text, [&](const Placeholder& wanted) {
    if (!wanted.has_otherwise) out.emplace_back(wanted.group);
    return std::string();
  }));
  return out;
}

}  // namespace gb10
