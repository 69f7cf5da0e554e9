#include "audit/rewritten.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

std::string joined_conditions(std::string_view there, std::string_view clause) {
  if (there.empty()) return std::string(clause);
  const bool has_or = there.find(" or ") != std::string_view::npos;
  return fmt::format("{}{}{} and {}", has_or ? "(" : "", there, has_or ? ")" : "", clause);
}

}  // namespace

std::string with_clause(std::string_view written, const Requirement& read,
                        std::string_view clause) {
  const bool is_double = read.condition_text.find('"') != std::string::npos;
  const std::string quoted = is_double ? replaced(clause, "'", "\"") : std::string(clause);
  std::string_view head = trimmed(written);
  if (!read.condition_text.empty()) {
    // The marker is the end of what is written.
    head.remove_suffix(std::min(read.condition_text.size(), head.size()));
    return fmt::format("{}{}", head, joined_conditions(read.condition_text, quoted));
  }
  if (head.ends_with(';')) head = trimmed(head.substr(0, head.size() - 1));
  // An address ends at a blank.
  return fmt::format("{}{}; {}", head, read.url.empty() ? "" : " ", quoted);
}

std::string in_place_of(const Requirement& read, std::string_view advised) {
  auto other = requirement(advised);
  std::string out(advised);
  if (other.ok() && other->key() == read.key() && !read.extras.empty() && other->extras.empty())
    out = fmt::format("{}[{}]{}", other->name, joined(read.extras, ","), other->versions.text());
  if (!read.condition_text.empty()) out += "; " + read.condition_text;
  return out;
}

}  // namespace gb10
