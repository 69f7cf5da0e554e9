#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/meminfo.h"
#include "facts/memory.h"
#include "facts/value.h"

namespace gb10::memory {

namespace {

constexpr std::int64_t kLarge = 32 << 20;
constexpr const char* kBuddyinfo = "/proc/buddyinfo";

struct PageSize {
  std::int64_t bytes = 0;
  std::string source;
};

/// A table of pages is one page of 8-byte entries, so what one such table covers tells the page:
/// 2 MiB, 32 MiB and 512 MiB belong to pages of 4, 16 and 64 KiB.
std::optional<std::int64_t> page_behind(std::int64_t covered) {
  for (const std::int64_t page : {4096, 16384, 65536}) {
    if (page * (page / 8) == covered) return page;
  }
  return std::nullopt;
}

Result<PageSize> page_size(const HostView& host, const std::vector<std::int64_t>& blocks,
                           const Facts& facts) {
  const std::string path = "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size";
  const auto covered = ask::number(host, path);
  if (const auto page = page_behind(covered.value_or(0))) return PageSize{*page, path};
  const auto* const free = facts.known<Quantity>("memory.free");
  const auto fitting = free ? page_size_of(blocks, static_cast<std::int64_t>(free->value))
                            : std::optional<std::int64_t>();
  if (fitting) return PageSize{*fitting, "computed: free blocks and free memory agree"};
  return Error{Error::Kind::failed, "the size of a page is not known"};
}

/// "32 MiB".
std::string block_name(std::int64_t size) {
  constexpr std::int64_t kKib = 1 << 10, kMib = 1 << 20, kGib = 1 << 30;
  if (size >= kGib) return fmt::format("{} GiB", size / kGib);
  return size >= kMib ? fmt::format("{} MiB", size / kMib) : fmt::format("{} KiB", size / kKib);
}

std::vector<std::string> block_lines(const std::vector<std::int64_t>& blocks, std::int64_t page) {
  std::vector<std::string> lines;
  std::int64_t size = page;
  for (const std::int64_t count : blocks) {
    lines.push_back(fmt::format("{}: {}", block_name(size), count));
    size *= 2;
  }
  return lines;
}

void put_blocks(const std::vector<std::int64_t>& blocks, std::int64_t page, Facts& facts) {
  const auto large = memory_in_blocks(blocks, page, kLarge);
  facts.set("memory.free_blocks", block_lines(blocks, page), kBuddyinfo);
  facts.put("memory.large_blocks", as_value(large.map([](std::int64_t b) { return b / kLarge; })),
            kBuddyinfo);
  facts.put("memory.large_block_memory",
            as_value(large.map([](std::int64_t b) { return bytes(static_cast<double>(b)); })),
            kBuddyinfo);
}

}  // namespace

void collect_blocks(const HostView& host, Facts& facts) {
  const auto text = host.read(kBuddyinfo);
  const auto blocks = free_blocks(text.value_or(""));
  const auto page = page_size(host, blocks, facts);
  facts.put("memory.page_size", as_value(page.map([](const PageSize& size) {
              return bytes(static_cast<double>(size.bytes));
            })),
            page.ok() ? page->source : "/sys/kernel/mm");
  if (text.ok() && page.ok() && !blocks.empty()) return put_blocks(blocks, page->bytes, facts);
  const Error why = !text.ok()   ? text.error()
                    : !page.ok() ? page.error()
                                 : nonsense(kBuddyinfo, *text);
  for (const char* name : {"free_blocks", "large_blocks", "large_block_memory"}) {
    facts.unknown(fmt::format("memory.{}", name), why, kBuddyinfo);
  }
}

}  // namespace gb10::memory
