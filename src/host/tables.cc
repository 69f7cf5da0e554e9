#include "host/tables.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/text.h"

namespace gb10 {

namespace {

using Tables = std::map<std::string, DataFile, std::less<>>;

constexpr std::string_view kEnding = ".toml";

Tables built_in(std::string_view kind) {
  Tables out;
  const std::string folder = std::string(kind) + "/";
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with(folder)) continue;
    std::string name(
        file.path.substr(folder.size(), file.path.size() - folder.size() - kEnding.size()));
    out[name] = DataFile{name, std::string(file.text), std::string(kBuiltIn)};
  }
  return out;
}

/// What root runs must not be steered by a file that another user can write.
bool is_trusted(const HostView& host, std::string_view path) {
  if (host.self().effective_user != 0) return true;
  const Result<FileInfo> info = host.info(path);
  return info.ok() && info->owner == 0 && (info->mode & 022U) == 0;
}

/// A folder that the caller named: that nothing of it would count must not go unsaid.
Result<void> check_named(const HostView& host, const std::string& directory) {
  constexpr std::string_view kWanted = "--data wants a folder that holds rules/NAME.toml";
  const Result<std::vector<DirEntry>> entries = host.list(directory);
  if (!entries.ok()) return with_hint(entries.error(), std::string(kWanted));
  const auto is_kind = [](const DirEntry& entry) {
    return entry.name == "rules" || entry.name == "benign";
  };
  if (std::none_of(entries->begin(), entries->end(), is_kind)) {
    return Error{Error::Kind::invalid,
                 fmt::format("{} holds neither rules/ nor benign/", directory),
                 std::string(kWanted)};
  }
  return {};
}

/// Who named a folder: a standing one is passed over where it cannot be read or trusted, one that
/// the caller named is not.
enum class Named { standing, by_the_caller };

/// Whether `path` counts.
Result<bool> counts(const HostView& host, const std::string& path, Named named) {
  if (is_trusted(host, path)) return true;
  if (named == Named::standing) return false;
  return Error{Error::Kind::invalid, fmt::format("{} could be written by others than root", path),
               "chown it to root and take write permission from others, or run without sudo"};
}

Result<void> overlay(const HostView& host, const std::string& dir, Named named, Tables& tables) {
  const Result<std::vector<DirEntry>> entries = host.list(dir);
  if (!entries.ok()) {
    const bool may_lack =
        named == Named::standing || entries.error().kind == Error::Kind::not_found;
    return may_lack ? Result<void>() : entries.error();
  }
  const bool dir_counts = TRY(counts(host, dir, named));
  if (!dir_counts) return {};
  for (const DirEntry& entry : *entries) {
    if (!entry.name.ends_with(kEnding)) continue;
    const std::string path = fmt::format("{}/{}", dir, entry.name);
    const bool file_counts = TRY(counts(host, path, named));
    if (!file_counts) continue;
    const std::string text = TRY(host.read(path));
    std::string name = entry.name.substr(0, entry.name.size() - kEnding.size());
    if (trimmed(text).empty())
      tables.erase(name);
    else
      tables[name] = DataFile{name, text, path};
  }
  return {};
}

}  // namespace

bool is_built_in(std::string_view kind, std::string_view name) {
  const std::string path = fmt::format("{}/{}{}", kind, name, kEnding);
  const std::span<const Embedded> files = embedded_files();
  return std::any_of(files.begin(), files.end(),
                     [&](const Embedded& file) { return file.path == path; });
}

Result<std::vector<DataFile>> data_files(const HostView& host, std::string_view kind,
                                         const std::vector<std::string>& directories) {
  Tables tables = built_in(kind);
  TRY(overlay(host, fmt::format("/etc/gb10/{}.d", kind), Named::standing, tables));
  const auto home = host.self().environment.find("HOME");
  if (host.self().effective_user != 0 && home != host.self().environment.end()) {
    TRY(overlay(host, fmt::format("{}/.config/gb10/{}.d", home->second, kind), Named::standing,
                tables));
  }
  for (const std::string& directory : directories) {
    TRY(check_named(host, directory));
    TRY(overlay(host, fmt::format("{}/{}", directory, kind), Named::by_the_caller, tables));
  }
  std::vector<DataFile> out;
  for (auto& [name, file] : tables) out.push_back(std::move(file));
  return out;
}

}  // namespace gb10
