#include "rules/load.h"

#include <fmt/format.h>

namespace gb10 {

namespace {

/// What messages call the file of a table.
std::string file_name(const DataFile& file, std::string_view kind) {
  return file.origin == kBuiltIn ? fmt::format("{}/{}.toml", kind, file.name) : file.origin;
}

/// A file is found by its name, so the name inside must agree.
Result<void> check_name(std::string_view inside, const DataFile& file, std::string_view kind) {
  if (inside == file.name) return {};
  return Error{Error::Kind::invalid,
               fmt::format("{}:1: the name inside is \"{}\"", file_name(file, kind), inside)};
}

/// A rule without its own test: that half is for data_test, and reading it would double the
/// start-up time. What follows the first [[example]] belongs to examples by TOML's rules.
std::string_view without_examples(std::string_view text) {
  const std::size_t at = text.find("\n[[example]]");
  return text.substr(0, at == std::string_view::npos ? at : at + 1);
}

}  // namespace

Result<RuleSet> read_rules(std::span<const DataFile> rules, std::span<const DataFile> benign) {
  RuleSet out;
  for (const DataFile& file : rules) {
    Rule rule = TRY(read_rule(without_examples(file.text), file_name(file, "rules")));
    TRY(check_name(rule.name, file, "rules"));
    rule.origin = file.origin;
    out.rules.push_back(std::move(rule));
  }
  for (const DataFile& file : benign) {
    Benign line = TRY(read_benign(file.text, file_name(file, "benign")));
    TRY(check_name(line.name, file, "benign"));
    line.origin = file.origin;
    out.benign.push_back(std::move(line));
  }
  return out;
}

Result<RuleSet> load_rules(const HostView& host, const std::vector<std::string>& directories) {
  const std::vector<DataFile> rules = TRY(data_files(host, "rules", directories));
  const std::vector<DataFile> benign = TRY(data_files(host, "benign", directories));
  Result<RuleSet> read = read_rules(rules, benign);
  if (read.ok()) return read;
  return with_hint(read.error(),
                   "gb10 show memory.swap-while-free --toml prints a rule to compare");
}

}  // namespace gb10
