#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gb10 {

enum class Encoding { bytes, utf16_little, utf16_big };

/// What a text is written in, by its first bytes: a mark, or zero bytes at every other place.
Encoding encoding_of(std::string_view head);

/// Turns a stream of UTF-16 into UTF-8, piece by piece. Halves of pairs that stand alone become
/// U+FFFD.
class Utf16Reader {
 public:
  explicit Utf16Reader(bool big_endian) : big_endian_(big_endian) {}

  /// Appends what `bytes` completes.
  void append(std::string_view bytes, std::string& out);

 private:
  void unit(std::uint32_t value, std::string& out);

  bool big_endian_;
  bool has_byte_ = false;
  unsigned char byte_ = 0;  // the first of a unit whose second has not come yet
  std::uint32_t high_ = 0;  // the first half of a pair; 0 for none
};

/// `text` with each byte that is no UTF-8 as "?": what patterns and JSON can read.
std::string as_utf8(std::string_view text);

}  // namespace gb10
