#include "compat/matrix.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"
#include "compat/versions.h"

namespace gb10 {

namespace {

constexpr std::string_view kFolder = "compat/";
constexpr std::string_view kEnding = ".toml";
constexpr const char* kHint = "gb10 show vllm --toml prints a row to compare";

/// A package belongs to one row.
Result<void> add_packages(const CompatRow& row, const std::string& file,
                          std::map<std::string, std::string>& owners) {
  for (const std::string& package : row.packages) {
    const auto [at, added] = owners.emplace(package, row.name);
    if (added) continue;
    return Error{Error::Kind::invalid,
                 fmt::format("{}:1: {} covers the package {} too", file, at->second, package),
                 "take it out of one of the two"};
  }
  return {};
}

}  // namespace

Result<CompatMatrix> CompatMatrix::built_in() {
  std::vector<DataFile> files;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with(kFolder)) continue;
    const std::size_t length = file.path.size() - kFolder.size() - kEnding.size();
    files.push_back({std::string(file.path.substr(kFolder.size(), length)), std::string(file.text),
                     std::string(kBuiltIn)});
  }
  return open(files);
}

Result<CompatMatrix> CompatMatrix::open(std::span<const DataFile> given) {
  CompatMatrix out;
  std::map<std::string, std::string> owners;
  // Ours first, so that a clash is told of the owner's file.
  std::vector<DataFile> files(given.begin(), given.end());
  std::stable_partition(files.begin(), files.end(),
                        [](const DataFile& file) { return file.origin == kBuiltIn; });
  for (const DataFile& file : files) {
    const std::string place =
        file.origin == kBuiltIn ? fmt::format("{}{}{}", kFolder, file.name, kEnding) : file.origin;
    Result<CompatFile> read = read_compat(file.text, place);
    if (!read.ok()) return with_hint(read.error(), kHint);
    if (read->row.name != file.name) {
      return Error{Error::Kind::invalid,
                   fmt::format("{}:1: the name inside is \"{}\"", place, read->row.name), kHint};
    }
    TRY(add_packages(read->row, place, owners));
    read->row.origin = file.origin;
    if (read->test) out.tests_.push_back(*std::move(read->test));
    out.rows_.push_back(std::move(read->row));
  }
  const auto by_row = [](const CompatTest& a, const CompatTest& b) { return a.row < b.row; };
  std::sort(out.tests_.begin(), out.tests_.end(), by_row);
  std::sort(out.rows_.begin(), out.rows_.end(),
            [](const CompatRow& a, const CompatRow& b) { return a.name < b.name; });
  return out;
}

const CompatRow* CompatMatrix::for_package(std::string_view normalised_name) const {
  const CompatRow* fits = nullptr;
  for (const CompatRow& row : rows_) {
    for (const std::string& package : row.packages) {
      if (package == normalised_name) return &row;
      if (!fits && fits_glob(package, normalised_name)) fits = &row;
    }
  }
  return fits;
}

const CompatRow* CompatMatrix::named(std::string_view name) const {
  const auto at =
      std::lower_bound(rows_.begin(), rows_.end(), name,
                       [](const CompatRow& row, std::string_view key) { return row.name < key; });
  return at != rows_.end() && at->name == name ? &*at : nullptr;
}

std::optional<CompatRange> status_of_build(std::string_view version) {
  const std::size_t plus = version.find('+');
  const std::string_view build = plus == std::string_view::npos ? "" : version.substr(plus + 1);
  if (build == "cpu")
    return CompatRange{{}, CompatStatus::cpu_only, "a build without CUDA, as +cpu says"};
  const auto cuda = build.starts_with("cu") ? whole_number(build.substr(2)) : std::nullopt;
  if (!cuda || *cuda < 100 || *cuda >= 130) return std::nullopt;
  return CompatRange{{},
                     CompatStatus::unknown,
                     fmt::format("a build for CUDA {}.{}, of which this row does not speak: gb10 "
                                 "audit judges one that is installed",
                                 *cuda / 10, *cuda % 10)};
}

const CompatRange* status_for(const CompatRow& row, std::string_view version) {
  for (const CompatRange& range : row.ranges) {
    if (holds(range.versions, version)) return &range;
  }
  return holds(row.main.versions, version) ? &row.main : nullptr;
}

}  // namespace gb10
