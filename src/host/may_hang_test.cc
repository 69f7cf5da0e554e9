#include "host/may_hang.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

struct Counter {
  std::atomic<int> count = 0;
  std::atomic<bool> may_end = false;
};

TEST(MayHang, works_again_and_again_and_is_waited_for_where_it_goes) {
  MayHang<Counter> aside;
  for (int i = 1; i <= 3; ++i) {
    aside.start([](Counter& state) { ++state.count; });
    while (aside.runs()) std::this_thread::yield();
    EXPECT_EQ(aside.state().count, i);
  }
}

TEST(MayHang, that_hangs_holds_nobody) {
  static std::atomic<bool> may_end = false, has_ended = false;
  const auto begun = std::chrono::steady_clock::now();
  {
    MayHang<Counter> aside;
    aside.start([](Counter& state) {
      while (!may_end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++state.count;  // still there
      has_ended = true;
    });
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
  may_end = true;
  while (!has_ended) std::this_thread::yield();
}

}  // namespace
}  // namespace gb10
