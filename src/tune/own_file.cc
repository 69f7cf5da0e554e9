#include "tune/own_file.h"

#include <fmt/format.h>

#include "wheel/sha256.h"

namespace gb10 {

namespace {

constexpr std::string_view kFirst =
    "# Written by gb10 tune, which takes it back with: gb10 tune undo";
constexpr std::string_view kSum = "# SHA-256 of the lines below: ";

std::string sum_of(std::string_view text) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(text.data(), text.size())));
  return hex_text(sum.digest());
}

}  // namespace

const char* word(Ownership ownership) {
  switch (ownership) {
    case Ownership::ours:
      return "ours";
    case Ownership::changed:
      return "changed";
    case Ownership::foreign:
      break;
  }
  return "foreign";
}

std::string own_file(std::string_view lines) {
  return fmt::format("{}\n{}{}\n{}", kFirst, kSum, sum_of(lines), lines);
}

std::string_view own_lines(std::string_view content) {
  const std::size_t first = content.find('\n');
  if (first == std::string_view::npos) return {};
  const std::size_t second = content.find('\n', first + 1);
  return second == std::string_view::npos ? std::string_view() : content.substr(second + 1);
}

Ownership ownership(std::string_view content) {
  const std::size_t first = content.find('\n');
  if (content.substr(0, first) != kFirst || first == std::string_view::npos)
    return Ownership::foreign;
  const std::string_view rest = content.substr(first + 1);
  const std::size_t second = rest.find('\n');
  if (!rest.starts_with(kSum) || second == std::string_view::npos) return Ownership::changed;
  const std::string_view sum = rest.substr(kSum.size(), second - kSum.size());
  return sum == sum_of(rest.substr(second + 1)) ? Ownership::ours : Ownership::changed;
}

}  // namespace gb10
