#include "host/listening.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
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

/// "0100007F" or 32 digits: words of the address as the CPU has them, in hexadecimal.
bool parse_address(std::string_view digits, ListeningAt& into) {
  constexpr std::size_t kDigits = 8;  // of a word
  into.is_ipv6 = digits.size() == 4 * kDigits;
  if (!into.is_ipv6 && digits.size() != kDigits) return false;
  for (std::size_t i = 0; i * kDigits < digits.size(); ++i) {
    const auto word = whole_number(digits.substr(i * kDigits, kDigits), 16);
    if (!word) return false;
    const auto bytes = static_cast<std::uint32_t>(*word);
    std::memcpy(&into.address[4 * i], &bytes, sizeof bytes);
  }
  return true;
}

/// Whoever listens everywhere is asked here.
ListeningAt reachable(ListeningAt place) {
  const bool is_any = std::all_of(place.address.begin(), place.address.end(),
                                  [](unsigned char byte) { return byte == 0; });
  if (!is_any) return place;
  if (place.is_ipv6) {
    place.address.back() = 1;
  } else {
    place.address[0] = 127;
    place.address[3] = 1;
  }
  return place;
}

/// A socket that is on its way to `place`; none where that fails at once.
Descriptor on_the_way_to(const ListeningAt& place) {
  const int family = place.is_ipv6 ? AF_INET6 : AF_INET;
  Descriptor socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const auto port = htons(static_cast<std::uint16_t>(place.port));
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = port;
  std::memcpy(&four.sin_addr, place.address.data(), sizeof four.sin_addr);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = port;
  std::memcpy(&six.sin6_addr, place.address.data(), sizeof six.sin6_addr);
  const auto* const to = place.is_ipv6 ? reinterpret_cast<const sockaddr*>(&six)
                                       : reinterpret_cast<const sockaddr*>(&four);
  const socklen_t size = place.is_ipv6 ? sizeof six : sizeof four;
  if (::connect(socket.get(), to, size) != 0 && errno != EINPROGRESS) socket.close();
  return socket;
}

}  // namespace

std::map<std::uint64_t, ListeningAt> listening_sockets(std::string_view text) {
  std::map<std::uint64_t, ListeningAt> out;
  for (const std::string_view line : lines(text)) {
    // "0: 00000000:1F90 00000000:0000 0A …": address, peer, state, and the inode as the tenth.
    const auto parts = words(line);
    constexpr std::size_t kAddress = 1, kState = 3, kInode = 9;
    if (parts.size() <= kInode || parts[kState] != "0A") continue;
    const std::size_t colon = parts[kAddress].rfind(':');
    if (colon == std::string_view::npos) continue;
    const auto port = whole_number(parts[kAddress].substr(colon + 1), 16);
    const auto inode = whole_number(parts[kInode]);
    ListeningAt place;
    if (!port || !inode || !parse_address(parts[kAddress].substr(0, colon), place)) continue;
    place.port = static_cast<int>(*port);
    out[static_cast<std::uint64_t>(*inode)] = place;
  }
  return out;
}

std::set<ListeningAt> listening_at(std::span<const std::int64_t> processes) {
  std::map<std::uint64_t, ListeningAt> all = listening_sockets(whole("/proc/net/tcp"));
  all.merge(listening_sockets(whole("/proc/net/tcp6")));
  std::set<ListeningAt> out;
  for (const std::int64_t pid : processes) {
    std::error_code trouble;
    std::filesystem::directory_iterator file(fmt::format("/proc/{}/fd", pid), trouble);
    for (; !trouble && file != std::filesystem::directory_iterator(); file.increment(trouble)) {
      std::error_code unread;
      const auto link = std::filesystem::read_symlink(file->path(), unread);
      const auto inode = unread ? std::nullopt : socket_inode(link.native());
      const auto at = inode ? all.find(*inode) : all.end();
      if (at != all.end()) out.insert(at->second);
    }
  }
  return out;
}

bool serves(const ListeningAt& place) {
  constexpr int kMilliseconds = 1000;
  const Descriptor socket = on_the_way_to(reachable(place));
  if (!socket) return false;
  pollfd wanted{socket.get(), POLLOUT, 0};
  if (::poll(&wanted, 1, kMilliseconds) != 1) return false;
  constexpr std::string_view kAsk = "GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n";
  if (::send(socket.get(), kAsk.data(), kAsk.size(), MSG_NOSIGNAL) < 0) return false;
  wanted.events = POLLIN;
  if (::poll(&wanted, 1, kMilliseconds) != 1) return false;
  std::array<char, 12> head{};  // "HTTP/1.1 200"
  const ssize_t n = ::recv(socket.get(), head.data(), head.size(), 0);
  const std::string_view said(head.data(), static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  // To its end, so that the server does not find a connection that broke.
  std::array<char, 4096> rest{};
  constexpr int kRest = 200;  // milliseconds
  for (int i = 0; i < 16 && ::poll(&wanted, 1, kRest) == 1; ++i) {
    if (::recv(socket.get(), rest.data(), rest.size(), 0) <= 0) break;
  }
  if (said.starts_with("\x15\x03")) return true;  // TLS says that this is none
  return said.size() == head.size() && said.starts_with("HTTP/1.") && said[9] >= '1' &&
         said[9] <= '4';
}

}  // namespace gb10
