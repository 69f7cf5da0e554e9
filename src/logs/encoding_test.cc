#include "logs/encoding.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

std::string utf16(std::u16string_view text, bool big_endian) {
  std::string out;
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8U), low = static_cast<char>(unit & 0xFFU);
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  }
  return out;
}

std::string read(std::string_view bytes, bool big_endian, std::size_t piece) {
  Utf16Reader reader(big_endian);
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    reader.append(bytes.substr(at, piece), out);
  return out;
}

TEST(Encoding, is_told_by_its_mark) {
  EXPECT_EQ(encoding_of("\xff\xfe"), Encoding::utf16_little);
  EXPECT_EQ(encoding_of("\xfe\xff"), Encoding::utf16_big);
  EXPECT_EQ(encoding_of("\xef\xbb\xbfplain text"), Encoding::bytes);
}

TEST(Encoding, without_a_mark_is_told_by_its_zero_bytes) {
  const std::u16string_view text = u"ValueError: no GPU — ä";
  EXPECT_EQ(encoding_of(utf16(text, false)), Encoding::utf16_little);
  EXPECT_EQ(encoding_of(utf16(text, true)), Encoding::utf16_big);
  EXPECT_EQ(encoding_of(utf16(std::u16string(1000, u'a'), false)), Encoding::utf16_little);
}

TEST(Encoding, is_told_by_the_first_bytes_alone) {
  EXPECT_EQ(encoding_of(utf16(std::u16string(128, u'a'), false) + std::string(2000, 'x')),
            Encoding::utf16_little);
}

TEST(Encoding, of_other_texts_is_bytes) {
  EXPECT_EQ(encoding_of(""), Encoding::bytes);
  EXPECT_EQ(encoding_of("\xff"), Encoding::bytes);
  EXPECT_EQ(encoding_of(std::string_view("a\0b\0", 4)), Encoding::bytes);  // too short to tell
  EXPECT_EQ(encoding_of(std::string(300, '\0')), Encoding::bytes);
  EXPECT_EQ(encoding_of("plain text, long enough"), Encoding::bytes);
  EXPECT_EQ(encoding_of(std::string_view("one\0two\0three\0four\0", 19)), Encoding::bytes);
}

TEST(Utf16, becomes_utf8_however_it_is_cut) {
  const std::u16string_view text = u"\uFEFFa ä € 😀\r\n";
  for (const bool big_endian : {false, true}) {
    for (std::size_t piece = 1; piece < 8; ++piece)
      EXPECT_EQ(read(utf16(text, big_endian), big_endian, piece), "a ä € 😀\r\n") << piece;
  }
}

TEST(Utf16, halves_of_pairs_that_stand_alone_are_replaced) {
  EXPECT_EQ(read(std::string_view("\x3d\xd8x\0", 4), false, 4), "\uFFFDx");
  EXPECT_EQ(read(std::string_view("\x00\xdex\0", 4), false, 4), "\uFFFDx");
  EXPECT_EQ(read(std::string_view("\x3d\xd8\x3d\xd8\x00\xde", 6), false, 1), "\uFFFD😀");
}

TEST(Utf16, a_byte_without_its_second_waits) { EXPECT_EQ(read("a", false, 1), ""); }

TEST(Utf8, is_kept_and_all_else_becomes_a_question_mark) {
  EXPECT_EQ(as_utf8("plain"), "plain");
  EXPECT_EQ(as_utf8("ä € 😀"), "ä € 😀");
  EXPECT_EQ(as_utf8("a\xff z"), "a? z");
  EXPECT_EQ(as_utf8("\xc3"), "?");
  EXPECT_EQ(as_utf8("\xe2\x82x"), "??x");
  EXPECT_EQ(as_utf8("\xc3("), "?(");
  EXPECT_EQ(as_utf8("\x80"), "?");
}

TEST(Utf8, in_too_long_a_form_or_beyond_the_last_character_is_none) {
  for (const char* const text : {"\xc0\xaf", "\xc1\xbf"}) EXPECT_EQ(as_utf8(text), "??");
  for (const char* const text : {"\xe0\x80\xaf", "\xed\xa0\x80"}) EXPECT_EQ(as_utf8(text), "???");
  for (const char* const text : {"\xf0\x80\x80\xaf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80"})
    EXPECT_EQ(as_utf8(text), "????");
  EXPECT_EQ(as_utf8("\xed\x9f\xbf\xf4\x8f\xbf\xbf"), "\xed\x9f\xbf\xf4\x8f\xbf\xbf");
}

}  // namespace
}  // namespace gb10
