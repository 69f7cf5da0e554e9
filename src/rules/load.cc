#include "rules/load.h"

#include <span>

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

/// Reads every file of `kind`; a mistake in one comes with `hint`.
template <class T>
Result<std::vector<T>> read_each(std::span<const DataFile> files, std::string_view kind,
                                 Result<T> (*read)(std::string_view, std::string_view),
                                 const std::string& hint) {
  std::vector<T> out;
  for (const DataFile& file : files) {
    Result<T> one = read(without_examples(file.text), file_name(file, kind));
    if (!one.ok()) return with_hint(one.error(), hint);
    const Result<void> named = check_name(one->name, file, kind);
    if (!named.ok()) return with_hint(named.error(), hint);
    one->origin = file.origin;
    out.push_back(*std::move(one));
  }
  return out;
}

}  // namespace

Result<RuleSet> load_rules(const HostView& host, const std::vector<std::string>& directories) {
  return load_rules(host, directories, [](std::string_view) { return true; });
}

Result<RuleSet> load_rules(const HostView& host, const std::vector<std::string>& directories,
                           bool (*wanted)(std::string_view name)) {
  std::vector<DataFile> files = TRY(data_files(host, "rules", directories));
  std::erase_if(files, [&](const DataFile& file) { return !wanted(file.name); });
  RuleSet out;
  out.rules = TRY(read_each<Rule>(files, "rules", read_rule,
                                  "gb10 show memory.swap-while-free --toml prints a rule to "
                                  "compare"));
  return out;
}

Result<std::vector<Benign>> load_benign(const HostView& host,
                                        const std::vector<std::string>& directories) {
  const std::vector<DataFile> files = TRY(data_files(host, "benign", directories));
  return read_each<Benign>(files, "benign", read_benign,
                           "gb10 show mlx5-slot-power --toml prints one to compare");
}

}  // namespace gb10
