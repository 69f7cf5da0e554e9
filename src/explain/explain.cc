#include "explain/explain.h"

#include <algorithm>
#include <set>

#include "base/pattern.h"

namespace gb10 {

namespace {

/// A signature that the log shows.
struct Found {
  const Signature* signature = nullptr;
  std::vector<const Seen*> hits;               // in the order of the log
  std::int64_t first_line = 0, last_line = 0;  // of the hits and of what else they needed
  Pattern::Captures captures;                  // of the first hit and of what else it needed
  std::int64_t count = 0;
  bool count_is_least = false;

  std::int64_t line() const { return hits.front()->evidence.line; }
};

bool near(const Condition& condition, const Seen& hit, const Seen& other) {
  const std::int64_t distance = other.evidence.line - hit.evidence.line;
  if (condition.within && std::abs(distance) > *condition.within) return false;
  if (condition.after && distance < 0) return false;
  return !condition.before || distance <= 0;
}

/// The first line that meets `condition` for `hit`.
const Seen* met(const Condition& condition, const Seen& hit, const Matcher& matcher) {
  const Seen* first = nullptr;
  for (const LinePattern& pattern : condition.any) {
    const SeenLines& lines = matcher.seen(pattern);
    if (lines.count < pattern.times) continue;
    for (const Seen* const each : lines.kept()) {
      if (!near(condition, hit, *each)) continue;
      if (!first || each->evidence.line < first->evidence.line) first = each;
    }
  }
  return first;
}

/// The last line that meets `condition`, at or before `hit`; 0 where none does.
std::int64_t last_met(const Condition& condition, const Seen& hit, const Matcher& matcher) {
  std::int64_t last = 0;
  for (const LinePattern& pattern : condition.any) {
    for (const Seen* const each : matcher.seen(pattern).kept()) {
      const std::int64_t line = each->evidence.line;
      if (line <= hit.evidence.line && near(condition, hit, *each)) last = std::max(last, line);
    }
  }
  return last;
}

/// Whether a line that `unless` names bars the hit.
bool is_barred(const Signature& signature, const Condition& unless, const Seen& hit,
               const Matcher& matcher) {
  if (!unless.between) return met(unless, hit, matcher) != nullptr;
  std::int64_t begin = hit.evidence.line;
  for (const Condition& condition : signature.also)
    begin = std::min(begin, last_met(condition, hit, matcher));
  return last_met(unless, hit, matcher) > begin;
}

/// The hits of the patterns themselves, whatever else is needed.
std::vector<const Seen*> candidates(const Signature& signature, const Matcher& matcher,
                                    Found& found) {
  std::vector<const Seen*> out;
  for (const LinePattern& pattern : signature.match) {
    const SeenLines& lines = matcher.seen(pattern);
    if (lines.count < pattern.times) continue;
    for (const Seen* const each : lines.kept()) {
      if (pattern.last && matcher.last_line() - each->evidence.line > *pattern.last) continue;
      out.push_back(each);
    }
    found.count += lines.count - static_cast<std::int64_t>(lines.kept().size());
    found.count_is_least = found.count_is_least || lines.count_is_least;
  }
  std::stable_sort(out.begin(), out.end(), [](const Seen* a, const Seen* b) {
    return a->evidence.line < b->evidence.line;
  });
  return out;
}

std::optional<Found> found_in(const Signature& signature, const Matcher& matcher) {
  Found out;
  out.signature = &signature;
  for (const Seen* const hit : candidates(signature, matcher, out)) {
    std::vector<const Seen*> also;
    for (const Condition& condition : signature.also) also.push_back(met(condition, *hit, matcher));
    const bool lacks = std::find(also.begin(), also.end(), nullptr) != also.end();
    const bool barred = lacks || std::any_of(signature.unless.begin(), signature.unless.end(),
                                             [&](const Condition& each) {
                                               return is_barred(signature, each, *hit, matcher);
                                             });
    if (barred) continue;
    also.push_back(hit);
    for (const Seen* const each : also) {
      const std::int64_t line = each->evidence.line;
      const bool first = out.hits.empty() && each == also.front();
      out.first_line = first ? line : std::min(out.first_line, line);
      out.last_line = std::max(out.last_line, line);
    }
    if (out.hits.empty()) {
      out.captures = hit->captures;
      for (const Seen* const each : also)
        out.captures.insert(each->captures.begin(), each->captures.end());
    }
    out.hits.push_back(hit);
  }
  if (out.hits.empty()) return std::nullopt;
  out.count += static_cast<std::int64_t>(out.hits.size());
  return out;
}

Known known(const Found& found) {
  const Signature& from = *found.signature;
  Known out;
  out.name = from.name;
  out.catalogue = from.catalogue;
  out.title = filled(from.title, found.captures);
  out.why = filled(from.why, found.captures);
  out.applies = filled(from.applies, found.captures);
  out.fixed = filled(from.fixed, found.captures);
  out.source = from.source;
  out.date = from.date;
  out.evidence = found.hits.front()->evidence;
  out.count = found.count;
  out.count_is_least = found.count_is_least;
  for (const Step& step : from.remedy) out.remedy.push_back(filled(step, found.captures));
  for (const std::string& each : from.not_remedy)
    out.not_remedy.push_back(filled(each, found.captures));
  out.facts = from.facts;
  return out;
}

/// Which machine a line is from, by the names of machines before it, else by the first one.
class Machines {
 public:
  explicit Machines(std::span<const Found> all) {
    for (const Found& found : all) {
      if (found.signature->role != Role::context) continue;
      for (const Seen* const hit : found.hits)
        lines_.emplace_back(hit->evidence.line, found.signature->other_machine);
    }
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  bool other_at(std::int64_t line) const {
    bool other = !lines_.empty() && lines_.front().second;
    for (const auto& [at, is_other] : lines_) {
      if (at <= line) other = is_other;
    }
    return other;
  }

 private:
  std::vector<std::pair<std::int64_t, bool>> lines_;
};

/// The time of both, where it can be compared: of the same kind, and further apart than clocks may
/// differ.
std::optional<double> seconds_between(const Seen& a, const Seen& b) {
  if (!a.time || !b.time || a.time->has_year != b.time->has_year) return std::nullopt;
  constexpr double kDay = 86400;
  const double seconds = b.time->second - a.time->second;
  if (a.time->has_year) return seconds + kDay * static_cast<double>(*b.time->day - *a.time->day);
  // Without a day, what is half a day apart may have midnight between.
  if (a.time->day != b.time->day || std::abs(seconds) > kDay / 2) return std::nullopt;
  return seconds;
}

/// True where `a` is nearer to the root than `b`: by rank, then by time where two machines or
/// processes wrote them, then by line.
bool nearer(const Found& a, const Found& b) {
  if (a.signature->rank != b.signature->rank) return a.signature->rank < b.signature->rank;
  const Seen &first = *a.hits.front(), &second = *b.hits.front();
  if (first.source != second.source) {
    constexpr double kClocksDiffer = 1.0;
    const auto seconds = seconds_between(first, second);
    if (seconds && std::abs(*seconds) > kClocksDiffer) return *seconds > 0;
  }
  return a.line() < b.line();
}

/// Puts the nearest to the root first. Times and lines may disagree in a circle, so each is chosen
/// in turn and nothing is sorted by that order.
std::vector<Found> ranked(std::vector<Found> all) {
  std::vector<Found> out;
  std::stable_sort(all.begin(), all.end(),
                   [](const Found& a, const Found& b) { return a.line() < b.line(); });
  while (!all.empty()) {
    auto best = all.begin();
    for (auto each = std::next(best); each != all.end(); ++each) {
      if (nearer(*each, *best)) best = each;
    }
    out.push_back(std::move(*best));
    all.erase(best);
  }
  return out;
}

/// Hits on a machine for which the advice holds, and the others.
struct Parted {
  std::optional<Found> here, elsewhere;
};

Parted parted(const Found& found, const Machines& machines) {
  Parted out;
  for (const Seen* const hit : found.hits) {
    const bool holds = found.signature->any_machine || !machines.other_at(hit->evidence.line);
    std::optional<Found>& side = holds ? out.here : out.elsewhere;
    if (!side) {
      side = found;
      side->hits.clear();
      side->count = 0;
      side->captures = hit->captures;
      side->captures.insert(found.captures.begin(), found.captures.end());
    }
    side->hits.push_back(hit);
    ++side->count;
  }
  if (out.here && !out.elsewhere) out.here = found;
  return out;
}

std::vector<Known> told(const std::vector<Found>& all) {
  std::vector<Known> out;
  for (const Found& each : all) out.push_back(known(each));
  return out;
}

std::vector<Found> with_role(const std::vector<Found>& all, Role role) {
  std::vector<Found> out;
  for (const Found& each : all) {
    if (each.signature->role == role) out.push_back(each);
  }
  return out;
}

/// Takes out those that count only where no other cause stands.
void drop_those_alone(std::vector<Found>& causes) {
  const std::vector<Found> all = causes;
  std::erase_if(causes, [&](const Found& each) {
    return std::any_of(all.begin(), all.end(), [&](const Found& other) {
      if (other.signature->alone != Signature::Alone::no) return false;
      const bool among = other.line() >= each.first_line && other.line() <= each.last_line;
      return each.signature->alone == Signature::Alone::in_log ||
             (each.signature->alone == Signature::Alone::in_run && among);
    });
  });
}

/// Moves to `consequences` what another cause explains.
void move_explained(std::vector<Found>& causes, std::vector<Found>& consequences) {
  std::set<std::string_view> names;
  for (const Found& each : causes)
    names.insert(each.signature->explains.begin(), each.signature->explains.end());
  const auto is_explained = [&](const Found& each) {
    return names.count(each.signature->name) > 0;
  };
  // Those that explain one another in a circle explain nothing.
  if (std::all_of(causes.begin(), causes.end(), is_explained)) return;
  std::copy_if(causes.begin(), causes.end(), std::back_inserter(consequences), is_explained);
  std::erase_if(causes, is_explained);
}

/// The first line that reports an error and is not known to be harmless.
std::optional<FirstError> first_error(const Matcher& matcher, std::span<const ErrorWord> errors,
                                      const std::vector<Found>& all) {
  std::set<std::int64_t> harmless;
  for (const Found& each : all) {
    if (each.signature->role != Role::harmless) continue;
    for (const Seen* const hit : each.hits) harmless.insert(hit->evidence.line);
  }
  std::optional<FirstError> first;
  for (const ErrorWord& word : errors) {
    for (const Seen* const each : matcher.seen(word.pattern).kept()) {
      if (each->says_it_is_fine || harmless.count(each->evidence.line) > 0) continue;
      if (!first || each->evidence.line < first->evidence.line)
        first = FirstError{each->evidence, word.kind};
    }
  }
  return first;
}

}  // namespace

Explanation explained(const Matcher& matcher) {
  std::vector<Found> all;
  for (std::size_t page = 0; page < matcher.book().size(); ++page) {
    const Signature* const signature = matcher.book().known(page);
    auto found = signature ? found_in(*signature, matcher) : std::nullopt;
    if (found) all.push_back(*std::move(found));
  }
  const Machines machines(all);
  std::vector<Found> causes, withheld, consequences = with_role(all, Role::consequence);
  for (const Found& each : with_role(all, Role::cause)) {
    Parted sides = parted(each, machines);
    if (sides.here) causes.push_back(*std::move(sides.here));
    if (sides.elsewhere) withheld.push_back(*std::move(sides.elsewhere));
  }
  drop_those_alone(causes);
  move_explained(causes, consequences);
  std::vector<Found> others = with_role(all, Role::context);
  std::erase_if(others, [](const Found& each) { return !each.signature->other_machine; });
  Explanation out;
  out.causes = told(ranked(std::move(causes)));
  out.withheld = told(ranked(std::move(withheld)));
  out.consequences = told(ranked(std::move(consequences)));
  out.harmless = told(ranked(with_role(all, Role::harmless)));
  out.not_this_machine = told(ranked(std::move(others)));
  out.first_error = first_error(matcher, matcher.book().error_words(), all);
  out.lines = matcher.line_count();
  out.bytes = matcher.byte_count();
  return out;
}

Explanation explained(std::string_view log, SignatureBook& book) {
  Matcher matcher(book);
  matcher.feed(log);
  matcher.end();
  return explained(matcher);
}

std::vector<std::int64_t> lines_that_show(const Signature& signature, const Matcher& matcher) {
  std::vector<std::int64_t> out;
  const std::optional<Found> found = found_in(signature, matcher);
  if (!found) return out;
  for (const Seen* const hit : found->hits) out.push_back(hit->evidence.line);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace gb10
