#include "logs/anchors.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Places = std::vector<std::pair<std::size_t, std::uint32_t>>;

Places places(const std::vector<Anchors::Hit>& hits) {
  Places out;
  for (const Anchors::Hit& hit : hits) out.emplace_back(hit.at, hit.which);
  return out;
}

Places found(const Anchors& anchors, std::string_view text) {
  std::vector<Anchors::Hit> hits;
  anchors.find(text, hits);
  return places(hits);
}

/// Every occurrence, looked for one literal after the other.
Places naive(const std::vector<std::string>& literals, std::string_view text) {
  Places out;
  for (std::uint32_t which = 0; which < literals.size(); ++which) {
    for (std::size_t at = text.find(literals[which]); at != std::string_view::npos;
         at = text.find(literals[which], at + 1))
      out.emplace_back(at, which);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string random_text(std::mt19937& random, std::size_t size, unsigned letters) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>('a' + random() % letters);
  return out;
}

/// Literals of 6 to 20 bytes, of which some are the beginning, the end or the inside of others.
std::vector<std::string> random_literals(std::mt19937& random, unsigned letters) {
  std::vector<std::string> out;
  const std::size_t count = 1 + random() % 12;
  while (out.size() < count) {
    const std::size_t size = 6 + random() % 15;
    const std::string& from = out.empty() ? std::string() : out[random() % out.size()];
    if (from.size() > size && random() % 2 == 0)
      out.push_back(from.substr(random() % (from.size() - size + 1), size));
    else
      out.push_back(random_text(random, size, letters));
  }
  return out;
}

/// A text in which the literals do occur, overlapping too.
std::string text_with(std::mt19937& random, const std::vector<std::string>& literals,
                      unsigned letters) {
  std::string out = random_text(random, random() % 40, letters);
  for (unsigned i = random() % 12; i > 0; --i) {
    const std::string& literal = literals[random() % literals.size()];
    out += literal.substr(0, random() % 3 == 0 ? random() % literal.size() : literal.size());
    out += random_text(random, random() % 7, letters);
  }
  return out;
}

/// What is found when the text is looked through in steps.
Places stepped(const Anchors& anchors, std::string_view text, std::mt19937& random) {
  const Anchors::Skipped none = anchors.none_skipped();
  std::vector<Anchors::Hit> hits;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = begin + 1 + random() % 20;
    anchors.find(text, begin, end, none, hits);
    begin = end;
  }
  Places out = places(hits);
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Anchors, that_are_skipped_take_no_others_with_them) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const std::vector<std::string> literals = random_literals(random, 2);
    const Anchors anchors(literals);
    Anchors::Skipped skipped = anchors.none_skipped();
    for (std::uint32_t which = 0; which < literals.size(); ++which) {
      if (random() % 2 == 0) skipped.add(which);
    }
    const std::string text = text_with(random, literals, 2);
    std::vector<Anchors::Hit> hits;
    anchors.find(text, 0, text.size(), skipped, hits);
    Places wanted = naive(literals, text);
    std::erase_if(wanted, [&](const auto& place) { return skipped.has(place.second); });
    EXPECT_EQ(places(hits), wanted) << text;
  }
}

TEST(Anchors, are_found_wherever_they_begin) {
  const Anchors anchors({"abcdef"});
  for (std::size_t before = 0; before < 9; ++before) {
    for (std::size_t after = 0; after < 4; ++after) {
      const std::string text = std::string(before, '.') + "abcdef" + std::string(after, '.');
      EXPECT_EQ(found(anchors, text), (Places{{before, 0}})) << text;
    }
  }
}

TEST(Anchors, are_not_found_in_texts_that_are_too_short_or_nearly_the_same) {
  const Anchors anchors({"abcdefgh", "Xid (PCI"});
  for (const char* const text : {"", "a", "abc", "abcdefg", "bcdefgh", "abcdefgg", "abcdxfgh",
                                 "Abcdefgh", "Xid (pci", "abcdabcdefg"})
    EXPECT_TRUE(found(anchors, text).empty()) << text;
}

TEST(Anchors, that_overlap_contain_each_other_or_occur_twice_are_each_found) {
  const Anchors anchors({"abcabcabc", "abcabc", "cabcab", "abcabc"});
  EXPECT_EQ(found(anchors, "xabcabcabcx"),
            (Places{{1, 0}, {1, 1}, {1, 3}, {3, 2}, {4, 1}, {4, 3}}));
  EXPECT_EQ(anchors.size(), 4U);
  EXPECT_EQ(anchors.literal(2), "cabcab");
}

TEST(Anchors, take_bytes_that_are_no_ascii) {
  const std::string literal = "\xc3\xa4\xff\x01 \x80\xfe";
  EXPECT_EQ(found(Anchors({literal}), "zz" + literal + literal), (Places{{2, 0}, {9, 0}}));
}

TEST(Anchors, none_are_found_where_none_are_looked_for) {
  EXPECT_TRUE(found(Anchors({}), "some text that is long enough").empty());
}

TEST(Anchors, are_appended_and_those_before_stay) {
  const Anchors anchors({"abcabcabc", "abcabc", "cabcab", "abcabc"});
  std::vector<Anchors::Hit> hits = {{99, 7}};
  anchors.find("xabcabcabcx", hits);
  EXPECT_EQ(places(hits), (Places{{99, 7}, {1, 0}, {1, 1}, {1, 3}, {3, 2}, {4, 1}, {4, 3}}));
}

TEST(Anchors, that_lie_partly_outside_the_text_are_not_found) {
  const std::string whole = "abcdefghijklmnop";
  const Anchors anchors({whole});
  for (std::size_t begin = 0; begin < whole.size(); ++begin) {
    for (std::size_t size = 0; begin + size < whole.size() + (begin == 0 ? 0 : 1); ++size)
      EXPECT_TRUE(found(anchors, std::string_view(whole).substr(begin, size)).empty());
  }
}

TEST(Anchors, that_are_skipped_are_not_found) {
  const Anchors anchors({"abcdef", "bcdefg"});
  std::vector<Anchors::Hit> hits;
  Anchors::Skipped skipped = anchors.none_skipped();
  skipped.add(0);
  anchors.find("abcdefg", 0, 7, skipped, hits);
  EXPECT_EQ(places(hits), (Places{{1, 1}}));
}

TEST(Anchors, find_what_a_plain_search_finds) {
  std::mt19937 random(20261);
  for (int round = 0; round < 200; ++round) {
    const unsigned letters = 1 + random() % 3;
    const std::vector<std::string> literals = random_literals(random, letters);
    const Anchors anchors(literals);
    for (int i = 0; i < 10; ++i) {
      const std::string text = text_with(random, literals, letters);
      ASSERT_EQ(found(anchors, text), naive(literals, text)) << text;
    }
  }
}

TEST(Anchors, looked_for_in_steps_are_those_of_the_whole) {
  std::mt19937 random(20262);
  for (int round = 0; round < 100; ++round) {
    const std::vector<std::string> literals = random_literals(random, 2);
    const Anchors anchors(literals);
    for (int i = 0; i < 10; ++i) {
      const std::string text = text_with(random, literals, 2);
      ASSERT_EQ(stepped(anchors, text, random), naive(literals, text)) << text;
    }
  }
}

TEST(AnchorsDeathTest, that_are_too_short_are_a_bug) {
  EXPECT_DEATH(Anchors({"short"}), "kShortest");
}

}  // namespace
}  // namespace gb10
