#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>

namespace gb10 {

/// Where somebody listens for TCP, as connect(2) takes it: an IPv4 address is its first four bytes.
struct ListeningAt {
  int port = 0;
  bool is_ipv6 = false;
  std::array<unsigned char, 16> address{};

  friend auto operator<=>(const ListeningAt&, const ListeningAt&) = default;
};

/// The places at which somebody listens, by the inode of the socket, of the text of /proc/net/tcp
/// or /proc/net/tcp6.
std::map<std::uint64_t, ListeningAt> listening_sockets(std::string_view text);

/// The places at which one of the processes listens, in the order of their ports; none where their
/// files may not be looked at.
std::set<ListeningAt> listening_at(std::span<const std::int64_t> processes);

/// Whether somebody there answers to HTTP with anything but a 5xx, with which servers say that they
/// still load, or speaks TLS. Waits up to two seconds.
bool serves(const ListeningAt& place);

}  // namespace gb10
