#include "rules/rule.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/pattern.h"
#include "base/text.h"
#include "rules/fields.h"
#include "rules/steps.h"

namespace gb10 {

namespace {

constexpr std::array kOps = {"eq",       "ne",      "lt",           "le",      "gt",      "ge",
                             "in",       "matches", "matches_none", "has",     "lacks",   "empty",
                             "count_ge", "known",   "unknown",      "eq_fact", "ne_fact", "lt_fact",
                             "le_fact",  "gt_fact", "ge_fact"};
static_assert(kOps.size() == static_cast<std::size_t>(Op::ge_fact) + 1);

std::optional<Op> op_of(std::string_view word) {
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    if (word == kOps[i]) return static_cast<Op>(i);
  }
  return std::nullopt;
}

bool is_one_of(Op op, std::initializer_list<Op> ops) {
  for (const Op each : ops) {
    if (op == each) return true;
  }
  return false;
}

Result<Operand> operand(const toml::Node& node) {
  Operand out;
  if (node.kind == toml::Node::Kind::array) {
    out.list = TRY(node.texts());
  } else if (node.kind == toml::Node::Kind::boolean) {
    out.truth = node.boolean;
  } else if (node.kind == toml::Node::Kind::string) {
    out.text = node.string;
    if (const Result<Quantity> read = parse_quantity(node.string); read.ok()) out.quantity = *read;
  } else {
    out.number = TRY(node.number());
  }
  return out;
}

/// What the operator wants on its right: a mistake here would make a rule silent for ever.
Result<void> check_operand(Op op, const Operand& operand, const toml::Node& at) {
  const bool text = !operand.text.empty();
  if (is_one_of(op, {Op::matches, Op::matches_none})) {
    const Result<Pattern> pattern = Pattern::compile(operand.text);
    if (!text) return at.wrong("a pattern is wanted here");
    if (!pattern.ok()) return at.wrong(pattern.error().what);
  } else if (is_one_of(op, {Op::empty, Op::known}) && !operand.truth) {
    return at.wrong("true or false is wanted here");
  } else if (op == Op::in && operand.list.empty()) {
    return at.wrong("a list of texts is wanted here");
  } else if (is_one_of(op, {Op::has, Op::lacks}) && !text) {
    return at.wrong("a text in quotes is wanted here");
  } else if (op == Op::count_ge && !operand.number) {
    return at.wrong("a number is wanted here");
  } else if (op == Op::unknown && !error_kind(operand.text)) {
    return at.wrong("the word of a reason is wanted here, such as \"timeout\"");
  } else if (op >= Op::eq_fact && !text) {
    return at.wrong("the name of a fact is wanted here");
  }
  return {};
}

Result<Clause> clause(const toml::Node& node) {
  Clause out;
  out.line = node.line;
  out.fact = TRY(node.text("fact"));
  if (node.members.size() != 2) return node.wrong("a clause is a fact and one operator");
  for (const auto& [key, value] : node.members) {
    if (key == "fact") continue;
    const std::optional<Op> op = op_of(key);
    if (!op) return value.wrong(fmt::format("\"{}\" is no operator", key));
    out.op = *op;
    out.operand = TRY(operand(value));
    TRY(check_operand(*op, out.operand, value));
  }
  return out;
}

struct MetricName {
  const char* word;
  Metric metric;
  Unit unit;
};
constexpr std::array<MetricName, 5> kMetrics = {
    {{"utilization", Metric::utilization, Unit::ratio},
     {"sm_clock", Metric::sm_clock, Unit::hertz},
     {"power", Metric::power, Unit::watts},
     {"temperature", Metric::temperature, Unit::celsius},
     {"reasons", Metric::reasons, Unit::none}}};

Result<MetricName> metric(const toml::Node& node, std::string_view word) {
  for (const MetricName& each : kMetrics) {
    if (word == each.word) return each;
  }
  return node.wrong(fmt::format("\"{}\" is no metric of a sample", word));
}

Result<double> amount(const toml::Node& node, Unit unit) {
  const std::string text = TRY(node.text());
  const Result<Quantity> quantity = parse_quantity(text);
  if (!quantity.ok() || quantity->unit != unit) {
    return node.wrong(fmt::format("\"{}\" is not in {}", text, word(unit)));
  }
  return quantity->value;
}

Result<MetricClause> metric_clause(const toml::Node& node) {
  MetricClause out;
  const std::string name = TRY(node.text("metric"));
  const MetricName of = TRY(metric(node, name));
  out.metric = of.metric;
  if (node.members.size() != 2) return node.wrong("a clause is a metric and one operator");
  for (const auto& [key, value] : node.members) {
    if (key == "metric") continue;
    const std::optional<Op> op = op_of(key);
    const bool reasons = of.metric == Metric::reasons;
    const bool fits =
        op && (reasons ? is_one_of(*op, {Op::eq, Op::ne, Op::has, Op::matches, Op::matches_none})
                       : is_one_of(*op, {Op::lt, Op::le, Op::gt, Op::ge}));
    if (!fits) return value.wrong(fmt::format("\"{}\" is no operator of this metric", key));
    out.op = *op;
    if (reasons)
      out.reason = TRY(value.text());
    else
      out.bound = TRY(amount(value, of.unit));
  }
  return out;
}

Result<SampleWindow> window(const toml::Node& node) {
  SampleWindow out;
  TRY(node.only({"samples", "duration", "all"}));
  const toml::Node* const samples = TRY(node.need("samples"));
  const double count = TRY(samples->number());
  if (!(count >= 1 && count <= 1e6)) return samples->wrong("a count of samples is wanted here");
  out.samples = static_cast<int>(count);
  const toml::Node* const duration = TRY(node.need("duration"));
  out.seconds = TRY(amount(*duration, Unit::seconds));
  const toml::Node* const all = TRY(node.need("all"));
  for (const toml::Node& item : all->items) {
    MetricClause each = TRY(metric_clause(item));
    out.all.push_back(std::move(each));
  }
  if (out.all.empty()) return all->wrong("a window without clauses");
  return out;
}

/// "none", or the words of limiting reasons with commas between.
Result<std::uint64_t> reason_mask(const toml::Node& node, std::string_view words) {
  std::uint64_t mask = 0;
  if (words == "none") return mask;
  for (const std::string_view each : split(words, ',')) {
    std::uint64_t found = 0;
    for (std::uint64_t bit = 1; bit < 0x200; bit <<= 1U) {
      const std::vector<std::string> limits = limiting_reasons(bit);
      if (!limits.empty() && limits[0] == trimmed(each)) found = bit;
    }
    if (found == 0) return node.wrong(fmt::format("\"{}\" is no reason", each));
    mask |= found;
  }
  return mask;
}

/// `samples = { count = 12, every = "1 s", utilization = "96 %", … }`: the same reading again and
/// again.
Result<std::vector<GpuSample>> example_samples(const toml::Node& node) {
  TRY(node.only({"count", "every", "utilization", "sm_clock", "power", "temperature", "reasons"}));
  const toml::Node* const count = TRY(node.need("count"));
  const double many = TRY(count->number());
  if (!(many >= 1 && many <= 10000)) return count->wrong("1 to 10000 samples");
  const toml::Node* const every = TRY(node.need("every"));
  const double step = TRY(amount(*every, Unit::seconds));
  GpuSample sample;
  if (const toml::Node* const at = node.find("utilization"))
    sample.utilization = TRY(amount(*at, Unit::ratio));
  if (const toml::Node* const at = node.find("sm_clock"))
    sample.sm_clock = TRY(amount(*at, Unit::hertz));
  if (const toml::Node* const at = node.find("power")) sample.power = TRY(amount(*at, Unit::watts));
  if (const toml::Node* const at = node.find("temperature"))
    sample.temperature = TRY(amount(*at, Unit::celsius));
  if (const toml::Node* const at = node.find("reasons")) {
    const std::string words = TRY(at->text());
    sample.reasons = TRY(reason_mask(*at, words));
  }
  std::vector<GpuSample> out(static_cast<std::size_t>(many), sample);
  for (std::size_t i = 0; i < out.size(); ++i) out[i].seconds = step * static_cast<double>(i);
  return out;
}

Result<Example> example(const toml::Node& node) {
  TRY(node.only({"facts", "samples", "fires"}));
  Example out;
  out.line = node.line;
  out.facts.file = node.file;
  out.facts.line = node.line;
  if (const toml::Node* const facts = node.find("facts")) out.facts = *facts;
  if (const toml::Node* const samples = node.find("samples"))
    out.samples = TRY(example_samples(*samples));
  const toml::Node* const fires = TRY(node.need("fires"));
  out.fires = TRY(fires->truth());
  return out;
}

Result<Benign::Example> benign_example(const toml::Node& node) {
  TRY(node.only({"line", "facts", "benign"}));
  Benign::Example out;
  out.at = node.line;
  out.line = TRY(node.text("line"));
  if (const toml::Node* const facts = node.find("facts")) out.facts = *facts;
  const toml::Node* const benign = TRY(node.need("benign"));
  out.benign = TRY(benign->truth());
  return out;
}

/// fix = { knob = "dirty-pages", values = { "vm.dirty_ratio" = "20" } }
Result<RuleFix> read_fix(const toml::Node& root) {
  RuleFix out;
  const toml::Node* const fix = root.find("fix");
  if (!fix) return out;
  TRY(fix->only({"knob", "values"}));
  out.knob = TRY(fix->text("knob"));
  const toml::Node* const values = TRY(fix->need("values"));
  for (const auto& [cell, value] : values->members) {
    std::string text = TRY(value.text());
    out.values.push_back({cell, std::move(text)});
  }
  return out;
}

/// The words that every rule has.
Result<void> read_words(const toml::Node& root, Rule& rule) {
  rule.name = TRY(root.text("name"));
  rule.title = TRY(root.text("title"));
  rule.message = TRY(root.text("message"));
  rule.why = TRY(root.text("why"));
  rule.source = TRY(root.text("source"));
  rule.date = TRY(root.text("date"));
  rule.for_each = TRY(root.text("for_each", ""));
  rule.evidence_class = TRY(root.text("evidence_class", "reported"));
  rule.compat = TRY(root.text("compat", ""));
  rule.fix = TRY(read_fix(root));
  rule.evidence = TRY(root.texts("evidence"));
  rule.not_remedy = TRY(root.texts("not_remedy"));
  rule.supersedes = TRY(root.texts("supersedes"));
  rule.catalogue = TRY(root.texts("catalogue"));
  return {};
}

Result<void> read_kinds(const toml::Node& root, Rule& rule) {
  rule.area = TRY(enumerator<Area>(root, "area", area));
  rule.severity = TRY(enumerator<Severity>(root, "severity", severity));
  if (root.find("impact")) rule.impact = TRY(enumerator<Impact>(root, "impact", impact));
  if (const toml::Node* const node = root.find("window")) rule.window = TRY(window(*node));
  rule.remedy = TRY(each_of<Step>(root, "remedy", read_step));
  rule.given = TRY(each_of<Clause>(root, "given", clause));
  rule.when = TRY(each_of<Clause>(root, "when", clause));
  rule.any = TRY(each_of<Clause>(root, "any", clause));
  rule.examples = TRY(each_of<Example>(root, "example", example));
  if (rule.when.empty() && rule.any.empty() && !rule.window)
    return root.wrong("a rule that can never fire");
  return {};
}

}  // namespace

const char* word(Op op) { return kOps[static_cast<std::size_t>(op)]; }

Result<Clause> read_clause(const toml::Node& node) { return clause(node); }

Result<Rule> read_rule(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"name",   "area",       "severity", "title",      "given",     "for_each",
                 "when",   "any",        "window",   "message",    "evidence",  "why",
                 "remedy", "not_remedy", "impact",   "supersedes", "catalogue", "evidence_class",
                 "source", "date",       "example",  "compat",     "fix"}));
  Rule rule;
  rule.origin = file;
  TRY(read_words(root, rule));
  TRY(read_kinds(root, rule));
  return rule;
}

Result<Benign> read_benign(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"name", "fact", "unless", "example"}));
  Benign out;
  out.origin = file;
  out.name = TRY(root.text("name"));
  out.fact = TRY(root.text("fact"));
  out.unless = TRY(each_of<Clause>(root, "unless", clause));
  out.examples = TRY(each_of<Benign::Example>(root, "example", benign_example));
  return out;
}

}  // namespace gb10
