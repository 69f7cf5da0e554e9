#include "explain/found.h"

#include <algorithm>
#include <limits>

namespace gb10 {

namespace {

/// The numbers of the lines that count for a condition.
struct Window {
  std::int64_t low = 0, high = std::numeric_limits<std::int64_t>::max();
};

Window window_of(const Condition& condition, std::int64_t line) {
  Window out;
  constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
  const std::int64_t within = std::min(condition.within.value_or(kFarthest), kFarthest);
  if (condition.within) out = {line - within, line + within};
  if (condition.after) out.low = std::max(out.low, line);
  if (condition.before) out.high = std::min(out.high, line);
  return out;
}

/// A line that meets a condition.
struct Met {
  std::int64_t line = 0;
  const Seen* seen = nullptr;  // null where only its number was kept
};

/// The first line that meets `condition` for a hit in `line`.
std::optional<Met> met(const Condition& condition, std::int64_t line, const Matcher& matcher) {
  const Window window = window_of(condition, line);
  std::optional<Met> first;
  for (const LinePattern& pattern : condition.any) {
    const SeenLines& lines = matcher.seen(pattern);
    if (lines.count < pattern.times) continue;
    const auto number = lines.first_in(window.low, window.high);
    if (number && (!first || *number < first->line)) first = Met{*number, lines.at(*number)};
  }
  return first;
}

/// The last line that meets `condition`, at or before `line`; 0 where none does.
std::int64_t last_met(const Condition& condition, std::int64_t line, const Matcher& matcher) {
  const Window window = window_of(condition, line);
  std::int64_t last = 0;
  for (const LinePattern& pattern : condition.any) {
    const SeenLines& lines = matcher.seen(pattern);
    if (lines.count < pattern.times) continue;
    const auto number = lines.last_in(window.low, std::min(window.high, line));
    last = std::max(last, number.value_or(0));
  }
  return last;
}

/// Whether a line that `unless` names bars the hit.
bool is_barred(const Signature& signature, const Condition& unless, std::int64_t line,
               const Matcher& matcher) {
  if (!unless.between) return met(unless, line, matcher).has_value();
  std::int64_t begin = line;
  for (const Condition& condition : signature.also)
    begin = std::min(begin, last_met(condition, line, matcher));
  return last_met(unless, line, matcher) > begin;
}

/// The hits of the patterns themselves, whatever else is needed; a line that fits two once.
std::vector<const Seen*> candidates(const Signature& signature, const Matcher& matcher) {
  std::vector<const Seen*> out;
  for (const LinePattern& pattern : signature.match) {
    const SeenLines& lines = matcher.seen(pattern);
    if (lines.count < pattern.times) continue;
    for (const Seen* const each : lines.kept()) {
      if (!pattern.last || matcher.last_line() - each->evidence.line <= *pattern.last)
        out.push_back(each);
    }
  }
  const auto line = [](const Seen* seen) { return seen->evidence.line; };
  std::stable_sort(out.begin(), out.end(),
                   [&](const Seen* a, const Seen* b) { return line(a) < line(b); });
  out.erase(std::unique(out.begin(), out.end(),
                        [&](const Seen* a, const Seen* b) { return line(a) == line(b); }),
            out.end());
  return out;
}

/// What `signature` wants besides the hit; nothing where one of them is not there, or where
/// something is that it forbids.
std::optional<std::vector<Met>> besides(const Signature& signature, std::int64_t line,
                                        const Matcher& matcher) {
  std::vector<Met> out;
  for (const Condition& condition : signature.also) {
    const auto found = met(condition, line, matcher);
    if (!found) return std::nullopt;
    out.push_back(*found);
  }
  const bool barred =
      std::any_of(signature.unless.begin(), signature.unless.end(),
                  [&](const Condition& each) { return is_barred(signature, each, line, matcher); });
  if (barred) return std::nullopt;
  return out;
}

void add(const Seen& hit, const std::vector<Met>& also, Found& found) {
  const std::int64_t line = hit.evidence.line;
  if (found.hits.empty()) found.first_line = line;
  found.hits.push_back(&hit);
  found.also.emplace_back();
  for (const Met& each : also) {
    if (each.seen)
      found.also.back().insert(each.seen->captures.begin(), each.seen->captures.end());
  }
  found.last_line = std::max(found.last_line, line);
  for (const Met& each : also) {
    found.first_line = std::min(found.first_line, each.line);
    found.last_line = std::max(found.last_line, each.line);
  }
}

/// How many lines show it: those that were let go count where nothing else is wanted of them.
void count(const Matcher& matcher, Found& found) {
  const Signature& signature = *found.signature;
  const bool is_plain = signature.also.empty() && signature.unless.empty();
  found.count = static_cast<std::int64_t>(found.hits.size());
  for (const LinePattern& pattern : signature.match) {
    const SeenLines& lines = matcher.seen(pattern);
    const std::int64_t let_go = lines.count - static_cast<std::int64_t>(lines.kept().size());
    if (lines.count < pattern.times || let_go == 0) continue;
    if (is_plain && !pattern.last) found.count += let_go;
    found.count_is_least = found.count_is_least || lines.count_is_least || !is_plain;
  }
}

}  // namespace

std::optional<Found> found_in(const Signature& signature, const Matcher& matcher) {
  Found out;
  out.signature = &signature;
  for (const Seen* const hit : candidates(signature, matcher)) {
    const auto also = besides(signature, hit->evidence.line, matcher);
    if (also) add(*hit, *also, out);
  }
  if (out.hits.empty()) return std::nullopt;
  count(matcher, out);
  return out;
}

}  // namespace gb10
