#include "cli/job_run.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

/// What is found in an output that comes in these pieces.
Result<double> found(const std::vector<std::string>& pieces) {
  const Pattern pattern = *Pattern::compile("rate: ([0-9.a-z]+)");
  LineNumbers numbers(&pattern);
  for (const std::string& piece : pieces) numbers.add(piece);
  return numbers.finish();
}

TEST(LineNumbers, the_last_line_that_fits_counts) {
  EXPECT_EQ(*found({"rate: 1\nrate: 2.5\nend\n"}), 2.5);
  EXPECT_EQ(*found({"rate: 1\nrate: 2.5"}), 2.5) << "without a line's end";
  EXPECT_EQ(*found({"rate: 1\rrate: 3\r"}), 3) << "a bar of progress";
}

TEST(LineNumbers, come_in_pieces) {
  EXPECT_EQ(*found({"ra", "te: 1", "2", "\nx"}), 12);
  EXPECT_EQ(*found({std::string(200000, 'x'), "\nrate: 4\n"}), 4) << "a line that is too long";
}

TEST(LineNumbers, nothing_is_made_of_what_is_none) {
  EXPECT_EQ(found({}).error().what, "no line of its output fits");
  EXPECT_EQ(found({"rates: 1\n"}).error().what, "no line of its output fits");
  EXPECT_EQ(found({"rate: 1.2.3\n"}).error().what, "\"1.2.3\" is no number above 0");
  EXPECT_EQ(found({"rate: 0\n"}).error().what, "\"0\" is no number above 0");
  EXPECT_EQ(found({"rate: nan\n"}).error().what, "\"nan\" is no number above 0");
}

TEST(LineNumbers, each_run_is_looked_at_for_itself) {
  const Pattern pattern = *Pattern::compile("rate: ([0-9]+)");
  LineNumbers numbers(&pattern);
  numbers.add("rate: 7\n");
  EXPECT_EQ(*numbers.finish(), 7);
  EXPECT_FALSE(numbers.finish().ok());
}

}  // namespace
}  // namespace gb10
