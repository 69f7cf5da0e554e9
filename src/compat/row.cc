#include "compat/row.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "compat/versions.h"
#include "rules/fields.h"
#include "rules/steps.h"
#include "wheel/pep440.h"

namespace gb10 {

namespace {

/// Months for which evidence is taken to hold where the row says nothing else.
constexpr int kMonthsThatItHolds = 6;

struct Month {
  int year = 0, month = 0;
};

std::optional<Month> month_of(std::string_view text) {
  if (text.size() != 7 || text[4] != '-') return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i != 4 && (text[i] < '0' || text[i] > '9')) return std::nullopt;
  }
  const Month out{static_cast<int>(*whole_number(text.substr(0, 4))),
                  static_cast<int>(*whole_number(text.substr(5)))};
  return out.year > 0 && out.month >= 1 && out.month <= 12 ? std::optional(out) : std::nullopt;
}

std::string later(Month from, int months) {
  const int count = from.month - 1 + months;
  return fmt::format("{:04}-{:02}", from.year + count / 12, count % 12 + 1);
}

Result<std::string> month(const toml::Node& node, std::string_view key) {
  const toml::Node* const member = TRY(node.need(key));
  std::string text = TRY(member->text());
  if (!month_of(text)) return member->wrong("a month is wanted here, such as \"2026-10\"");
  return text;
}

Result<std::string> said(const toml::Node& node, std::string_view key) {
  std::string text = TRY(node.text(key));
  if (trimmed(text).empty()) return node.wrong(fmt::format("{} is empty", key));
  return text;
}

Result<bool> truth(const toml::Node& node, std::string_view key) {
  const toml::Node* const member = node.find(key);
  return member ? member->truth() : Result<bool>(false);
}

Result<CompatRange> range(const toml::Node& node) {
  CompatRange out;
  out.versions = TRY(node.text("versions", ""));
  if (!are_specifiers(out.versions)) {
    return node.wrong(fmt::format("\"{}\" is no range of versions", printable(out.versions, 80)));
  }
  out.status = TRY(enumerator(node, "status", compat_status));
  out.why = TRY(said(node, "why"));
  return out;
}

Result<CompatRange> other_range(const toml::Node& node) {
  TRY(node.only({"versions", "status", "why"}));
  CompatRange out = TRY(range(node));
  if (out.versions.empty()) return node.wrong("a range wants its versions");
  return out;
}

Result<CompatEvidence> evidence(const toml::Node& node) {
  TRY(node.only({"source", "date", "kind", "says"}));
  CompatEvidence out;
  out.source = TRY(said(node, "source"));
  out.date = TRY(month(node, "date"));
  out.proof = TRY(enumerator(node, "kind", compat_proof));
  out.says = TRY(said(node, "says"));
  return out;
}

Result<CompatInstall> install(const toml::Node& node) {
  TRY(node.only({"requirement", "index", "index_name", "marker", "cpu_only_on_aarch64",
                 "replaces_torch", "x86_only", "former_names", "note"}));
  CompatInstall out;
  out.requirement = TRY(node.text("requirement", ""));
  out.index = TRY(node.text("index", ""));
  out.index_name = TRY(node.text("index_name", ""));
  out.marker = TRY(node.text("marker", ""));
  out.cpu_only_on_aarch64 = TRY(node.text("cpu_only_on_aarch64", ""));
  out.replaces_torch = TRY(truth(node, "replaces_torch"));
  out.x86_only = TRY(truth(node, "x86_only"));
  out.former_names = TRY(node.texts("former_names"));
  out.note = TRY(node.text("note", ""));
  const std::string& cpu_only = out.cpu_only_on_aarch64;
  if (cpu_only != "*" && !are_specifiers(cpu_only)) {
    return node.wrong("cpu_only_on_aarch64 wants a range of versions, or \"*\"");
  }
  if (out.index.empty() != out.index_name.empty()) {
    return node.wrong("index and index_name go together");
  }
  return out;
}

Result<CompatTest> check(const toml::Node& node, const std::string& row) {
  TRY(node.only({"for_each", "given", "wants", "breaks"}));
  CompatTest out;
  out.row = row;
  out.for_each = TRY(node.text("for_each", ""));
  out.given = TRY(each_of<Clause>(node, "given", read_clause));
  out.wants = TRY(each_of<Clause>(node, "wants", read_clause));
  if (out.wants.empty()) return node.wrong("a check wants at least one clause in wants");
  out.breaks = TRY(node.text("breaks", ""));
  return out;
}

Result<void> read_evidence(const toml::Node& node, CompatRow& row) {
  row.evidence = TRY(each_of<CompatEvidence>(node, "evidence", evidence));
  if (row.evidence.empty()) return node.wrong("a row wants at least one [[evidence]]");
  const CompatEvidence& newest = *std::max_element(
      row.evidence.begin(), row.evidence.end(),
      [](const CompatEvidence& a, const CompatEvidence& b) { return a.date < b.date; });
  row.expires = later(*month_of(newest.date), kMonthsThatItHolds);
  if (node.find("expires")) row.expires = TRY(month(node, "expires"));
  return {};
}

Result<void> check_packages(const toml::Node& node, const CompatRow& row) {
  for (const std::string& package : row.packages) {
    if (package == normalised_name(package)) continue;
    return node.wrong(fmt::format("packages: \"{}\" is written \"{}\"", printable(package, 80),
                                  normalised_name(package)));
  }
  return {};
}

}  // namespace

Result<CompatFile> read_compat(std::string_view text, std::string_view file) {
  const toml::Node node = TRY(toml::parse(text, file));
  TRY(node.only({"name", "title", "kind", "packages", "imports", "repositories", "status",
                 "versions", "why", "depends", "remedy", "not_remedy", "expires", "range",
                 "evidence", "install", "check"}));
  CompatFile out;
  CompatRow& row = out.row;
  row.name = TRY(said(node, "name"));
  row.title = TRY(said(node, "title"));
  row.kind = TRY(enumerator(node, "kind", compat_kind));
  row.packages = TRY(node.texts("packages"));
  TRY(check_packages(node, row));
  row.imports = TRY(node.texts("imports"));
  row.repositories = TRY(node.texts("repositories"));
  row.main = TRY(range(node));
  row.ranges = TRY(each_of<CompatRange>(node, "range", other_range));
  row.depends = TRY(node.texts("depends"));
  row.remedy = TRY(each_of<Step>(node, "remedy", read_step));
  row.not_remedy = TRY(node.texts("not_remedy"));
  TRY(read_evidence(node, row));
  if (const toml::Node* const table = node.find("install")) row.install = TRY(install(*table));
  if (const toml::Node* const table = node.find("check")) out.test = TRY(check(*table, row.name));
  return out;
}

}  // namespace gb10
