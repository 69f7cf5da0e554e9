#include "doctor/harmless.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "explain/explain.h"
#include "rules/clause.h"

namespace gb10 {

namespace {

/// What the kernel itself puts before a line. With it none is taken for the rest of the line
/// before, as if a terminal had broken that.
constexpr std::string_view kMark = "<6>";

/// The lines of a fact, and what takes each out; null for those that stay.
struct Sifted {
  const std::vector<std::string>& lines;
  std::vector<const Benign*> by;
};

/// What is left as a log, in which every line has its old number.
std::string as_log(const Sifted& sifted) {
  std::string out;
  for (std::size_t i = 0; i < sifted.lines.size(); ++i) {
    out += kMark;
    if (!sifted.by[i]) out += replaced(sifted.lines[i], "\n", " ");
    out += '\n';
  }
  return out;
}

/// True when a matcher has seen more lines of `signature` than it keeps.
bool is_cut(const Signature& signature, const Matcher& matcher) {
  return std::any_of(signature.match.begin(), signature.match.end(), [&](const LinePattern& each) {
    const SeenLines& seen = matcher.seen(each);
    return seen.count > static_cast<std::int64_t>(seen.kept().size());
  });
}

/// Looks through what is left once; true when another look may find more.
bool look(std::span<const Benign* const> benign, SignatureBook& book, Sifted& sifted) {
  Matcher matcher(book);
  matcher.feed(as_log(sifted));
  matcher.end();
  bool more = false;
  for (const Benign* const known : benign) {
    const Signature* const signature = book.named(known->name);
    if (!signature) continue;
    const std::vector<std::int64_t> found = lines_that_show(*signature, matcher);
    for (const std::int64_t number : found) {
      const Benign*& by = sifted.by[static_cast<std::size_t>(number - 1)];
      if (!by) by = known;
    }
    more = more || (!found.empty() && is_cut(*signature, matcher));
  }
  return more;
}

/// True unless a clause speaks against it, or may: what is not known excuses nothing.
bool may_apply(const Benign& known, const Facts& facts) {
  return std::all_of(known.unless.begin(), known.unless.end(), [&](const Clause& clause) {
    return judged(clause, facts, "").truth == Truth::no;
  });
}

/// Takes the lines that `benign` knows out of one fact.
void take_out(const std::string& name, std::span<const Benign* const> benign, SignatureBook& book,
              Facts& facts, std::vector<Harmless>& taken) {
  const auto* const lines = facts.known<std::vector<std::string>>(name);
  if (!lines || lines->empty()) return;
  Sifted sifted{*lines, std::vector<const Benign*>(lines->size(), nullptr)};
  while (look(benign, book, sifted)) {
  }
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < lines->size(); ++i) {
    if (!sifted.by[i]) kept.push_back((*lines)[i]);
  }
  for (const Benign* const known : benign) {
    for (std::size_t i = 0; i < lines->size(); ++i) {
      if (sifted.by[i] == known) taken.push_back({known->name, (*lines)[i]});
    }
  }
  const Fact whole = *facts.find(name);
  facts.set(name, std::move(kept), whole.source);
  facts.incomplete(name, whole.gaps);
}

}  // namespace

Facts without_harmless_lines(const Facts& facts, std::span<const Benign> benign,
                             SignatureBook& book, std::vector<Harmless>& taken) {
  Facts out = facts;
  std::map<std::string_view, std::vector<const Benign*>> by_fact;
  for (const Benign& known : benign) {
    if (may_apply(known, facts)) by_fact[known.fact].push_back(&known);
  }
  for (const auto& [fact, known] : by_fact) take_out(std::string(fact), known, book, out, taken);
  return out;
}

}  // namespace gb10
