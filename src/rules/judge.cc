#include "rules/judge.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/wording.h"

namespace gb10 {

namespace {

/// One rule against one instance.
struct Case {
  Truth given = Truth::yes, truth = Truth::yes;
  std::string reason;
  std::vector<std::string> matched;
  std::span<const GpuSample> run;
};

void note(Case& judged_case, ClauseResult result) {
  if (result.truth == Truth::unknown && judged_case.reason.empty())
    judged_case.reason = std::move(result.reason);
  for (std::string& line : result.matched) judged_case.matched.push_back(std::move(line));
}

/// All of `clauses`: any "no" decides, then any "unknown".
Truth all_of(std::span<const Clause> clauses, const Facts& facts, std::string_view instance,
             Case& out) {
  Truth all = Truth::yes;
  for (const Clause& clause : clauses) {
    ClauseResult result = judged(clause, facts, instance);
    all = std::min(all, result.truth);
    note(out, std::move(result));
  }
  return all;
}

/// At least one of `clauses`.
Truth any_of(std::span<const Clause> clauses, const Facts& facts, std::string_view instance,
             Case& out) {
  Truth any = Truth::no;
  for (const Clause& clause : clauses) {
    ClauseResult result = judged(clause, facts, instance);
    any = std::max(any, result.truth);
    note(out, std::move(result));
  }
  return any;
}

std::string why_no_samples(const Facts& facts, std::string_view gpu) {
  const Fact* const tested = facts.find(key("gpu", gpu, "load.tested"));
  return tested && !tested->value.ok() ? tested->value.error().what
                                       : "no samples of the GPU were taken";
}

Case judged_case(const Rule& rule, const Facts& facts, std::string_view instance,
                 const GpuSeries* series) {
  Case out;
  out.given = all_of(rule.given, facts, instance, out);
  if (out.given != Truth::yes) return out;
  out.truth = all_of(rule.when, facts, instance, out);
  if (!rule.any.empty() && out.truth != Truth::no)
    out.truth = std::min(out.truth, any_of(rule.any, facts, instance, out));
  if (!rule.window || out.truth == Truth::no) return out;
  const SampleWindowResult window =
      series ? judged(*rule.window, *series)
             : SampleWindowResult{Truth::unknown, why_no_samples(facts, instance), {}};
  if (window.truth == Truth::unknown && out.truth == Truth::yes) out.reason = window.reason;
  out.truth = std::min(out.truth, window.truth);
  out.run = window.run;
  return out;
}

/// A command that cannot be filled in is told as a sentence, which nobody pastes.
Step filled_step(const Step& step, const Wording& wording) {
  Step out = {filled(step.when, wording), {}, filled(step.note, wording)};
  if (step.run.empty()) return out;
  if (std::optional<std::string> run = filled_command(step.run, wording)) {
    out.run = *std::move(run);
    return out;
  }
  std::string sentence = filled(step.run, wording);
  if (!out.when.empty()) sentence = fmt::format("{}: {}", out.when, sentence);
  if (!out.note.empty()) sentence += fmt::format(" ({})", out.note);
  return {{}, {}, std::move(sentence)};
}

Finding finding(const Rule& rule, const Case& found, const Facts& facts,
                const std::string& instance) {
  const Wording wording{facts, instance, found.matched, found.run};
  Finding out;
  out.name = rule.name;
  out.instance = rule.for_each.empty() ? std::string() : instance;
  out.area = rule.area;
  out.severity = rule.severity;
  out.message = filled(rule.message, wording);
  out.why = filled(rule.why, wording);
  if (!found.run.empty()) out.evidence.push_back(evidence_of(found.run));
  for (const std::string& line : rule.evidence) out.evidence.push_back(filled(line, wording));
  if (rule.evidence.empty()) {
    for (const std::vector<Clause>* const clauses : {&rule.when, &rule.any}) {
      for (std::string& line : evidence_of(*clauses, wording))
        out.evidence.push_back(std::move(line));
    }
  }
  if (!rule.fix.knob.empty())
    out.remedy.push_back({"", fmt::format("sudo gb10 tune apply fix:{}", rule.name),
                          "and sudo gb10 tune undo takes it back"});
  for (const Step& step : rule.remedy) out.remedy.push_back(filled_step(step, wording));
  for (const std::string& line : rule.not_remedy) out.not_remedy.push_back(filled(line, wording));
  out.impact = rule.impact;
  out.source = rule.source;
  out.date = rule.date;
  out.compat = rule.compat;
  return out;
}

struct Scope {
  const Facts& facts;
  std::span<const GpuSeries> series;
};

/// The instances that a rule looks at; one without a name where it looks at the machine as a whole.
std::vector<std::string> instances(const Rule& rule, const Scope& scope) {
  if (rule.window) {
    std::vector<std::string> gpus;
    for (const GpuSeries& each : scope.series) gpus.push_back(std::to_string(each.gpu));
    if (gpus.empty()) gpus.emplace_back("0");
    return gpus;
  }
  if (rule.for_each.empty()) return {""};
  return scope.facts.instances(rule.for_each);
}

const GpuSeries* series_of(const Scope& scope, std::string_view gpu) {
  for (const GpuSeries& each : scope.series) {
    if (std::to_string(each.gpu) == gpu) return &each;
  }
  return nullptr;
}

/// What becomes of a rule for each thing of a kind that none of the known ones concerns, when there
/// is no list of them or it is not whole.
Outcome judge_unlisted(const Rule& rule, const Scope& scope, Judgement& into) {
  if (rule.for_each.empty() || rule.window) return Outcome::not_applicable;
  std::optional<std::string> why = why_unlisted(scope.facts, rule.for_each);
  if (!why) why = why_more(scope.facts, rule.for_each);
  if (!why) return Outcome::not_applicable;
  // What only a GB10 is judged by does not matter elsewhere.
  for (const Clause& clause : rule.given) {
    if (clause.fact.find("[*]") == std::string::npos &&
        judged(clause, scope.facts, "").truth == Truth::no)
      return Outcome::not_applicable;
  }
  into.not_checked.push_back({rule.name, "", rule.title, rule.area, *why});
  return Outcome::not_checked;
}

/// `outcome` of what is known, unless it is a "no" and there may be more to look at.
Outcome with_gaps(const Rule& rule, const Scope& scope, Outcome outcome, Judgement& into) {
  if (outcome == Outcome::not_applicable) return judge_unlisted(rule, scope, into);
  if (rule.for_each.empty() || outcome != Outcome::passed) return outcome;
  const auto why = why_more(scope.facts, rule.for_each);
  if (!why) return outcome;
  into.not_checked.push_back({rule.name, "", rule.title, rule.area, *why});
  return Outcome::not_checked;
}

Outcome judge_rule(const Rule& rule, const Scope& scope, Judgement& into) {
  Outcome outcome = Outcome::not_applicable;
  if (instances(rule, scope).empty()) return judge_unlisted(rule, scope, into);
  for (const std::string& instance : instances(rule, scope)) {
    const Case found = judged_case(rule, scope.facts, instance, series_of(scope, instance));
    if (found.given == Truth::no) continue;
    const bool open = found.given == Truth::unknown || found.truth == Truth::unknown;
    if (open) {
      into.not_checked.push_back(
          {rule.name, rule.for_each.empty() ? "" : instance, rule.title, rule.area, found.reason});
      if (outcome != Outcome::fired) outcome = Outcome::not_checked;
    } else if (found.truth == Truth::yes) {
      into.findings.push_back(finding(rule, found, scope.facts, instance));
      outcome = Outcome::fired;
    } else if (outcome == Outcome::not_applicable) {
      outcome = Outcome::passed;
    }
  }
  return with_gaps(rule, scope, outcome, into);
}

/// Takes out the findings that a stronger one explains.
void drop_superseded(const RuleSet& rules, std::vector<Finding>& findings) {
  const auto supersedes = [&](const Finding& strong, const Finding& weak) {
    if (!strong.instance.empty() && !weak.instance.empty() && strong.instance != weak.instance)
      return false;
    for (const Rule& rule : rules.rules) {
      if (rule.name != strong.name) continue;
      return std::find(rule.supersedes.begin(), rule.supersedes.end(), weak.name) !=
             rule.supersedes.end();
    }
    return false;
  };
  std::vector<Finding> kept;
  for (const Finding& weak : findings) {
    const bool explained =
        std::any_of(findings.begin(), findings.end(),
                    [&](const Finding& strong) { return supersedes(strong, weak); });
    if (!explained) kept.push_back(weak);
  }
  findings = std::move(kept);
}

}  // namespace

int Judgement::count(Outcome outcome) const {
  return static_cast<int>(std::count_if(checked.begin(), checked.end(), [&](const Checked& each) {
    return each.outcome == outcome;
  }));
}

Judgement judge(const RuleSet& rules, const Facts& facts, std::span<const GpuSeries> series) {
  Judgement out;
  const Scope scope{facts, series};
  for (const Rule& rule : rules.rules) out.checked.push_back({&rule, judge_rule(rule, scope, out)});
  drop_superseded(rules, out.findings);
  // The worst first; of equals the one whose remedy costs least, which may clear the next one too.
  std::stable_sort(
      out.findings.begin(), out.findings.end(), [](const Finding& a, const Finding& b) {
        return a.severity != b.severity ? a.severity > b.severity : a.impact < b.impact;
      });
  return out;
}

}  // namespace gb10
