#include "rules/clause.h"

#include <fmt/format.h>

#include "base/pattern.h"
#include "base/text.h"

namespace gb10 {

namespace {

ClauseResult decided(bool yes) { return {yes ? Truth::yes : Truth::no, {}, {}}; }
ClauseResult undecided(std::string reason) { return {Truth::unknown, std::move(reason), {}}; }

/// The order of the fact's value against the operand: -1, 0, 1; nothing when they cannot be
/// compared.
std::optional<int> order(const Value& value, const Operand& operand) {
  const auto sign = [](double a, double b) { return a < b ? -1 : a > b ? 1 : 0; };
  if (const auto* const quantity = std::get_if<Quantity>(&value)) {
    if (operand.quantity && operand.quantity->unit == quantity->unit)
      return sign(quantity->value, operand.quantity->value);
    return std::nullopt;
  }
  if (const auto* const version = std::get_if<Version>(&value)) {
    if (version->numbers().empty() || operand.text.empty()) return std::nullopt;
    return compared(*version, Version{operand.text});
  }
  if (const auto* const whole = std::get_if<std::int64_t>(&value); whole && operand.number) {
    return sign(static_cast<double>(*whole), *operand.number);
  }
  if (const auto* const number = std::get_if<double>(&value); number && operand.number)
    return sign(*number, *operand.number);
  return std::nullopt;
}

std::optional<int> order(const Value& a, const Value& b) {
  Operand operand;
  if (const auto* const quantity = std::get_if<Quantity>(&b)) operand.quantity = *quantity;
  if (const auto* const version = std::get_if<Version>(&b)) operand.text = version->text;
  if (const auto* const whole = std::get_if<std::int64_t>(&b))
    operand.number = static_cast<double>(*whole);
  if (const auto* const number = std::get_if<double>(&b)) operand.number = *number;
  return order(a, operand);
}

std::optional<bool> equal(const Value& value, const Operand& operand) {
  if (const auto* const truth = std::get_if<bool>(&value)) {
    return operand.truth ? std::optional(*truth == *operand.truth) : std::nullopt;
  }
  if (const auto* const text = std::get_if<std::string>(&value)) return *text == operand.text;
  const std::optional<int> by = order(value, operand);
  return by ? std::optional(*by == 0) : std::nullopt;
}

std::optional<bool> equal(const Value& a, const Value& b) {
  if (const std::optional<int> by = order(a, b)) return *by == 0;
  if (a.index() != b.index()) return std::nullopt;
  return a == b;
}

bool ordered(Op op, int by) {
  switch (op) {
    case Op::lt:
    case Op::lt_fact:
      return by < 0;
    case Op::le:
    case Op::le_fact:
      return by <= 0;
    case Op::gt:
    case Op::gt_fact:
      return by > 0;
    default:
      return by >= 0;
  }
}

std::vector<std::string> elements(const Value& value) {
  if (const auto* const list = std::get_if<std::vector<std::string>>(&value)) return *list;
  return {to_text(value)};
}

ClauseResult matching(const Clause& clause, const Value& value) {
  const Result<Pattern> pattern = Pattern::compile(clause.operand.text);
  if (!pattern.ok()) return undecided(fmt::format("no pattern: {}", clause.operand.text));
  ClauseResult out;
  for (std::string& element : elements(value)) {
    if (pattern->fits(element)) out.matched.push_back(std::move(element));
  }
  out.truth = out.matched.empty() == (clause.op == Op::matches_none) ? Truth::yes : Truth::no;
  return out;
}

bool contains(const Value& value, const std::string& wanted) {
  for (const std::string& element : elements(value)) {
    if (element == wanted) return true;
  }
  return false;
}

bool is_empty(const Value& value) {
  const auto* const list = std::get_if<std::vector<std::string>>(&value);
  return list ? list->empty() : to_text(value).empty();
}

ClauseResult compared_with(const Clause& clause, const Value& value) {
  if (clause.op == Op::eq || clause.op == Op::ne) {
    const std::optional<bool> same = equal(value, clause.operand);
    if (same) return decided(*same == (clause.op == Op::eq));
  } else if (const std::optional<int> by = order(value, clause.operand)) {
    return decided(ordered(clause.op, *by));
  }
  return undecided(
      fmt::format("{} is \"{}\", which cannot be compared", clause.fact, to_text(value)));
}

ClauseResult judged_known(const Clause& clause, const Value& value) {
  switch (clause.op) {
    case Op::known:
      return decided(*clause.operand.truth);
    case Op::unknown:
      return decided(false);
    case Op::matches:
    case Op::matches_none:
      return matching(clause, value);
    case Op::has:
      return decided(contains(value, clause.operand.text));
    case Op::lacks:
      return decided(!contains(value, clause.operand.text));
    case Op::empty:
      return decided(is_empty(value) == *clause.operand.truth);
    case Op::count_ge:
      return decided(static_cast<double>(elements(value).size()) >= *clause.operand.number);
    case Op::in: {
      for (const std::string& each : clause.operand.list) {
        if (to_text(value) == each) return decided(true);
      }
      return decided(false);
    }
    default:
      return compared_with(clause, value);
  }
}

ClauseResult judged_against_fact(const Clause& clause, const Value& value, const Facts& facts,
                                 std::string_view instance) {
  const std::string other_key = bound(clause.operand.text, instance);
  const Fact* const other = facts.find(other_key);
  if (!other || !other->value.ok()) {
    return undecided(
        fmt::format("{}: {}", other_key, other ? other->value.error().what : "not asked"));
  }
  if (clause.op == Op::eq_fact || clause.op == Op::ne_fact) {
    const std::optional<bool> same = equal(value, *other->value);
    if (same) return decided(*same == (clause.op == Op::eq_fact));
  } else if (const std::optional<int> by = order(value, *other->value)) {
    return decided(ordered(clause.op, *by));
  }
  return undecided(fmt::format("{} and {} cannot be compared", clause.fact, other_key));
}

/// "There is none" is an answer; "may not look" is not.
bool says_none(Error::Kind kind) {
  return kind == Error::Kind::not_found || kind == Error::Kind::unsupported;
}

/// Whether `truth` comes from what a list does not hold, or from a count that may be too low.
bool rests_on_absence(const Clause& clause, Truth truth) {
  switch (clause.op) {
    case Op::matches:
    case Op::has:
    case Op::count_ge:
      return truth == Truth::no;
    case Op::matches_none:
    case Op::lacks:
      return truth == Truth::yes;
    case Op::empty:
      return (truth == Truth::yes) == *clause.operand.truth;
    case Op::ge:
    case Op::gt:
    case Op::ne:
      return truth == Truth::no;
    case Op::eq:
    case Op::le:
    case Op::lt:
      return truth == Truth::yes;
    default:
      return false;
  }
}

/// An absent field of an instance: the thing is not there, if it could be looked for.
ClauseResult judged_absent(const Clause& clause, const Facts& facts, std::string_view key) {
  const std::string_view topic = key.substr(0, key.find('['));
  if (const auto why = why_unlisted(facts, topic)) return undecided(*why);
  const std::string_view instance = key.substr(0, key.find(']') + 1);
  const auto near = facts.all().lower_bound(instance);
  const bool listed = near != facts.all().end() && near->first.starts_with(instance);
  if (const auto why = why_more(facts, topic); why && !listed) return undecided(*why);
  return decided(clause.op == Op::known && !*clause.operand.truth);
}

/// A fact without a value.
ClauseResult judged_unknown(const Clause& clause, const Fact* fact) {
  const Error error = fact ? fact->value.error() : Error{Error::Kind::not_recorded, "not asked"};
  if (clause.op == Op::unknown) return decided(clause.operand.text == word(error.kind));
  if (clause.op == Op::known && !*clause.operand.truth) return decided(true);
  if (clause.op == Op::known && says_none(error.kind)) return decided(false);
  return undecided(error.what.find(clause.fact) == std::string::npos
                       ? fmt::format("{}: {}", clause.fact, error.what)
                       : error.what);
}

}  // namespace

std::span<const Witness> witnesses() {
  static constexpr Witness kAll[] = {
      {"block", "storage.disks"},
      {"container", "docker.containers"},
      {"engine", "engine.found"},
      {"env", "env.set"},
      {"filesystem", "storage.filesystems"},
      {"gpu", "gpu.count"},
      {"gpu_process", "gpu.processes"},
      {"net", "net.interfaces"},
      {"python", "python.environments"},
      {"rdma", "rdma.devices"},
      {"service", "service.found"},
  };
  return kAll;
}

std::optional<std::string> why_unlisted(const Facts& facts, std::string_view topic) {
  for (const Witness& witness : witnesses()) {
    if (witness.topic != topic) continue;
    const Fact* const fact = facts.find(witness.fact);
    if (!fact || fact->value.ok() || says_none(fact->value.error().kind)) return std::nullopt;
    return fmt::format("{}: {}", witness.fact, fact->value.error().what);
  }
  return std::nullopt;
}

std::optional<std::string> why_more(const Facts& facts, std::string_view topic) {
  for (const Witness& witness : witnesses()) {
    if (witness.topic != topic) continue;
    const Fact* const fact = facts.find(witness.fact);
    if (fact && !fact->gaps.empty()) return fact->gaps;
  }
  return std::nullopt;
}

std::string bound(std::string_view fact, std::string_view instance) {
  if (fact.find("[*]") == std::string_view::npos) return std::string(fact);
  return replaced(fact, "[*]", fmt::format("[{}]", instance));
}

ClauseResult judged(const Clause& clause, const Facts& facts, std::string_view instance) {
  const std::string key = bound(clause.fact, instance);
  const Fact* const fact = facts.find(key);
  if (!fact && key.find('[') != std::string::npos) return judged_absent(clause, facts, key);
  if (!fact || !fact->value.ok()) return judged_unknown(clause, fact);
  if (clause.op >= Op::eq_fact) return judged_against_fact(clause, *fact->value, facts, instance);
  ClauseResult result = judged_known(clause, *fact->value);
  if (!fact->gaps.empty() && rests_on_absence(clause, result.truth)) return undecided(fact->gaps);
  return result;
}

}  // namespace gb10
