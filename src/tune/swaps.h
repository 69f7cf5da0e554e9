#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

namespace gb10 {

/// Files that are swapped to now, of /proc/swaps. Partitions and zram are not among them.
Result<std::vector<std::string>> swap_files(const HostView& host);

/// "off", "on", or "on:5" with the priority that it was given; one that the kernel chose is below 0
/// and not told, because it cannot be asked for.
Result<std::string> read_swap(const HostView& host, std::string_view path);

/// Swaps to it, or no more. What lies there must fit into the memory that is available:
/// `unsupported` else, before anything is done.
Result<void> write_swap(Host& host, std::string_view path, std::string_view value);

/// The name of systemd's unit of a path: "swap-big.img" of "/swap/big.img".
std::string unit_name(std::string_view path);

}  // namespace gb10
