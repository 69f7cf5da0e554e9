#include "facts/meminfo.h"

#include <fmt/format.h>

#include "base/text.h"
#include "model/quantity.h"

namespace gb10 {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 52;  // bytes; more than any machine has

/// "  1941 1916 … " behind "Node 0, zone   Normal".
void add_zone(std::vector<std::int64_t>& blocks, std::string_view line) {
  const auto parts = words(line);
  if (parts.size() < 5 || parts[0] != "Node" || parts[2] != "zone") return;
  for (std::size_t i = 4; i < parts.size(); ++i) {
    const std::size_t order = i - 4;
    const auto count = whole_number(parts[i]);
    if (!count || *count < 0 || *count > kMost || order > 32) return;
    if (blocks.size() <= order) blocks.resize(order + 1);
    blocks[order] += *count;
  }
}

/// Bytes in all blocks; in floating point, because the counts come from outside.
double sum_of(const std::vector<std::int64_t>& blocks, std::int64_t page_size) {
  double sum = 0;
  double size = static_cast<double>(page_size);
  for (const std::int64_t count : blocks) {
    sum += static_cast<double>(count) * size;
    size *= 2;
  }
  return sum;
}

}  // namespace

std::map<std::string, std::int64_t, std::less<>> meminfo(std::string_view text) {
  std::map<std::string, std::int64_t, std::less<>> values;
  for (const std::string_view line : lines(text)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const auto parts = words(line.substr(colon + 1));
    const auto number = parts.empty() ? std::nullopt : whole_number(parts[0]);
    if (!number || *number < 0 || *number > kMost) continue;
    const bool kib = parts.size() > 1 && parts[1] == "kB";
    values.emplace(trimmed(line.substr(0, colon)), kib ? *number * 1024 : *number);
  }
  return values;
}

std::vector<std::int64_t> free_blocks(std::string_view buddyinfo) {
  std::vector<std::int64_t> blocks;
  for (const std::string_view line : lines(buddyinfo)) add_zone(blocks, line);
  return blocks;
}

std::optional<std::int64_t> page_size_of(const std::vector<std::int64_t>& blocks,
                                         std::int64_t free) {
  for (const std::int64_t size : {4096, 16384, 65536}) {
    const double sum = sum_of(blocks, size);
    if (sum > 0 && sum > 0.5 * static_cast<double>(free) && sum < 2.0 * static_cast<double>(free)) {
      return size;
    }
  }
  return std::nullopt;
}

Result<std::int64_t> memory_in_blocks(const std::vector<std::int64_t>& blocks,
                                      std::int64_t page_size, std::int64_t least) {
  if (blocks.empty()) return Error{Error::Kind::failed, "the table of free blocks is empty"};
  const double largest =
      sum_of({1}, page_size) * static_cast<double>(std::int64_t{1} << (blocks.size() - 1));
  if (largest < static_cast<double>(least)) {
    return Error{Error::Kind::unsupported,
                 fmt::format("the largest block of this kernel is {}", to_text(bytes(largest)))};
  }
  std::vector<std::int64_t> large = blocks;
  std::int64_t size = page_size;
  for (std::int64_t& count : large) {
    if (size < least) count = 0;
    size *= 2;
  }
  const double sum = sum_of(large, page_size);
  if (sum > static_cast<double>(kMost)) return Error{Error::Kind::failed, "absurd block counts"};
  return static_cast<std::int64_t>(sum);
}

}  // namespace gb10
