#include "tune/boot_values.h"

#include <array>
#include <functional>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

/// The first folder that has a name decides; the last of the names wins.
std::map<std::string, std::string> files_in_force(const HostView& host,
                                                  std::span<const std::string_view> folders,
                                                  const BootFiles& files) {
  std::map<std::string, std::string> out;  // by name
  for (const std::string_view folder : folders) {
    const auto entries = host.list(folder);
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      const std::string path = fmt::format("{}/{}", folder, entry.name);
      if (entry.name.ends_with(".conf") && entry.kind != FileKind::directory &&
          !files.without.contains(path))
        out.emplace(entry.name, path);
    }
    for (const auto& [path, content] : files.with) {
      const std::size_t slash = path.rfind('/');
      if (path.substr(0, slash) == folder) out.insert_or_assign(path.substr(slash + 1), path);
    }
  }
  return out;
}

using TakeLine = std::function<void(std::string_view line, const std::string& file)>;

void each_line(const HostView& host, std::span<const std::string_view> folders,
               const BootFiles& files, std::vector<std::string>& unread, const TakeLine& take) {
  for (const auto& [name, path] : files_in_force(host, folders, files)) {
    const auto given = files.with.find(path);
    const auto text =
        given != files.with.end() ? Result<std::string>(given->second) : host.read(path);
    if (!text.ok()) {
      unread.push_back(text.error().what);
      continue;
    }
    for (const std::string_view line : lines(*text)) {
      const std::string_view plain = trimmed(line);
      if (!plain.empty() && plain[0] != '#' && plain[0] != ';') take(plain, path);
    }
  }
}

/// "vm.swappiness" of "vm/swappiness"; a name with both keeps its first separator's meaning.
std::string dotted(std::string_view key) {
  const std::size_t dot = key.find('.'), slash = key.find('/');
  if (slash == std::string_view::npos || (dot != std::string_view::npos && dot < slash))
    return std::string(key);
  std::string out(key);
  for (char& c : out) c = c == '/' ? '.' : c == '.' ? '/' : c;
  return out;
}

bool is_pattern(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

}  // namespace

std::map<std::string, BootValue> sysctl_boot_values(const HostView& host, const BootFiles& files,
                                                    std::vector<std::string>& unread) {
  constexpr std::array<std::string_view, 4> kFolders = {
      "/etc/sysctl.d", "/run/sysctl.d", "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d"};
  std::map<std::string, BootValue> out;
  int order = 0;
  each_line(host, kFolders, files, unread, [&](std::string_view line, const std::string& file) {
    ++order;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return;
    std::string_view key = trimmed(line.substr(0, equals));
    if (key.starts_with('-')) key = trimmed(key.substr(1));
    if (key.empty() || is_pattern(key)) return;
    out.insert_or_assign(dotted(key),
                         BootValue{std::string(trimmed(line.substr(equals + 1))), file, order});
  });
  return out;
}

std::map<std::string, BootValue> tmpfiles_boot_values(const HostView& host, const BootFiles& files,
                                                      std::vector<std::string>& unread) {
  constexpr std::array<std::string_view, 4> kFolders = {
      "/etc/tmpfiles.d", "/run/tmpfiles.d", "/usr/local/lib/tmpfiles.d", "/usr/lib/tmpfiles.d"};
  constexpr std::size_t kArgument = 6;  // type path mode user group age argument
  std::map<std::string, BootValue> out;
  each_line(host, kFolders, files, unread, [&](std::string_view line, const std::string& file) {
    const std::vector<std::string_view> parts = words(line);
    if (parts.size() <= kArgument || !parts[0].starts_with('w') || is_pattern(parts[1])) return;
    std::vector<std::string> argument(parts.begin() + kArgument, parts.end());
    // The first line for a path counts: systemd-tmpfiles passes over the later ones.
    out.emplace(std::string(parts[1]), BootValue{joined(argument, " "), file, 0});
  });
  return out;
}

}  // namespace gb10
