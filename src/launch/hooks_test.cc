#include "launch/hooks.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/embedded.h"
#include "base/json.h"
#include "host/scratch.h"

namespace gb10 {

namespace {

LaunchPlan plan_with(const char* hook) {
  LaunchPlan plan;
  plan.hooks.push_back({hook, "some.module", "test.fix", "because", false, {{"key", "a \"b\""}}});
  plan.variables.push_back({"FLAG", "1", "test.flag", "because"});
  return plan;
}

}  // namespace

TEST(Hooks, every_file_of_them_is_one_that_can_be_named) {
  int count = 0;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with("hooks/")) continue;
    const std::string_view name = file.path.substr(6, file.path.size() - 6 - 3);
    const bool is_own = name == "sitecustomize" || name == "readings";
    EXPECT_EQ(hook_code(name).has_value(), !is_own) << file.path;
    if (!is_own) {
      EXPECT_NE(file.text.find("\ndef apply(module, gb10):\n"), std::string_view::npos)
          << file.path;
    }
    ++count;
  }
  EXPECT_GE(count, 7);
  EXPECT_FALSE(hook_code("../rules/x"));
}

TEST(Hooks, lie_in_a_folder_that_is_gone_at_its_end) {
  const Scratch scratch;
  ASSERT_EQ(::chmod(scratch.root().c_str(), 0700), 0);
  std::string path;
  {
    Result<HookFolder> folder = HookFolder::make(scratch.root(), "");
    ASSERT_TRUE(folder.ok());
    path = folder->path();
    EXPECT_TRUE(path.starts_with(scratch.root() + "/gb10-run-"));
    ASSERT_TRUE(write_hooks(plan_with("inductor-big-gpu"), *folder).ok());
    const auto written = parse_json(folder->text("plan"));
    ASSERT_TRUE(written.ok());
    EXPECT_EQ(written->find("variables")->text("FLAG"), "1");
    const Json& hook = written->find("hooks")->as_array()->front();
    EXPECT_EQ(hook.find("settings")->text("key"), "a \"b\"");
    EXPECT_EQ(hook.text("name"), "inductor-big-gpu");
    EXPECT_EQ(folder->text("hook-inductor-big-gpu"), *hook_code("inductor-big-gpu"));
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0700U);
    EXPECT_EQ(folder->text("no-such-file"), "");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

// Below /tmp anybody could make a folder of that name once it is gone, and what a run left running
// would load modules from it.
TEST(Hooks, lie_where_nobody_else_can_take_their_place) {
  const Scratch scratch;
  ASSERT_EQ(::chmod(scratch.root().c_str(), 0755), 0);
  const std::string shared = scratch.root() + "/shared";
  ASSERT_EQ(::mkdir(shared.c_str(), 0777), 0);
  ASSERT_EQ(::chmod(shared.c_str(), 0777), 0);
  const Result<HookFolder> folder = HookFolder::make(shared, scratch.root());
  ASSERT_TRUE(folder.ok());
  const std::string parent = std::filesystem::path(folder->path()).parent_path();
  struct stat info {};
  ASSERT_EQ(::stat(parent.c_str(), &info), 0);
  EXPECT_EQ(info.st_uid, ::geteuid());
  EXPECT_EQ(info.st_mode & 022U, 0U) << parent;
  EXPECT_NE(parent, shared);
}

TEST(Hooks, of_a_name_without_code_are_refused) {
  const Scratch scratch;
  const Result<HookFolder> folder = HookFolder::make(scratch.root(), "");
  ASSERT_TRUE(folder.ok());
  for (const char* const name : {"no-such-hook", "sitecustomize", "readings", "../x"}) {
    const Result<void> written = write_hooks(plan_with(name), *folder);
    ASSERT_FALSE(written.ok()) << name;
    EXPECT_EQ(written.error().kind, Error::Kind::invalid);
  }
}

TEST(Hooks, a_folder_that_cannot_be_written_is_an_error) {
  const Scratch scratch;
  ASSERT_EQ(::chmod(scratch.root().c_str(), 0700), 0);
  Result<HookFolder> folder = HookFolder::make(scratch.root(), "");
  ASSERT_TRUE(folder.ok());
  std::filesystem::remove_all(folder->path());
  EXPECT_FALSE(write_hooks(plan_with("inductor-big-gpu"), *folder).ok());
}

TEST(Launched, keeps_what_the_owner_set_and_puts_the_folder_first) {
  const Scratch scratch;
  const Result<HookFolder> folder = HookFolder::make(scratch.root(), "");
  ASSERT_TRUE(folder.ok());
  const LaunchPlan plan = plan_with("inductor-big-gpu");
  const ProgramVariables plain = launched(plan, &*folder, {{"HOME", "/h"}});
  EXPECT_EQ(plain.at("FLAG"), "1");
  EXPECT_EQ(plain.at("PYTHONPATH"), folder->path());
  const ProgramVariables own = launched(plan, &*folder, {{"FLAG", ""}, {"PYTHONPATH", "/a:/b"}});
  EXPECT_EQ(own.at("FLAG"), "");
  EXPECT_EQ(own.at("PYTHONPATH"), folder->path() + ":/a:/b");
  EXPECT_FALSE(launched(plan, nullptr, {}).contains("PYTHONPATH"));
}

TEST(Launched, wants_a_folder_for_hooks_and_for_a_python_alone) {
  LaunchPlan plan = plan_with("inductor-big-gpu");
  EXPECT_TRUE(wants_folder(plan));
  plan = without_fix(plan, "test.fix");
  EXPECT_TRUE(plan.hooks.empty());
  EXPECT_FALSE(wants_folder(plan));
  plan.environment = "/venv";
  EXPECT_TRUE(wants_folder(plan));
  EXPECT_FALSE(wants_folder(without_fix(plan, "test.flag")));
}

}  // namespace gb10
