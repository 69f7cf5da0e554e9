#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>

namespace gb10 {

/// The ports at which somebody listens, by the inode of the socket, of the text of /proc/net/tcp or
/// /proc/net/tcp6.
std::map<std::uint64_t, int> listening_sockets(std::string_view text);

/// The TCP ports at which one of the processes listens, in order; none where their files may not be
/// looked at.
std::set<int> listening_ports(std::span<const std::int64_t> processes);

/// Whether somebody at `port` of this machine answers to HTTP with anything but a 5xx, with which
/// servers say that they still load. Waits up to a second.
bool serves(int port);

}  // namespace gb10
