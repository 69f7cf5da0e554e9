#include "base/result.h"

#include <memory>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{Error::Kind::invalid, "odd"};
  return number / 2;
}

Result<int> quarter(int number) {
  const int once = TRY(half(number));
  return half(once);
}

TEST(Result, try_hands_the_value_on_or_leaves_with_the_error) {
  EXPECT_EQ(*quarter(8), 2);
  EXPECT_EQ(quarter(6).error().what, "odd");
}

TEST(Result, moves_what_cannot_be_copied) {
  Result<std::unique_ptr<int>> held = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(held);
  EXPECT_EQ(*taken, 7);
}

TEST(Result, every_kind_of_error_has_its_word) {
  for (int i = 0; i <= static_cast<int>(Error::Kind::failed); ++i) {
    const auto kind = static_cast<Error::Kind>(i);
    EXPECT_EQ(error_kind(word(kind)), kind);
  }
  EXPECT_FALSE(error_kind("nonsense"));
}

TEST(Result, using_an_error_as_a_value_is_a_bug) {
  EXPECT_DEATH(static_cast<void>(*half(3)), "bug");
}

}  // namespace
}  // namespace gb10
