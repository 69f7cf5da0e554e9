#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace gb10 {

/// The ports at which somebody listens, by the inode of the socket, of the text of /proc/net/tcp or
/// /proc/net/tcp6.
std::map<std::uint64_t, int> listening_sockets(std::string_view text);

/// The lowest TCP port at which one of the processes listens; nothing where none does, or where
/// their files may not be looked at.
std::optional<int> listening_port(std::span<const std::int64_t> processes);

}  // namespace gb10
