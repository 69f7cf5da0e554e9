#include "explain/signature.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/fields.h"
#include "rules/steps.h"

namespace gb10 {

namespace {

constexpr std::array<const char*, 4> kRoles = {"cause", "consequence", "harmless", "context"};
constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};

/// A flag that only counts when it is set; absent is no.
Result<bool> flag(const toml::Node& node, std::string_view key) {
  const toml::Node* const member = node.find(key);
  if (!member) return false;
  return member->truth();
}

Result<std::optional<std::int64_t>> count(const toml::Node& node, std::string_view key) {
  const toml::Node* const member = node.find(key);
  if (!member) return std::optional<std::int64_t>();
  if (member->kind != toml::Node::Kind::integer || member->integer < 0)
    return member->wrong("a whole number is wanted here");
  return std::optional(member->integer);
}

Result<Comparison> comparison(const toml::Node& node) {
  const std::string text = TRY(node.text());
  const std::vector<std::string_view> parts = words(text);
  if (parts.size() != 3) return node.wrong("NAME OP NUMBER is wanted here, with blanks between");
  const auto op = std::find(kComparisons.begin(), kComparisons.end(), parts[1]);
  if (op == kComparisons.end()) return node.wrong(fmt::format("no comparison: {}", parts[1]));
  return Comparison{std::string(parts[0]), std::string(parts[2]),
                    static_cast<Comparison::Op>(op - kComparisons.begin())};
}

/// An anchor must outlive what logs do to a text: quoting, escaping, colours.
Result<void> check_anchor(const LinePattern& pattern, const toml::Node& node) {
  if (pattern.anchor.size() < kShortestAnchor)
    return node.wrong(fmt::format("an anchor has at least {} bytes", kShortestAnchor));
  const bool odd = std::any_of(pattern.anchor.begin(), pattern.anchor.end(), [](char c) {
    return std::string_view("\"'`\\<>&").find(c) != std::string_view::npos || c < 0x20 || c > 0x7e;
  });
  if (odd) return node.wrong("an anchor holds only what JSON writes as it is, and no backquote");
  return {};
}

Result<LinePattern> line_pattern(const toml::Node& node) {
  TRY(node.only({"anchor", "line", "where", "times", "last"}));
  LinePattern out;
  out.at = node.line;
  out.anchor = TRY(node.text("anchor"));
  out.line = TRY(node.text("line"));
  out.where = TRY(each_of<Comparison>(node, "where", comparison));
  const std::optional<std::int64_t> times = TRY(count(node, "times"));
  out.times = times.value_or(1);
  if (out.times < 1) return node.wrong("times is at least 1");
  out.last = TRY(count(node, "last"));
  TRY(check_anchor(out, node));
  return out;
}

Result<Condition> condition(const toml::Node& node) {
  TRY(node.only({"any", "within", "after", "before", "between"}));
  Condition out;
  out.any = TRY(each_of<LinePattern>(node, "any", line_pattern));
  if (out.any.empty()) return node.wrong("a condition without lines");
  for (const LinePattern& pattern : out.any) {
    if (pattern.last) return node.wrong("only a [[match]] may say what is last");
  }
  out.within = TRY(count(node, "within"));
  out.after = TRY(flag(node, "after"));
  out.before = TRY(flag(node, "before"));
  out.between = TRY(flag(node, "between"));
  return out;
}

Result<Signature::Example> example(const toml::Node& node) {
  TRY(node.only({"fires", "silent"}));
  Signature::Example out;
  out.line = node.line;
  out.fires = node.find("fires") != nullptr;
  out.text = TRY(node.text(out.fires ? "fires" : "silent"));
  return out;
}

/// `alone = true`: in the whole log; `alone = "run"`: among its own lines.
Result<Signature::Alone> alone(const toml::Node& root) {
  const toml::Node* const member = root.find("alone");
  if (member && member->kind == toml::Node::Kind::string && member->string == "run")
    return Signature::Alone::in_run;
  const bool in_log = TRY(flag(root, "alone"));
  return in_log ? Signature::Alone::in_log : Signature::Alone::no;
}

Result<void> read_words(const toml::Node& root, Signature& out) {
  out.name = TRY(root.text("name"));
  out.title = TRY(root.text("title"));
  out.catalogue = TRY(root.text("catalogue", ""));
  out.why = TRY(root.text("why", ""));
  out.applies = TRY(root.text("applies", ""));
  out.fixed = TRY(root.text("fixed", ""));
  out.source = TRY(root.text("source"));
  out.date = TRY(root.text("date"));
  out.explains = TRY(root.texts("explains"));
  out.facts = TRY(root.texts("facts"));
  out.not_remedy = TRY(root.texts("not_remedy"));
  return {};
}

/// What belongs to one role and would mean nothing to another.
Result<void> read_role(const toml::Node& root, Signature& out) {
  out.role = TRY(enumerator<Role>(root, "role", role));
  const std::optional<std::int64_t> rank = TRY(count(root, "rank"));
  out.rank = static_cast<int>(std::min<std::int64_t>(rank.value_or(50), 1000));
  out.alone = TRY(alone(root));
  const std::string given = TRY(root.text("given", "gb10"));
  if (given != "gb10" && given != "any") return root.wrong("given is \"gb10\" or \"any\"");
  out.any_machine = given == "any";
  const std::string machine = TRY(root.text("machine", ""));
  const bool is_named = machine == "gb10" || machine == "other";
  if (out.role == Role::context ? !is_named : !machine.empty())
    return root.wrong("machine is \"gb10\" or \"other\", and only a context has it");
  out.other_machine = machine == "other";
  if (out.role != Role::cause) return {};
  if (out.why.empty() || out.remedy.empty())
    return root.wrong("a cause says why it happens and what to do");
  return {};
}

}  // namespace

