#include "launch/fix_words.h"

#include <fmt/format.h>

#include "base/text.h"
#include "rules/clause.h"

namespace gb10 {

namespace {

/// "transformer-engine" of "python[*].transformer_engine".
std::string thing_of(std::string_view fact) {
  constexpr std::string_view kPython = "python[*].", kEnv = "env[", kLaunch = "launch.";
  if (fact.starts_with(kPython)) return replaced(fact.substr(kPython.size()), "_", "-");
  if (fact.starts_with(kEnv)) return std::string(fact.substr(4, fact.find(']') - 4));
  if (fact.starts_with(kLaunch)) return std::string(fact.substr(kLaunch.size()));
  return std::string(fact);
}

std::string operand_text(const Operand& operand) {
  if (!operand.text.empty()) return operand.text;
  if (operand.number) return fmt::format("{:g}", *operand.number);
  if (operand.truth) return *operand.truth ? "true" : "false";
  return joined(operand.list, " or ");
}

/// What a value would have to be, behind "not".
std::string wanted(const Clause& clause) {
  const std::string right = operand_text(clause.operand);
  switch (clause.op) {
    case Op::lt:
      return "before " + right;
    case Op::le:
      return right + " or before";
    case Op::gt:
      return "after " + right;
    case Op::ge:
      return right + " or later";
    default:
      return right;
  }
}

}  // namespace

std::optional<std::string> filled_value(std::string_view text, const Facts& facts,
                                        std::string_view instance) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == text.npos ? open : text.find('}', open);
    if (close == text.npos) break;
    out += text.substr(0, open);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const Fact* const fact = facts.find(bound(name, instance));
    if (!fact || !fact->value.ok()) return std::nullopt;
    out += to_text(*fact->value);
    text.remove_prefix(close + 1);
  }
  out += text;
  return out;
}

std::string why_not_filled(std::string_view text, const Facts& facts, std::string_view instance) {
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == text.npos ? open : text.find('}', open);
    if (close == text.npos) break;
    const std::string name = bound(text.substr(open + 1, close - open - 1), instance);
    const Fact* const fact = facts.find(name);
    if (!fact) return name + " was not asked";
    if (!fact->value.ok()) return fact->value.error().what;
    text.remove_prefix(close + 1);
  }
  return "its value";
}

std::string refuting(const Clause& clause, const Facts& facts, std::string_view instance) {
  if (clause.fact == "identity.gb10") return "this machine is no GB10";
  const std::string thing = thing_of(clause.fact);
  const Fact* const fact = facts.find(bound(clause.fact, instance));
  const bool of_python = clause.fact.starts_with("python[");
  if (of_python && instance.empty()) return fmt::format("no Python environment, so no {}", thing);
  if (!fact || !fact->value.ok())
    return fmt::format("{} is not {}", thing, of_python ? "installed" : "there");
  const std::string value = printable(to_text(*fact->value), 80);
  if (clause.op == Op::known) return fmt::format("{} is there: {}", thing, value);
  return fmt::format("{} is {}, not {}", thing, value, wanted(clause));
}

std::string not_known(const Clause& clause, std::string_view reason) {
  const std::string head = clause.fact + ": ";
  if (reason.starts_with(head)) reason.remove_prefix(head.size());
  if (clause.fact == "identity.gb10") return std::string(reason);
  if (reason.starts_with(clause.fact + " is "))
    return thing_of(clause.fact) + std::string(reason.substr(clause.fact.size()));
  return fmt::format("{}: {}", thing_of(clause.fact), reason);
}

std::string beyond_knowledge(const Clause& clause, const Facts& facts, std::string_view instance) {
  const Fact* const fact = facts.find(bound(clause.fact, instance));
  const std::string value =
      fact && fact->value.ok() ? printable(to_text(*fact->value), 80) : "not there";
  return fmt::format("{} is {}; what is known here is for {}", thing_of(clause.fact), value,
                     wanted(clause));
}

}  // namespace gb10
