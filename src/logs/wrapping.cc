#include "logs/wrapping.h"

#include <vector>

#include "base/text.h"
#include "logs/prefix.h"

namespace gb10 {

namespace {

constexpr std::size_t kNarrowest = 60, kWidest = 400;  // columns of a terminal
constexpr std::size_t kHead = 64 * 1024;               // bytes by which the width is decided
constexpr std::size_t kMostJoined = 100;               // lines

/// Whether a line of that width may go on in the next: not the row of a table, nor one that ends
/// of itself.
bool may_go_on(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  return !line.empty() && std::string_view("|+ \t-=").find(line.back()) == std::string_view::npos;
}

}  // namespace

std::optional<std::size_t> wrap_width(std::string_view head) {
  const std::vector<std::string_view> all = lines(head.substr(0, kHead));
  std::size_t widest = 0, full = 0, goes_on = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const std::size_t width = columns(all[i]);
    if (width > widest) widest = width, full = 0, goes_on = 0;
    if (width < widest) continue;
    ++full;
    if (!may_go_on(all[i])) continue;
    const LogLine next = taken_apart(all[i + 1]);
    const bool begins = next.message.size() < all[i + 1].size();
    goes_on += !begins && columns(all[i + 1]) <= width && all[i + 1] != all[i];
  }
  const bool usual = widest >= kNarrowest && widest <= kWidest;
  if (usual && full >= 2 && goes_on * 5 >= full * 4) return widest;
  return std::nullopt;
}

void for_each_joined(std::string_view text, std::size_t width,
                     const std::function<void(const JoinedLine&)>& take) {
  const std::vector<std::string_view> all = lines(text);
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    std::string joined(all[i]);
    while (columns(all[end]) == width && may_go_on(all[end]) && end + 1 < all.size() &&
           end - i < kMostJoined)
      joined += all[++end];
    if (end > i)
      take({std::move(joined), static_cast<std::int64_t>(i),
            static_cast<std::int64_t>(end - i + 1)});
    i = end + 1;
  }
}

}  // namespace gb10
