#include "host/script_host.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "host/child.h"
#include "host/fake_host.h"
#include "host/scratch.h"

namespace gb10 {
namespace {

/// What the touches of one ScriptHost come to.
struct Script {
  FakeHost inner;
  std::string text;
  ScriptHost host{inner, text};

  Output played() const {
    auto output = run_child({{"/bin/sh", "-ec", text}, std::chrono::seconds(10)});
    EXPECT_TRUE(output.ok());
    return *std::move(output);
  }
};

TEST(ScriptHost, writes_each_touch_as_one_line) {
  Script script;
  ASSERT_TRUE(script.host.poke("/proc/sys/vm/swappiness", "10\n").ok());
  ASSERT_TRUE(script.host.symlink("../x", "/etc/y").ok());
  ASSERT_TRUE(script.host.remove("/etc/it's").ok());
  ASSERT_TRUE(script.host.remove_directory("/etc/x.d").ok());
  ASSERT_TRUE(script.host.run({{"sysctl", "-w", "a=b", "", "$(x)"}}).ok());
  EXPECT_EQ(script.text,
            "printf '10\\n' > /proc/sys/vm/swappiness\n"
            "ln -s -- ../x /etc/y\n"
            "rm -- '/etc/it'\\''s'\n"
            "rmdir -- /etc/x.d\n"
            "sysctl -w a=b '' '$(x)'\n");
  ASSERT_TRUE(script.host.install({"/etc/z", "a\nb\n"}).ok());
  EXPECT_EQ(lines(script.text).size(), 6U);
}

TEST(ScriptHost, refuses_what_one_line_cannot_carry) {
  Script script;
  EXPECT_FALSE(script.host.remove("/etc/a\nb").ok());
  EXPECT_FALSE(script.host.run({{"echo", "a\nrm -rf /"}}).ok());
  EXPECT_FALSE(script.host.run({{}}).ok());
  EXPECT_FALSE(script.host.run({{""}}).ok());
  EXPECT_FALSE(script.host.poke("relative", "x").ok());
  EXPECT_FALSE(script.host.install({"/etc/", "x"}).ok());
  EXPECT_EQ(script.text, "");
}

TEST(ScriptHost, passes_looks_to_the_inner_host) {
  Script script;
  script.inner.file("/etc/x", "before").query_answer({"q"}, "answer");
  ASSERT_TRUE(script.host.install({"/etc/x", "after"}).ok());
  EXPECT_EQ(script.host.read("/etc/x"), Result<std::string>("before"));
  EXPECT_EQ(script.host.query({{"q"}})->out, "answer");
  EXPECT_TRUE(script.inner.done.empty());
}

TEST(ScriptHost, gives_arguments_to_a_program_byte_for_byte) {
  const std::vector<std::string> words = {"plain", "a b", "it's",     "\"$HOME\"", "`id`",
                                          "*",     "~",   "\\n",      "#",         "a;b|c&d",
                                          "",      "!x",  "\xc3\xa4", "%s"};
  Script script;
  Command command{{"/usr/bin/printf", "<%s>"}};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  ASSERT_TRUE(script.host.run(command).ok());
  EXPECT_EQ(script.played().out, "<" + joined(words, "><") + ">");
}

TEST(ScriptHost, takes_a_program_with_an_equals_sign_for_no_assignment) {
  Script script;
  ASSERT_TRUE(script.host.run({{"a=b", "c"}}).ok());
  EXPECT_EQ(script.text, "'a=b' c\n");
}

TEST(ScriptHost, installs_every_byte) {
  const Scratch scratch;
  std::string content = "-n %s %d\\n\\ 'quoted' \"$x\" `y`\n\n";
  for (int i = 0; i < 256; ++i) content += static_cast<char>(i);
  content += '5';
  Script script;
  const auto path = scratch.path("a file");
  ASSERT_TRUE(script.host.install({path, content, 0600}).ok());
  const auto played = script.played();
  EXPECT_EQ(played.exit, 0) << played.err;
  EXPECT_EQ(scratch.text("a file"), content);
  struct stat about {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777U, 0600U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.root()), {}), 1);
}

TEST(ScriptHost, keeps_the_mode_of_what_is_there) {
  const Scratch scratch;
  const auto path = scratch.file("file", "a longer text than the new one");
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  Script script;
  ASSERT_TRUE(script.host.install({path, "-new", 0600}).ok());
  EXPECT_EQ(script.played().exit, 0);
  EXPECT_EQ(scratch.text("file"), "-new");
  struct stat about {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777U, 0640U);
}

TEST(ScriptHost, makes_and_removes_links) {
  const Scratch scratch;
  Script script;
  ASSERT_TRUE(script.host.symlink("-target", scratch.path("l 1")).ok());
  ASSERT_TRUE(script.host.symlink("x", scratch.path("l2")).ok());
  ASSERT_TRUE(script.host.remove(scratch.path("l2")).ok());
  EXPECT_EQ(script.played().exit, 0);
  EXPECT_EQ(std::filesystem::read_symlink(scratch.path("l 1")), "-target");
  EXPECT_FALSE(std::filesystem::is_symlink(scratch.path("l2")));
}

}  // namespace
}  // namespace gb10