std::optional<Role> role(std::string_view word) {
  const auto at = std::find(kRoles.begin(), kRoles.end(), word);
  if (at == kRoles.end()) return std::nullopt;
  return static_cast<Role>(at - kRoles.begin());
}

const char* word(Role role) { return kRoles[static_cast<std::size_t>(role)]; }

Result<Signature> read_signature(std::string_view text, std::string_view file) {
  const toml::Node root = TRY(toml::parse(text, file));
  TRY(root.only({"name",    "title",  "role",   "catalogue",  "rank",  "explains", "why",
                 "applies", "fixed",  "remedy", "not_remedy", "facts", "given",    "alone",
                 "machine", "source", "date",   "match",      "also",  "unless",   "example"}));
  Signature out;
  out.origin = file;
  TRY(read_words(root, out));
  out.remedy = TRY(each_of<Step>(root, "remedy", read_step));
  TRY(read_role(root, out));
  out.match = TRY(each_of<LinePattern>(root, "match", line_pattern));
  if (out.match.empty()) return root.wrong("a signature without a [[match]]");
  out.also = TRY(each_of<Condition>(root, "also", condition));
  out.unless = TRY(each_of<Condition>(root, "unless", condition));
  out.examples = TRY(each_of<Signature::Example>(root, "example", example));
  return out;
}

Result<Signature> read_signature(const DataFile& file) {
  const std::string name =
      file.origin == kBuiltIn ? fmt::format("signatures/{}.toml", file.name) : file.origin;
  Signature out = TRY(read_signature(file.text, name));
  if (out.name != file.name) {
    return Error{Error::Kind::invalid,
                 fmt::format("{}:1: the name inside is \"{}\"", name, out.name)};
  }
  out.origin = file.origin;
  return out;
}

std::string_view without_examples(std::string_view text) {
  const std::size_t at = text.find("\n[[example]]");
  return text.substr(0, at == std::string_view::npos ? at : at + 1);
}

}  // namespace gb10
