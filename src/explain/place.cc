#include "explain/place.h"

#include <algorithm>

#include "base/text.h"
#include "explain/line_view.h"
#include "logs/blocks.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongestShown = 400;  // bytes

}  // namespace

std::string shown(std::string_view line, std::string_view what) {
  if (line.size() <= kLongestShown) return printable(line, kLongestShown);
  const std::size_t at = std::min(line.find(what), line.size());
  const std::size_t begin = at > kLongestShown / 2 ? at - kLongestShown / 2 : 0;
  return (begin > 0 ? "…" : "") + printable(line.substr(begin, kLongestShown), kLongestShown) +
         (begin + kLongestShown < line.size() ? "…" : "");
}

std::string shown_beside(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  return printable(piece_at(line, line.size()), kLongestShown / 2);
}

LogEvidence evidence(const Place& place, std::string text, const NumberedLines& tail) {
  LogEvidence out;
  out.line = place.number;
  out.text = std::move(text);
  std::size_t end = place.begin;
  for (std::size_t i = 0; i < kAround && end > 0; ++i) {
    const std::size_t before = end < 2 ? std::string_view::npos : place.block.rfind('\n', end - 2);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    out.before.insert(out.before.begin(),
                      {place.number - 1 - static_cast<std::int64_t>(i),
                       shown_beside(place.block.substr(begin, end - 1 - begin))});
    end = begin;
  }
  for (std::size_t i = tail.size(); i > 0 && out.before.size() < kAround; --i) {
    // Only what stands right before: the tail may hold the beginning of this very line.
    const std::int64_t next = out.before.empty() ? out.line : out.before.front().first;
    if (tail[i - 1].first == next - 1) out.before.insert(out.before.begin(), tail[i - 1]);
  }
  std::size_t begin = place.end + 1;
  for (std::size_t i = 0; i < kAround && begin < place.block.size(); ++i) {
    const std::size_t stop = std::min(place.block.find('\n', begin), place.block.size());
    out.after.emplace_back(place.number + 1 + static_cast<std::int64_t>(i),
                           shown_beside(place.block.substr(begin, stop - begin)));
    begin = stop + 1;
  }
  return out;
}

NumberedLines tail_of(std::string_view block, std::int64_t first) {
  std::size_t begin = block.size();
  for (std::size_t i = 0; i < kAround && begin > 0; ++i)
    begin = begin < 2 ? 0 : block.rfind('\n', begin - 2) + 1;
  std::int64_t number = first + line_ends(block.substr(0, begin));
  NumberedLines out;
  for (const std::string_view line : lines(block.substr(begin)))
    out.emplace_back(number++, shown_beside(line));
  return out;
}

}  // namespace gb10
