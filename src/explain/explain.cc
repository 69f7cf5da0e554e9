#include "explain/explain.h"

#include <algorithm>
#include <set>

#include "explain/found.h"

namespace gb10 {

namespace {

Known known(const Found& found) {
  const Signature& from = *found.signature;
  const Pattern::Captures captures = found.captures();
  Known out;
  out.name = from.name;
  out.catalogue = from.catalogue;
  out.title = filled(from.title, captures);
  out.why = filled(from.why, captures);
  out.applies = filled(from.applies, captures);
  out.fixed = filled(from.fixed, captures);
  out.source = from.source;
  out.date = from.date;
  out.evidence = found.hits.front()->evidence;
  out.count = found.count;
  out.count_is_least = found.count_is_least;
  for (const Step& step : from.remedy) out.remedy.push_back(filled(step, captures));
  for (const std::string& each : from.not_remedy)
    out.not_remedy.push_back(filled(each, captures));
  out.facts = from.facts;
  return out;
}

/// Which machine a line is from, by the names of machines before it, else by the first one.
class Machines {
 public:
  Machines(std::span<const Found> all, const Matcher& matcher) {
    for (const Found& found : all) {
      if (found.signature->role == Role::context) add(found, matcher);
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
  void add(const Found& found, const Matcher& matcher) {
    const Signature& signature = *found.signature;
    for (const Seen* const hit : found.hits)
      lines_.emplace_back(hit->evidence.line, signature.other_machine);
    // Of many lines the numbers reach further than what was kept of them.
    if (!signature.also.empty() || !signature.unless.empty()) return;
    for (const LinePattern& pattern : signature.match) {
      for (const std::int64_t line : matcher.seen(pattern).numbers)
        lines_.emplace_back(line, signature.other_machine);
    }
  }

  std::vector<std::pair<std::int64_t, bool>> lines_;
};

/// The time of both, where it can be compared: of the same kind, and further apart than clocks may
/// differ.
std::optional<double> seconds_between(const Seen& a, const Seen& b) {
  if (!a.time || !b.time || a.time->has_year != b.time->has_year) return std::nullopt;
  if (a.time->has_zone != b.time->has_zone) return std::nullopt;
  constexpr double kDay = 86400;
  const double seconds = b.time->second - a.time->second;
  if (a.time->has_year) return seconds + kDay * static_cast<double>(*b.time->day - *a.time->day);
  // Without a day, what is half a day apart may have midnight between.
  if (a.time->day != b.time->day || std::abs(seconds) > kDay / 2) return std::nullopt;
  return seconds;
}

/// Whether `a` was written before `b`, where two machines or processes wrote them and their times
/// can be compared; else nothing.
std::optional<bool> sooner(const Seen& a, const Seen& b) {
  constexpr double kClocksDiffer = 1.0;
  if (a.source == b.source) return std::nullopt;
  const auto seconds = seconds_between(a, b);
  if (!seconds || std::abs(*seconds) <= kClocksDiffer) return std::nullopt;
  return *seconds > 0;
}

/// The hit that was written first; of several machines that need not be the first line.
const Seen& earliest(const Found& found) {
  const Seen* first = found.hits.front();
  for (const Seen* const hit : found.hits) {
    if (sooner(*hit, *first).value_or(false)) first = hit;
  }
  return *first;
}

/// True where `a` is nearer to the root than `b`: by rank, then by time where two machines or
/// processes wrote them, then by line.
bool nearer(const Found& a, const Found& b) {
  if (a.signature->rank != b.signature->rank) return a.signature->rank < b.signature->rank;
  return sooner(earliest(a), earliest(b)).value_or(a.line() < b.line());
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
  for (std::size_t i = 0; i < found.hits.size(); ++i) {
    const std::int64_t line = found.hits[i]->evidence.line;
    const bool holds = found.signature->any_machine || !machines.other_at(line);
    std::optional<Found>& side = holds ? out.here : out.elsewhere;
    if (!side) {
      side = found;
      side->hits.clear();
      side->also.clear();
      side->count = 0;
    }
    side->hits.push_back(found.hits[i]);
    side->also.push_back(found.also[i]);
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

bool explains(const Found& cause, const Found& other) {
  const std::vector<std::string>& names = cause.signature->explains;
  return std::find(names.begin(), names.end(), other.signature->name) != names.end();
}

/// Moves to `consequences` what another cause explains.
void move_explained(std::vector<Found>& causes, std::vector<Found>& consequences) {
  const std::vector<Found> all = causes;
  const auto is_explained = [&](const Found& each) {
    return std::any_of(all.begin(), all.end(), [&](const Found& other) {
      // Of two that explain each other the nearer to the root stays.
      return explains(other, each) && (!explains(each, other) || nearer(other, each));
    });
  };
  std::copy_if(causes.begin(), causes.end(), std::back_inserter(consequences), is_explained);
  std::erase_if(causes, is_explained);
}

/// The numbers of the lines that show a signature of this role.
std::set<std::int64_t> lines_of(const std::vector<Found>& all, Role role) {
  std::set<std::int64_t> out;
  for (const Found& each : all) {
    if (each.signature->role != role) continue;
    for (const Seen* const hit : each.hits) out.insert(hit->evidence.line);
  }
  return out;
}

/// True where `a` is to be told before `b`: one of more weight, and of those the first.
bool comes_first(const std::pair<int, const Seen*>& a, const std::pair<int, const Seen*>& b) {
  if (a.first != b.first) return a.first < b.first;
  return sooner(*a.second, *b.second).value_or(a.second->evidence.line < b.second->evidence.line);
}

/// The first line that reports an error; not one that is harmless, and not one that follows from
/// another while there is one that does not.
std::optional<FirstError> first_error(const Matcher& matcher, const std::vector<Found>& all) {
  const std::set<std::int64_t> harmless = lines_of(all, Role::harmless);
  const std::set<std::int64_t> follows = lines_of(all, Role::consequence);
  // A word of less weight counts only where no other stands.
  const auto weight = [&](const ErrorWord& word, std::int64_t line) {
    return (follows.count(line) > 0 ? 2 : 0) + (word.is_faint ? 1 : 0);
  };
  std::optional<FirstError> first;
  std::pair<int, const Seen*> best;
  for (const ErrorWord& word : matcher.book().error_words()) {
    for (const Seen* const each : matcher.seen(word.pattern).kept()) {
      const std::int64_t line = each->evidence.line;
      const std::pair<int, const Seen*> place = {weight(word, line), each};
      if (harmless.count(line) > 0 || each->says_it_is_fine) continue;
      if (first && !comes_first(place, best)) continue;
      first = FirstError{each->evidence, word.kind};
      best = place;
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
  const Machines machines(all, matcher);
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
  out.first_error = first_error(matcher, all);
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

std::optional<std::int64_t> lines_to_wait(const Signature& signature) {
  constexpr std::int64_t kLongest = 400;
  if (signature.alone != Signature::Alone::no) return std::nullopt;
  std::int64_t wait = 0;
  for (const LinePattern& pattern : signature.match) {
    if (pattern.last) return std::nullopt;
  }
  for (const Condition& condition : signature.unless) {
    if (!condition.before && !condition.between)
      wait = std::max(wait, std::min(condition.within.value_or(kLongest), kLongest));
  }
  return wait;
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
