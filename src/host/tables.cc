#include "host/tables.h"

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

Result<void> overlay(const HostView& host, const std::string& dir, Tables& tables) {
  const Result<std::vector<DirEntry>> entries = host.list(dir);
  if (!entries.ok() || !is_trusted(host, dir)) return {};
  for (const DirEntry& entry : *entries) {
    if (!entry.name.ends_with(kEnding)) continue;
    const std::string path = fmt::format("{}/{}", dir, entry.name);
    if (!is_trusted(host, path)) continue;
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

Result<std::vector<DataFile>> data_files(const HostView& host, std::string_view kind,
                                         const std::vector<std::string>& directories) {
  Tables tables = built_in(kind);
  TRY(overlay(host, fmt::format("/etc/gb10/{}.d", kind), tables));
  const auto home = host.self().environment.find("HOME");
  if (host.self().effective_user != 0 && home != host.self().environment.end()) {
    TRY(overlay(host, fmt::format("{}/.config/gb10/{}.d", home->second, kind), tables));
  }
  for (const std::string& directory : directories) {
    const Result<std::vector<DirEntry>> there = host.list(directory);
    if (!there.ok()) {
      return with_hint(there.error(), "--data wants a folder that holds rules/NAME.toml");
    }
    TRY(overlay(host, fmt::format("{}/{}", directory, kind), tables));
  }
  std::vector<DataFile> out;
  for (auto& [name, file] : tables) out.push_back(std::move(file));
  return out;
}

}  // namespace gb10
