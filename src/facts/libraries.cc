#include "facts/libraries.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "facts/paths.h"

namespace gb10::libraries {

namespace {

constexpr const char* kConf = "/etc/ld.so.conf";
constexpr int kDeepest = 4;

void read_conf(const HostView& host, const std::string& file, int depth,
               std::vector<std::string>& dirs);

void include(const HostView& host, std::string_view pattern, int depth,
             std::vector<std::string>& dirs) {
  const std::string full =
      pattern.starts_with('/') ? std::string(pattern) : "/etc/" + std::string(pattern);
  const std::string dir = paths::parent(full), names = paths::last(full);
  const auto entries = host.list(dir);
  if (!entries.ok()) return;
  for (const DirEntry& entry : *entries) {
    if (fits_glob(names, entry.name)) read_conf(host, dir + "/" + entry.name, depth + 1, dirs);
  }
}

void read_conf(const HostView& host, const std::string& file, int depth,
               std::vector<std::string>& dirs) {
  if (depth >= kDeepest) return;  // files may include each other
  const auto text = host.read(file);
  if (!text.ok()) return;
  for (const std::string_view line : lines(*text)) {
    const auto parts = words(line.substr(0, line.find('#')));
    if (parts.empty()) continue;
    if (parts[0] == "include") {
      for (std::size_t i = 1; i < parts.size(); ++i) include(host, parts[i], depth, dirs);
    } else if (parts[0].starts_with('/')) {
      dirs.emplace_back(parts[0]);
    }
  }
}

/// Those that are there, without links, each once.
std::vector<std::string> there_once(const HostView& host, const std::vector<std::string>& named) {
  std::vector<std::string> dirs;
  for (const std::string& dir : named) {
    const auto real = paths::resolved(host, dir);
    if (!real.ok() || std::find(dirs.begin(), dirs.end(), *real) != dirs.end()) continue;
    dirs.push_back(*real);
  }
  return dirs;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::vector<std::string> loader_dirs(const HostView& host) {
  std::vector<std::string> named;
  read_conf(host, kConf, 0, named);
  const bool knows_triplet = std::any_of(named.begin(), named.end(), [](const std::string& dir) {
    return dir.ends_with("-linux-gnu");
  });
  if (!knows_triplet) {
    named.insert(named.end(), {"/usr/lib/aarch64-linux-gnu", "/usr/lib/x86_64-linux-gnu"});
  }
  named.insert(named.end(), {"/lib", "/usr/lib", "/lib64", "/usr/lib64"});
  return there_once(host, named);
}

std::vector<std::string> built_in_dirs(const HostView& host, const std::string& machine) {
  const std::string triplet = machine + "-linux-gnu";
  return there_once(
      host, {"/lib/" + triplet, "/usr/lib/" + triplet, "/lib", "/usr/lib", "/lib64", "/usr/lib64"});
}

std::vector<std::string> path_dirs(std::string_view list) {
  std::vector<std::string> dirs;
  for (const std::string_view dir : split(list, ':')) {
    const std::string plain = paths::plain(trimmed(dir));
    if (!trimmed(dir).starts_with('/')) continue;
    if (std::find(dirs.begin(), dirs.end(), plain) == dirs.end()) dirs.push_back(plain);
  }
  return dirs;
}

std::optional<Name> named(std::string_view file) {
  const std::size_t so = file.find(".so");
  if (!file.starts_with("lib") || so == std::string_view::npos) return std::nullopt;
  std::string_view rest = file.substr(so + 3);
  if (rest.empty()) return Name{std::string(file.substr(0, so)), {}};
  if (rest.size() < 2 || rest[0] != '.' || !is_digit(rest[1])) return std::nullopt;
  rest.remove_prefix(1);
  const bool numbers =
      std::all_of(rest.begin(), rest.end(), [](char c) { return is_digit(c) || c == '.'; });
  if (!numbers) return std::nullopt;
  return Name{std::string(file.substr(0, so)), std::string(rest)};
}

std::string major(std::string_view version) {
  return std::string(version.substr(0, version.find('.')));
}

}  // namespace gb10::libraries
