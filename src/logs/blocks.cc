#include "logs/blocks.h"

#include <algorithm>
#include <array>

#include "logs/escapes.h"

namespace gb10 {

namespace {

constexpr std::size_t kBlock = 512 * 1024;
constexpr std::size_t kLongestLine = 1024 * 1024;
constexpr std::size_t kOverlap = 16 * 1024;
constexpr std::size_t kHead = 256;

}  // namespace

std::int64_t line_ends(std::string_view text) {
  // In pieces whose length the compiler knows, so that it counts many bytes at once.
  constexpr std::size_t kPiece = 128;
  std::int64_t count = 0;
  std::size_t at = 0;
  for (; at + kPiece <= text.size(); at += kPiece) {
    unsigned char ends = 0;
    for (std::size_t i = 0; i < kPiece; ++i)
      ends = static_cast<unsigned char>(ends + (text[at + i] == '\n'));
    count += ends;
  }
  return count + std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), '\n');
}

void BlockReader::decide_encoding(bool at_end) {
  // One byte says nothing, even where no more is there yet.
  if (encoding_ || pending_.size() < (at_end ? 2 : kHead)) return;
  encoding_ = encoding_of(pending_);
  if (pending_.starts_with("\xEF\xBB\xBF")) pending_.erase(0, 3);  // the mark of UTF-8
  if (*encoding_ == Encoding::bytes) return;
  utf16_.emplace(*encoding_ == Encoding::utf16_big);
  const std::string raw = std::move(pending_);
  pending_.clear();
  utf16_->append(raw, pending_);
}

void BlockReader::feed(std::string_view bytes) {
  bytes_ += static_cast<std::int64_t>(bytes.size());
  // A large piece is taken in parts, so that memory stays small.
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kBlock);
    bytes.remove_prefix(part.size());
    if (utf16_)
      utf16_->append(part, pending_);
    else
      pending_.append(part);
    decide_encoding(false);
    if (encoding_ && pending_.size() >= kBlock) give_whole(false);
  }
}

void BlockReader::flush() {
  decide_encoding(true);
  give_whole(false);
}

void BlockReader::end() {
  decide_encoding(true);
  give_whole(true);
}

/// Gives what ends with a line end; with `all` the rest too.
void BlockReader::give_whole(bool all) {
  const std::size_t end = pending_.rfind('\n');
  const std::size_t whole = end == std::string::npos ? 0 : end + 1;
  if (whole > known_ || (whole > 0 && known_ == 0)) {
    give(std::string_view(pending_).substr(0, whole), false);
    pending_.erase(0, whole);
    known_ = 0;
  }
  if (all) {
    if (pending_.size() > known_) give(pending_, false);
    pending_.clear();
    known_ = 0;
  } else if (pending_.size() >= kLongestLine) {
    give(pending_, true);
    pending_.erase(0, pending_.size() - kOverlap);
    known_ = kOverlap;
  }
}

void BlockReader::give(std::string_view text, bool cut) {
  Block block{text, line_, known_, cut, line_ends(text)};
  line_ += block.line_ends;
  open_line_ = cut || !text.ends_with('\n');
  if (has_escapes(text)) {
    clean_.clear();
    append_without_escapes(text, clean_);
    block.text = clean_;
    // What was known is shorter now by an unknown amount: a match twice is better than none.
    block.known = 0;
  }
  take_(block);
}

}  // namespace gb10
