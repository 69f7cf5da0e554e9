#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// The kernel's own tables of memory as numbers.
namespace gb10 {

/// The values of /proc/meminfo by their names: bytes where the line says "kB" (which the kernel
/// means as KiB), plain counts elsewhere. Lines that make no sense are left out.
std::map<std::string, std::int64_t, std::less<>> meminfo(std::string_view text);

/// How many free blocks there are of each order, over all nodes and zones of /proc/buddyinfo. Order
/// n is 2^n pages. Empty when the text makes no sense.
std::vector<std::int64_t> free_blocks(std::string_view buddyinfo);

/// The page size whose blocks add up to about `free` bytes; nothing when none of the sizes that
/// Linux has on these machines does. Per-CPU lists hold a few free pages back, so the sum may lie a
/// little below; the sizes lie a factor of four apart.
std::optional<std::int64_t> page_size_of(const std::vector<std::int64_t>& blocks,
                                         std::int64_t free);

/// Free memory that lies in blocks of at least `least` bytes. An Error `unsupported` when even the
/// largest block of this kernel is smaller than that.
Result<std::int64_t> memory_in_blocks(const std::vector<std::int64_t>& blocks,
                                      std::int64_t page_size, std::int64_t least);

}  // namespace gb10
