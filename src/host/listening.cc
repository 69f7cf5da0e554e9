#include "host/listening.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "base/text.h"
#include "host/descriptor.h"

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

std::set<int> listening_ports(std::span<const std::int64_t> processes) {
  std::map<std::uint64_t, int> ports = listening_sockets(whole("/proc/net/tcp"));
  ports.merge(listening_sockets(whole("/proc/net/tcp6")));
  std::set<int> out;
  for (const std::int64_t pid : processes) {
    std::error_code trouble;
    std::filesystem::directory_iterator file(fmt::format("/proc/{}/fd", pid), trouble);
    for (; !trouble && file != std::filesystem::directory_iterator(); file.increment(trouble)) {
      std::error_code unread;
      const auto link = std::filesystem::read_symlink(file->path(), unread);
      const auto inode = unread ? std::nullopt : socket_inode(link.native());
      const auto at = inode ? ports.find(*inode) : ports.end();
      if (at != ports.end()) out.insert(at->second);
    }
  }
  return out;
}

bool serves(int port) {
  constexpr int kMilliseconds = 1000;
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(static_cast<std::uint16_t>(port));
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int rc = ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&there), sizeof there);
  if (!socket || (rc != 0 && errno != EINPROGRESS)) return false;
  pollfd wanted{socket.get(), POLLOUT, 0};
  if (::poll(&wanted, 1, kMilliseconds) != 1) return false;
  constexpr std::string_view kAsk = "GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n";
  if (::send(socket.get(), kAsk.data(), kAsk.size(), MSG_NOSIGNAL) < 0) return false;
  wanted.events = POLLIN;
  if (::poll(&wanted, 1, kMilliseconds) != 1) return false;
  // "HTTP/1.1 200"
  std::array<char, 12> head{};
  const ssize_t n = ::recv(socket.get(), head.data(), head.size(), 0);
  const std::string_view said(head.data(), static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  return said.size() == head.size() && said.starts_with("HTTP/1.") && said[9] >= '1' &&
         said[9] <= '4';
}

}  // namespace gb10
