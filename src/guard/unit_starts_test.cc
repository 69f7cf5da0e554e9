#include "guard/unit_starts.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "guard/ring_testing.h"

namespace gb10 {
namespace {

using Names = std::vector<std::string>;
using ring_testing::Folder;

TEST(UnitStarts, are_the_groups_that_appear) {
  const Folder folder;
  std::filesystem::create_directory(folder.file("before.service"));
  auto units = UnitStarts::open(folder.file(""));
  ASSERT_TRUE(units.ok()) << units.error().what;
  EXPECT_EQ(units->next(), Names());
  std::filesystem::create_directory(folder.file("vllm.service"));
  std::filesystem::create_directory(folder.file("system-getty.slice"));
  ring_testing::write(folder.file("cgroup.procs"), "1\n");
  std::filesystem::create_directory(folder.file("docker-0a1b.scope"));
  EXPECT_EQ(units->next(), (Names{"vllm.service", "docker-0a1b.scope"}));
  EXPECT_EQ(units->next(), Names());
  // A unit that starts again makes its group anew.
  std::filesystem::remove(folder.file("vllm.service"));
  std::filesystem::create_directory(folder.file("vllm.service"));
  EXPECT_EQ(units->next(), Names{"vllm.service"});
}

TEST(UnitStarts, of_a_machine_without_groups_are_not_found) {
  const Folder folder;
  const auto units = UnitStarts::open(folder.file("none"));
  ASSERT_FALSE(units.ok());
  EXPECT_EQ(units.error().kind, Error::Kind::not_found);
}

TEST(UnitStarts, in_a_flood_are_taken_as_far_as_they_are_known) {
  const Folder folder;
  auto units = UnitStarts::open(folder.file(""));
  ASSERT_TRUE(units.ok());
  for (int i = 0; i < 2000; ++i)
    std::filesystem::create_directory(folder.file(("unit-" + std::to_string(i)).c_str()));
  std::size_t count = 0;
  for (int i = 0; i < 100; ++i) count += units->next().size();
  EXPECT_EQ(count, 2000U);
}

}  // namespace
}  // namespace gb10
