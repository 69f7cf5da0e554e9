#include "rules/claim.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/clause.h"
#include "rules/evidence.h"
#include "rules/fields.h"
#include "rules/steps.h"
#include "rules/wording.h"

namespace gb10 {

namespace {

Result<Settled> settled_word(const toml::Node& node) {
  const std::string word = TRY(node.text("is"));
  if (word == "yes") return Settled::yes;
  if (word == "no") return Settled::no;
  if (word == "unknown") return Settled::unknown;
  return node.wrong("is wants yes, no or unknown");
}

Result<void> read_words(const toml::Node& node, ClaimVerdict& out) {
  out.says = TRY(node.text("says"));
  out.remedy = TRY(each_of<Step>(node, "remedy", read_step));
  return {};
}

Result<ClaimVerdict> read_verdict(const toml::Node& node) {
  TRY(node.only({"is", "when", "says", "remedy"}));
  ClaimVerdict out;
  out.is = TRY(settled_word(node));
  out.when = TRY(each_of<Clause>(node, "when", read_clause));
  if (out.when.empty()) return node.wrong("when wants a clause");
  TRY(read_words(node, out));
  return out;
}

/// Whether all of `clauses` hold; `why` says what is not known.
Truth all_hold(const std::vector<Clause>& clauses, const Facts& facts, std::string_view instance,
               std::string& why) {
  Truth all = Truth::yes;
  for (const Clause& clause : clauses) {
    const ClauseResult result = judged(clause, facts, instance);
    if (result.truth == Truth::unknown && why.empty()) why = result.reason;
    all = std::min(all, result.truth);
  }
  return all;
}

/// A command that cannot be filled in is told as a sentence, which nobody pastes.
Step filled_step(const Step& step, const Wording& wording) {
  Step out = {filled(step.when, wording), {}, filled(step.note, wording)};
  if (step.run.empty()) return out;
  if (std::optional<std::string> run = filled_command(step.run, wording))
    out.run = *std::move(run);
  else
    out.note = filled(step.run, wording);
  return out;
}

void take(const ClaimVerdict& verdict, const Facts& facts, std::string_view instance,
          ChecklistItem& out) {
  const Wording wording{facts, std::string(instance), {}, {}};
  out.is = verdict.is;
  out.says = filled(verdict.says, wording);
  out.evidence = evidence_of(verdict.when, wording);
  for (const Step& step : verdict.remedy) out.remedy.push_back(filled_step(step, wording));
}

}  // namespace

Result<Claim> read_claim(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"name", "title", "order", "needed", "verdict", "otherwise", "evidence"}));
  Claim out;
  out.origin = file;
  out.name = TRY(root.text("name"));
  out.title = TRY(root.text("title"));
  const toml::Node* const order = TRY(root.need("order"));
  out.order = TRY(order->number());
  if (const toml::Node* const needed = root.find("needed")) out.needed = TRY(needed->truth());
  out.verdicts = TRY(each_of<ClaimVerdict>(root, "verdict", read_verdict));
  out.sources = TRY(each_of<std::string>(root, "evidence", read_evidence));
  if (out.verdicts.empty()) return root.wrong("a claim wants at least one [[verdict]]");
  if (out.sources.empty()) return root.wrong("a claim wants at least one [[evidence]]");
  const toml::Node* const otherwise = root.find("otherwise");
  if (!otherwise) {
    out.otherwise.says = "nothing that was looked at decides it";
    return out;
  }
  TRY(otherwise->only({"says", "remedy"}));
  TRY(read_words(*otherwise, out.otherwise));
  return out;
}

Result<std::vector<Claim>> read_claims(const std::vector<DataFile>& files) {
  std::vector<Claim> out;
  for (const DataFile& file : files) {
    const std::string place = file.origin == kBuiltIn ? file.name + ".toml" : file.origin;
    Claim claim = TRY(read_claim(file.text, place));
    if (claim.name != file.name)
      return Error{Error::Kind::invalid,
                   fmt::format("{}:1: is called {} within", place, printable(claim.name, 80)),
                   "file and name must be the same"};
    claim.origin = file.origin;
    out.push_back(std::move(claim));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Claim& a, const Claim& b) { return a.order < b.order; });
  return out;
}

ChecklistItem settled(const Claim& claim, const Facts& facts, std::string_view instance) {
  ChecklistItem out;
  out.name = claim.name;
  out.title = claim.title;
  out.sources = claim.sources;
  out.needed = claim.needed;
  for (const ClaimVerdict& verdict : claim.verdicts) {
    std::string why;
    const Truth truth = all_hold(verdict.when, facts, instance, why);
    if (truth == Truth::no) continue;
    if (truth == Truth::yes) {
      take(verdict, facts, instance, out);
      return out;
    }
    // What comes after it was written for the case that this one does not hold.
    take(claim.otherwise, facts, instance, out);
    out.says = why;
    return out;
  }
  take(claim.otherwise, facts, instance, out);
  return out;
}

std::vector<Clause> clauses_of(const Claim& claim) {
  std::vector<Clause> out;
  for (const ClaimVerdict& verdict : claim.verdicts)
    out.insert(out.end(), verdict.when.begin(), verdict.when.end());
  return out;
}

std::vector<std::string> texts_of(const Claim& claim) {
  std::vector<std::string> out;
  const auto add = [&](const ClaimVerdict& verdict) {
    out.push_back(verdict.says);
    for (const Step& step : verdict.remedy) {
      out.insert(out.end(), {step.when, step.run, step.note});
    }
  };
  for (const ClaimVerdict& verdict : claim.verdicts) add(verdict);
  add(claim.otherwise);
  return out;
}

}  // namespace gb10
