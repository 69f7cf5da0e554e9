#include "host/listening.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

std::string whole(const char* path) {
  std::ifstream file(path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

/// The inode in "socket:[1234]".
std::optional<std::uint64_t> socket_inode(std::string_view link) {
  constexpr std::string_view kHead = "socket:[";
  if (!link.starts_with(kHead) || !link.ends_with(']')) return std::nullopt;
  const auto inode = whole_number(link.substr(kHead.size(), link.size() - kHead.size() - 1));
  return inode ? std::optional(static_cast<std::uint64_t>(*inode)) : std::nullopt;
}

}  // namespace

std::map<std::uint64_t, int> listening_sockets(std::string_view text) {
  std::map<std::uint64_t, int> out;
  for (const std::string_view line : lines(text)) {
    // "0: 00000000:1F90 00000000:0000 0A …": address, peer, state, and the inode as the tenth.
    const auto parts = words(line);
    constexpr std::size_t kAddress = 1, kState = 3, kInode = 9;
    if (parts.size() <= kInode || parts[kState] != "0A") continue;
    const auto port = whole_number(parts[kAddress].substr(parts[kAddress].rfind(':') + 1), 16);
    const auto inode = whole_number(parts[kInode]);
    if (port && inode) out[static_cast<std::uint64_t>(*inode)] = static_cast<int>(*port);
  }
  return out;
}

std::optional<int> listening_port(std::span<const std::int64_t> processes) {
  std::map<std::uint64_t, int> ports = listening_sockets(whole("/proc/net/tcp"));
  ports.merge(listening_sockets(whole("/proc/net/tcp6")));
  std::optional<int> lowest;
  for (const std::int64_t pid : processes) {
    std::error_code trouble;
    const std::filesystem::directory_iterator files(fmt::format("/proc/{}/fd", pid), trouble);
    if (trouble) continue;
    for (const auto& file : files) {
      const auto link = std::filesystem::read_symlink(file.path(), trouble);
      const auto inode = trouble ? std::nullopt : socket_inode(link.native());
      const auto at = inode ? ports.find(*inode) : ports.end();
      if (at != ports.end() && (!lowest || at->second < *lowest)) lowest = at->second;
    }
  }
  return lowest;
}

}  // namespace gb10
