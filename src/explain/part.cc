#include "explain/part.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::int64_t kFreeLines = 256;  // that a pattern fits; then one for each block

/// A number that a pattern captured, or that stands in the file.
std::optional<double> value_of(const std::string& word, const Pattern::Captures& captures) {
  if (const auto number = decimal_number(word)) return number;
  const auto at = captures.find(word);
  return at == captures.end() ? std::nullopt : decimal_number(at->second);
}

bool holds(const Comparison& comparison, const Pattern::Captures& captures) {
  const auto left = value_of(comparison.left, captures);
  const auto right = value_of(comparison.right, captures);
  if (!left || !right) return false;
  switch (comparison.op) {
    case Comparison::Op::lt:
      return *left < *right;
    case Comparison::Op::le:
      return *left <= *right;
    case Comparison::Op::gt:
      return *left > *right;
    case Comparison::Op::ge:
      return *left >= *right;
    case Comparison::Op::eq:
      return *left == *right;
    case Comparison::Op::ne:
      return *left != *right;
  }
  return false;
}

/// One line counts once, also where a line that was put together again comes after later ones.
bool was_counted(const SeenLines& seen, std::int64_t line) {
  if (seen.first_in(line, line)) return true;
  // Of those that were let go the numbers are not known any more.
  const auto known = static_cast<std::int64_t>(seen.numbers.size() + seen.last.size());
  return seen.count > known && !seen.last.empty() && line < seen.last.front().evidence.line;
}

}  // namespace

std::vector<const Seen*> SeenLines::kept() const {
  std::vector<const Seen*> out;
  for (const Seen& each : first) out.push_back(&each);
  for (const Seen& each : last) out.push_back(&each);
  return out;
}

std::optional<std::int64_t> SeenLines::first_in(std::int64_t low, std::int64_t high) const {
  const auto number = std::lower_bound(numbers.begin(), numbers.end(), low);
  if (number != numbers.end()) return *number <= high ? std::optional(*number) : std::nullopt;
  for (const Seen& each : last) {
    const std::int64_t line = each.evidence.line;
    if (line >= low && line <= high) return line;
  }
  return std::nullopt;
}

std::optional<std::int64_t> SeenLines::last_in(std::int64_t low, std::int64_t high) const {
  for (auto each = last.rbegin(); each != last.rend(); ++each) {
    const std::int64_t line = each->evidence.line;
    if (line >= low && line <= high) return line;
  }
  const auto number = std::upper_bound(numbers.begin(), numbers.end(), high);
  if (number == numbers.begin() || *std::prev(number) < low) return std::nullopt;
  return *std::prev(number);
}

const Seen* SeenLines::at(std::int64_t line) const {
  for (const auto* const some : {&first, &last}) {
    for (const Seen& each : *some) {
      if (each.evidence.line == line) return &each;
    }
  }
  return nullptr;
}

std::string identity(const LinePattern& pattern) {
  std::string out = fmt::format("{}\n{}", pattern.anchor, pattern.line);
  for (const Comparison& each : pattern.where)
    out += fmt::format("\n{} {} {}", each.left, static_cast<int>(each.op), each.right);
  return out;
}

bool Part::is_spent() const { return stopped_ || (here_ > 0 && seen_.count >= kFreeLines); }

/// False for a pattern that cannot be compiled, which whoever read it has refused.
bool Part::prepare() {
  if (!tried_) {
    tried_ = true;
    Result<Pattern> compiled = Pattern::compile(pattern_->line);
    if (compiled.ok()) compiled_ = *std::move(compiled);
    from_start_ = pattern_->line.find('^') != std::string::npos;
  }
  return compiled_.has_value();
}

bool Part::is_hopeless(std::string_view piece) {
  if (!prepare()) return true;
  return !from_start_ && !compiled_->fits(piece);
}

const std::string* Part::fitting(const std::vector<std::string>& readings,
                                 Pattern::Captures& captures) {
  if (!prepare()) return nullptr;
  for (const std::string& reading : readings) {
    if (reading.find(pattern_->anchor) == std::string::npos) continue;
    captures.clear();
    if (!compiled_->fits(reading, captures)) continue;
    if (std::all_of(pattern_->where.begin(), pattern_->where.end(),
                    [&](const Comparison& each) { return holds(each, captures); }))
      return &reading;
  }
  return nullptr;
}

bool Part::has_line(std::int64_t number) const {
  const auto ends_with = [&](const std::vector<Seen>& some) {
    return !some.empty() && some.back().evidence.line == number;
  };
  return ends_with(seen_.first) || ends_with(seen_.last);
}

Part::Recorded Part::record(Seen seen) {
  constexpr std::size_t kLongestCapture = 256;
  if (was_counted(seen_, seen.evidence.line)) return Recorded::no;
  for (auto& [group, text] : seen.captures) {
    if (text.size() > kLongestCapture) text.resize(kLongestCapture);
  }
  const std::int64_t line = seen.evidence.line;
  if (seen_.numbers.size() < most_numbers_) {
    seen_.numbers.insert(std::upper_bound(seen_.numbers.begin(), seen_.numbers.end(), line), line);
  }
  ++seen_.count;
  ++here_;
  if (!has_all_first()) {
    seen_.first.push_back(std::move(seen));
    return Recorded::first;
  }
  if (seen_.last.size() >= most_) seen_.last.erase(seen_.last.begin());
  seen_.last.push_back(std::move(seen));
  // The lines around them are kept of the newest only.
  if (seen_.last.size() > SeenLines::kWithContext) {
    LogEvidence& old = seen_.last[seen_.last.size() - 1 - SeenLines::kWithContext].evidence;
    old.before.clear();
    old.after.clear();
  }
  return Recorded::last;
}

}  // namespace gb10
