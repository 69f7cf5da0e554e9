#include "host/tables.h"

#include <algorithm>
#include <array>
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
  constexpr std::string_view kWanted =
      "--data wants a folder that holds rules/NAME.toml, signatures/NAME.toml or compat/NAME.toml";
  const Result<std::vector<DirEntry>> entries = host.list(directory);
  if (!entries.ok()) return with_hint(entries.error(), std::string(kWanted));
  constexpr std::array<std::string_view, 10> kKinds = {
      "rules",    "benign", "signatures", "compat",       "knobs",
      "profiles", "fixes",  "containers", "capabilities", "milestones"};
  const auto is_kind = [&](const DirEntry& entry) {
    return entry.name == "recipes" ||
           std::find(kKinds.begin(), kKinds.end(), entry.name) != kKinds.end();
  };
  if (std::none_of(entries->begin(), entries->end(), is_kind)) {
    return Error{Error::Kind::invalid,
                 fmt::format("{} holds none of {}/", directory,
                             joined({kKinds.begin(), kKinds.end()}, "/, ")),
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

/// The tables of one kind while folder after folder is laid over them.
struct Overlaid {
  Tables files;
  std::map<std::string, DataMask, std::less<>> masks;
  std::vector<PassedOver> passed_over;
};

void add(DataFile file, Overlaid& all) {
  all.masks.erase(file.name);
  all.files[file.name] = std::move(file);
}

void mask(const std::string& name, const std::string& path, Overlaid& all) {
  const auto at = all.files.find(name);
  if (at != all.files.end()) {
    all.masks[name] = {at->second, path, true};
    all.files.erase(at);
  } else if (all.masks.find(name) == all.masks.end()) {
    all.masks[name] = {DataFile{name, {}, {}}, path, false};
  }
}

Result<void> overlay(const HostView& host, const std::string& dir, Named named, Overlaid& all) {
  const Result<std::vector<DirEntry>> entries = host.list(dir);
  if (!entries.ok()) {
    const bool lacks = entries.error().kind == Error::Kind::not_found;
    if (!lacks && named == Named::by_the_caller) return entries.error();
    if (!lacks) all.passed_over.push_back({dir, entries.error().what});
    return {};
  }
  constexpr const char* kOpen = "others than root could write it";
  const bool dir_counts = TRY(counts(host, dir, named));
  if (!dir_counts) return all.passed_over.push_back({dir, kOpen}), Result<void>();
  for (const DirEntry& entry : *entries) {
    // Editors keep locks and copies under names that begin with a dot.
    if (!entry.name.ends_with(kEnding) || entry.name.starts_with('.')) continue;
    const std::string path = fmt::format("{}/{}", dir, entry.name);
    const Result<FileInfo> info = host.info(path);
    const bool leads_nowhere = !info.ok() && info.error().kind == Error::Kind::not_found;
    if (leads_nowhere || (info.ok() && info->kind != FileKind::regular)) {
      all.passed_over.push_back({path, leads_nowhere ? info.error().what : "it is no plain file"});
      continue;
    }
    const bool file_counts = TRY(counts(host, path, named));
    if (!file_counts) {
      all.passed_over.push_back({path, kOpen});
      continue;
    }
    const std::string text = TRY(host.read(path));
    std::string name = entry.name.substr(0, entry.name.size() - kEnding.size());
    if (trimmed(text).empty())
      mask(name, path, all);
    else
      add({std::move(name), text, path}, all);
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

std::string user_tables(std::string_view home, std::string_view kind) {
  return fmt::format("{}/.config/gb10/{}.d", home, kind);
}

Result<DataTables> data_tables(const HostView& host, std::string_view kind,
                               const std::vector<std::string>& directories) {
  Overlaid all{built_in(kind), {}, {}};
  TRY(overlay(host, fmt::format("/etc/gb10/{}.d", kind), Named::standing, all));
  const auto home = host.self().environment.find("HOME");
  if (host.self().effective_user != 0 && home != host.self().environment.end()) {
    TRY(overlay(host, user_tables(home->second, kind), Named::standing, all));
  }
  for (const std::string& directory : directories) {
    TRY(check_named(host, directory));
    TRY(overlay(host, fmt::format("{}/{}", directory, kind), Named::by_the_caller, all));
  }
  DataTables out;
  for (auto& [name, file] : all.files) out.files.push_back(std::move(file));
  for (auto& [name, mask] : all.masks) out.masks.push_back(std::move(mask));
  out.passed_over = std::move(all.passed_over);
  return out;
}

Result<std::vector<DataFile>> data_files(const HostView& host, std::string_view kind,
                                         const std::vector<std::string>& directories) {
  DataTables all = TRY(data_tables(host, kind, directories));
  return std::move(all.files);
}

}  // namespace gb10
