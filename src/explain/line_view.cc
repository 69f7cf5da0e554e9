#include "explain/line_view.h"

#include <algorithm>

#include "base/text.h"
#include "logs/encoding.h"
#include "logs/json_line.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongest = 16 * 1024;
constexpr std::size_t kAround = 4 * 1024;
constexpr std::size_t kFar = 32 * 1024;

/// What is looked at of a line that is too long: some of it around the place.
std::string_view around(std::string_view line, std::size_t at) {
  if (line.size() <= kLongest) return line;
  const std::size_t begin = at > kAround ? at - kAround : 0;
  return line.substr(begin, 2 * kAround);
}

}  // namespace

std::string_view piece_at(std::string_view line, std::size_t at) {
  // Far from the place nothing is looked at, so that a line without end costs no more.
  const std::size_t from = at > kFar ? at - kFar : 0;
  const std::string_view near = line.substr(from, at - from + kFar);
  at -= from;
  const std::size_t before = at == 0 ? std::string_view::npos : near.rfind('\r', at - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return near.substr(begin, std::min(near.find('\r', at), near.size()) - begin);
}

/// The readings of one line: its message, the same with its level, and the whole.
void LineView::add(std::string_view text, bool is_fine) {
  while (text.ends_with('\r') || text.ends_with('\n')) text.remove_suffix(1);
  const LogLine parts = taken_apart(text);
  readings_.emplace_back(parts.message);
  if (!parts.leveled.empty() && parts.leveled.size() < text.size())
    readings_.emplace_back(parts.leveled);
  if (parts.message.size() < text.size()) readings_.emplace_back(text);
  fine_.resize(readings_.size(), is_fine || parts.says_it_is_fine);
  whole_.resize(readings_.size(), readings_.size() - 1);
  if (!parts_.time) parts_.time = parts.time;
}

/// A line that was packed into another, in pieces where it is long; what stands at the end of one
/// is in the next as well.
void LineView::add_long(std::string_view text, bool is_fine) {
  constexpr std::size_t kPiece = kLongest - kAround;
  for (; text.size() > kLongest; text.remove_prefix(kPiece))
    add(as_utf8(text.substr(0, kLongest)), is_fine);
  if (!text.empty()) add(as_utf8(text), is_fine);
}

/// True for a line that packs others into one, which are read then.
bool LineView::unpack(std::string_view line) {
  const auto json = json_line(taken_apart(line).message);
  if (!json) return false;
  if (!parts_.time) parts_.time = json->time;
  for (const std::string_view each : lines(json->said)) {
    for (const std::string_view piece : split(each, '\r')) add_long(piece, json->says_it_is_fine);
  }
  return !readings_.empty();
}

LineView::LineView(std::string_view line, std::size_t at) {
  const std::string_view piece = piece_at(line, at);
  const auto offset = static_cast<std::size_t>(piece.data() - line.data());
  text_ = as_utf8(around(piece, at - std::min(at, offset)));
  parts_ = taken_apart(text_);
  // What is packed may stand anywhere in a line, however long.
  const bool may_pack = trimmed(line).ends_with('}');
  is_unpacked_ = may_pack && unpack(line);
  if (!is_unpacked_) add(text_, false);
}

}  // namespace gb10
