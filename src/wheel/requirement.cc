#include "wheel/requirement.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestRequirement = 64 * 1024, kMostExtras = 256;

Error wrong(std::string_view rest) {
  return {Error::Kind::invalid, rest.empty() ? std::string("a requirement ends too early")
                                             : fmt::format("a requirement makes no sense at \"{}\"",
                                                           printable(rest, 60))};
}

std::string_view taken(std::string_view& rest, std::size_t length) {
  const std::string_view out = rest.substr(0, length);
  rest.remove_prefix(out.size());
  rest = trimmed(rest);
  return out;
}

Result<std::vector<std::string>> extras(std::string_view& rest) {
  std::vector<std::string> out;
  if (rest.empty() || rest[0] != '[') return out;
  const std::size_t end = rest.find(']');
  if (end == std::string_view::npos) return wrong(rest);
  const std::string_view inside = trimmed(rest.substr(1, end - 1));
  for (const std::string_view piece : split(inside, ',')) {
    const std::string_view extra = trimmed(piece);
    if (inside.empty()) break;
    if (!is_package_name(extra) || out.size() == kMostExtras) return wrong(rest);
    out.emplace_back(extra);
  }
  taken(rest, end + 1);
  return out;
}

/// A URL ends at a blank; what follows it can only be a marker.
Result<void> read_url(std::string_view& rest, Requirement& out) {
  taken(rest, 1);
  out.url = taken(rest, std::min(rest.find_first_of(" \t"), rest.size()));
  if (out.url.empty()) return wrong(rest);
  return {};
}

Result<void> read_versions(std::string_view& rest, Requirement& out) {
  std::string_view clauses = trimmed(rest.substr(0, rest.find(';')));
  const std::size_t length = std::min(rest.find(';'), rest.size());
  if (!clauses.empty() && clauses.front() == '(') {
    if (clauses.back() != ')') return wrong(clauses);
    clauses = clauses.substr(1, clauses.size() - 2);
  }
  out.versions = TRY(specifiers(clauses));
  taken(rest, length);
  return {};
}

}  // namespace

Result<Requirement> requirement(std::string_view text) {
  if (text.size() > kLongestRequirement)
    return Error{Error::Kind::invalid, fmt::format("a requirement of {} bytes", text.size())};
  std::string_view rest = trimmed(text);
  Requirement out;
  const std::size_t name_end = rest.find_first_of(" \t[(<>=!~;@");
  out.name = taken(rest, std::min(name_end, rest.size()));
  if (!is_package_name(out.name)) return wrong(trimmed(text));
  out.extras = TRY(extras(rest));
  if (!rest.empty() && rest[0] == '@')
    TRY(read_url(rest, out));
  else
    TRY(read_versions(rest, out));
  if (rest.empty()) return out;
  if (rest[0] != ';') return wrong(rest);
  taken(rest, 1);
  out.condition_text = rest;
  Marker condition = TRY(marker(rest));
  out.condition = std::move(condition);
  return out;
}

}  // namespace gb10
