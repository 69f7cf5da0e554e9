#include "elf/scan.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

std::size_t found(std::string_view text, std::size_t from) {
  return next_magic(std::as_bytes(std::span(text.data(), text.size())), from);
}

/// The same, byte by byte.
std::size_t slowly(std::string_view text, std::size_t from) {
  for (std::size_t i = from; i + 1 < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    const auto second = static_cast<unsigned char>(text[i + 1]);
    if ((first == 0x50 && second == 0xED) || (first == 0x7F && second == 0x45)) return i;
  }
  return text.size();
}

TEST(Scan, finds_what_a_slow_search_finds_in_random_bytes) {
  std::mt19937 random(1);
  // Few different bytes, so that both halves of both magics come often.
  constexpr unsigned char kBytes[] = {0x50, 0xED, 0x7F, 0x45, 0x00, 0x51, 0xEC, 0xFF};
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 100, '\0');
    for (char& c : text) c = static_cast<char>(kBytes[random() % (round % 2 == 0 ? 8 : 5)]);
    for (std::size_t from = 0; from <= text.size(); ++from)
      ASSERT_EQ(found(text, from), slowly(text, from)) << round << " from " << from;
  }
}

TEST(Scan, finds_one_at_every_place_of_every_length) {
  for (const std::string magic : {"\x50\xED", "\x7F\x45"}) {
    for (std::size_t size = 2; size < 80; ++size) {
      for (std::size_t at = 0; at + 2 <= size; ++at) {
        std::string text(size, 'x');
        text.replace(at, 2, magic);
        ASSERT_EQ(found(text, 0), at) << size;
        ASSERT_EQ(found(text, at), at) << size;
        ASSERT_EQ(found(text, at + 1), size) << size;
      }
    }
  }
}

TEST(Scan, halves_of_two_magics_and_a_last_byte_are_none) {
  for (const std::string_view text : {"\x50\x45", "\x7F\xED", "\x50", "\x7F", ""})
    EXPECT_EQ(found(text, 0), text.size());
  EXPECT_EQ(found(std::string(63, 'x') + "\x7F", 0), 64U);
}

}  // namespace
}  // namespace gb10
