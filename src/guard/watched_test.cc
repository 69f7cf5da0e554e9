#include "guard/watched.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

constexpr std::int64_t kMib = 1 << 20;

std::vector<ProcessUse> processes(int count) {
  std::vector<ProcessUse> out;
  for (int i = 1; i <= count; ++i) {
    ProcessUse& one = out.emplace_back();
    one.pid = one.started = 100 + static_cast<unsigned>(i);
    one.anonymous = i * kMib;
    one.comm[0] = 'w';
  }
  return out;
}

Family family_with(const std::vector<ProcessUse>& all) {
  Family out;
  for (const ProcessUse& each : all) out.members.push_back({each.pid, each.started});
  return out;
}

TEST(TableOfFamily, has_the_largest_first_and_no_gpu_where_nobody_speaks_of_one) {
  std::vector<ProcessUse> all = processes(2);
  const Family family = family_with(all);
  all.push_back(processes(3).back());  // another's
  const std::string text = table_of(family, all, {});
  const auto rows = lines(text);
  ASSERT_EQ(rows.size(), 4U) << text;
  EXPECT_EQ(words(rows[0]), (std::vector<std::string_view>{"pid", "own", "shared", "name"}));
  EXPECT_EQ(words(rows[1]), (std::vector<std::string_view>{"102", "2", "MiB", "0", "B", "w"}));
  EXPECT_EQ(words(rows[2])[0], "101");
}

TEST(TableOfFamily, tells_the_gpus_memory_and_how_many_are_left_out) {
  const std::vector<ProcessUse> all = processes(12);
  const std::string text = table_of(family_with(all), all, {{101, 900 * kMib}});
  const auto rows = lines(text);
  ASSERT_EQ(rows.size(), 11U) << text;
  EXPECT_EQ(words(rows[1])[0], "101") << "with the GPU's it holds most";
  EXPECT_NE(rows[1].find("900 MiB"), std::string_view::npos);
  EXPECT_EQ(trimmed(rows[9]), "and 4 more");
}

}  // namespace
}  // namespace gb10
