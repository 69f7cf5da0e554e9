#include "base/nearest.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kMost = 3;
constexpr std::size_t kFar = 9;  // no likeness at all

/// Letters that must change, come or go to make one word the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

/// How unlikely it is that `name` was meant by `word`: a slip of the fingers before a beginning,
/// that before two slips, those before a part.
std::size_t unlikeness(std::string_view word, std::string_view name) {
  if (word.size() < 2) return kFar;
  const std::size_t slips = distance(word, name);
  if (slips <= 1) return slips;
  if (name.starts_with(word)) return 2;
  if (slips == 2 && word.size() >= 4) return 3;
  return word.size() >= 3 && name.find(word) != std::string_view::npos ? 4 : kFar;
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  // Nobody means a name by a page of text, whose comparison would take long.
  if (word.size() > 200) return {};
  const std::string typed = lower(without_dashes(word));
  std::vector<std::string> out;
  std::size_t best = kFar;
  for (const std::string& name : known) {
    const std::size_t far = unlikeness(typed, lower(without_dashes(name)));
    if (far > best || far == kFar) continue;
    if (far < best) out.clear();
    best = far;
    if (out.size() < kMost) out.push_back(name);
  }
  return out;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                         std::string_view otherwise, std::string_view before) {
  std::vector<std::string> near = nearest(word, known);
  if (near.empty()) return std::string(otherwise);
  for (std::string& name : near) name = fmt::format("{}{}", before, name);
  return fmt::format("did you mean {}?", joined(near, " or "));
}

}  // namespace gb10
