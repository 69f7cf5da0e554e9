#include "logs/wrapping.h"

#include <vector>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

/// `text` as a terminal of `width` columns shows it.
std::string broken(std::string_view text, std::size_t width) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += width)
    out += std::string(text.substr(at, width)) + "\n";
  return out;
}

std::string log_line(int second, std::size_t size) {
  std::string out = "2026-03-11 10:12:1" + std::to_string(second) + ",118 loaded ";
  while (out.size() < size) out += static_cast<char>('a' + out.size() % 26);
  return out;
}

std::string broken_log(std::size_t width) {
  std::string out;
  for (int i = 0; i < 6; ++i)
    out += broken(log_line(i, width + 30 + static_cast<std::size_t>(i)), width);
  return out + "short\n";
}

using Joined = std::vector<std::pair<std::string, std::int64_t>>;

Joined joined(std::string_view text, std::size_t width) {
  Joined out;
  for_each_joined(text, width, [&](const JoinedLine& line) {
    out.emplace_back(line.text, line.before);
  });
  return out;
}

TEST(Wrapping, at_the_width_of_a_terminal_is_seen) {
  for (const std::size_t width : {60U, 80U, 100U, 400U})
    EXPECT_EQ(wrap_width(broken_log(width)), width);
}

TEST(Wrapping, at_another_width_is_none) {
  EXPECT_EQ(wrap_width(broken_log(59)), std::nullopt);
  EXPECT_EQ(wrap_width(broken_log(401)), std::nullopt);
}

TEST(Wrapping, of_plain_logs_is_none) {
  EXPECT_EQ(wrap_width(""), std::nullopt);
  EXPECT_EQ(wrap_width("one line"), std::nullopt);
  std::string log;
  for (int i = 0; i < 9; ++i) log += log_line(i, 80) + "\n";  // each line begins with its time
  EXPECT_EQ(wrap_width(log), std::nullopt);
  log.clear();
  for (int i = 0; i < 9; ++i) log += log_line(i, 80 + static_cast<std::size_t>(i)) + "\nnext\n";
  EXPECT_EQ(wrap_width(log), std::nullopt);  // one line of the greatest width tells nothing
  log.clear();
  for (int i = 0; i < 9; ++i) log += std::string(80, '=') + "\n";  // rules across the screen
  EXPECT_EQ(wrap_width(log), std::nullopt);
}

TEST(Wrapping, is_counted_in_columns_not_in_bytes) {
  std::string wide;
  for (int i = 0; i < 70; ++i) wide += "ä";
  EXPECT_EQ(wrap_width(wide + "\nrest one\n" + wide + "\nrest two\n"), 70U);
  EXPECT_EQ(joined(wide + "\nrest", 70), (Joined{{wide + "rest", 0}}));
}

TEST(Wrapping, lines_are_put_together_again_and_say_where_they_began) {
  EXPECT_EQ(joined("xx\nabcdefgh\nij\nyy\nabcdefgh\nabcdefgh\nk\n", 8),
            (Joined{{"abcdefghij", 1}, {"abcdefghabcdefghk", 4}}));
}

TEST(Wrapping, the_last_line_has_none_to_be_put_before) {
  EXPECT_EQ(joined("x\nabcdefgh", 8), Joined{});
  EXPECT_EQ(joined("", 8), Joined{});
}

TEST(Wrapping, without_end_is_joined_in_parts) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "abcdefgh\n";
  std::size_t most = 0, all = 0;
  for (const auto& [line, before] : joined(text, 8)) {
    most = std::max(most, line.size());
    all += line.size();
  }
  EXPECT_EQ(most, 8U * 101U);
  EXPECT_GE(all, 8U * 999U - 8U);
}

TEST(Wrapping, comes_apart_and_together_the_same) {
  const std::string line = log_line(1, 500);
  EXPECT_EQ(joined(broken(line, 80) + "end\n", 80), (Joined{{line, 0}}));
}

}  // namespace
}  // namespace gb10
