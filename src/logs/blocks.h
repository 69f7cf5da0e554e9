#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "logs/encoding.h"

namespace gb10 {

/// Whole lines of a log, one after the other, in UTF-8 or nearly, without escape sequences.
struct Block {
  std::string_view text;
  std::int64_t first_line = 1;  // the number of the line that it begins with
  std::size_t known = 0;        // so many bytes at its beginning were in the block before: a line
                                // that is too long for one block comes in pieces that overlap
  bool cut = false;             // its last line goes on in the next block
  std::int64_t line_ends = 0;   // in it
};

/// How many line ends `text` has.
std::int64_t line_ends(std::string_view text);

/// Cuts a stream of bytes into blocks of whole lines, in constant memory.
class BlockReader {
 public:
  using Take = std::function<void(const Block&)>;

  explicit BlockReader(Take take) : take_(std::move(take)) {}

  void feed(std::string_view bytes);
  /// Gives the whole lines that have come so far.
  void flush();
  /// Gives what is left, a last line without an end too.
  void end();

  std::int64_t bytes() const { return bytes_; }
  /// Lines that were given.
  std::int64_t lines() const { return line_ - 1 + (open_line_ ? 1 : 0); }

 private:
  void decide_encoding(bool at_end);
  void give_whole(bool all);
  void give(std::string_view text, bool cut);

  Take take_;
  std::optional<Encoding> encoding_;
  std::optional<Utf16Reader> utf16_;
  std::string pending_;  // what no block has taken yet
  std::string clean_;    // a block without escape sequences
  std::size_t known_ = 0;
  std::int64_t line_ = 1, bytes_ = 0;
  bool open_line_ = false;
};

}  // namespace gb10
