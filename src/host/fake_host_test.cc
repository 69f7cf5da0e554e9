#include "host/fake_host.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

template <class T>
Error::Kind kind(const Result<T>& result) {
  return result.ok() ? Error::Kind::unfinished : result.error().kind;
}

TEST(FakeHost, holds_files_and_implies_directories) {
  FakeHost host;
  host.file("/a/b/c", "text", 0600).file("/a/d", "");
  EXPECT_EQ(host.read("/a/b/c"), Result<std::string>("text"));
  EXPECT_EQ(host.read("/a/./b/../b/c"), Result<std::string>("text"));
  const std::vector<DirEntry> wanted = {{"b", FileKind::directory}, {"d", FileKind::regular}};
  EXPECT_EQ(host.list("/a"), Result<std::vector<DirEntry>>(wanted));
  EXPECT_EQ(host.list("/")->size(), 1U);
  EXPECT_EQ(host.info("/a/b/c")->mode, 0600U);
  EXPECT_EQ(host.info("/a/b/c")->size, 4U);
  EXPECT_EQ(host.info("/a/b")->kind, FileKind::directory);
  EXPECT_EQ(kind(host.read("/a")), Error::Kind::failed);
  EXPECT_EQ(kind(host.read("/none")), Error::Kind::not_found);
  EXPECT_EQ(kind(host.list("/a/d")), Error::Kind::not_found);
  EXPECT_EQ(FakeHost().list("/"), Result<std::vector<DirEntry>>(std::vector<DirEntry>{}));
}

TEST(FakeHost, follows_links_everywhere) {
  FakeHost host;
  host.link_at("/sys/class/net/eth0", "../../devices/eth0");
  host.file("/sys/devices/eth0/mtu", "9000").file("/sys/class/net/eth0/speed", "1000");
  host.link_at("/deep/abs", "/sys/devices").link_at("/loop", "loop");
  EXPECT_EQ(host.read("/sys/class/net/eth0/mtu"), Result<std::string>("9000"));
  EXPECT_EQ(host.read("/sys/devices/eth0/speed"), Result<std::string>("1000"));
  EXPECT_EQ(host.read("/deep/abs/eth0/mtu"), Result<std::string>("9000"));
  EXPECT_EQ(host.link("/sys/class/net/eth0"), Result<std::string>("../../devices/eth0"));
  EXPECT_EQ(host.list("/sys/class/net")->front().kind, FileKind::link);
  EXPECT_EQ(host.info("/sys/class/net/eth0")->kind, FileKind::directory);
  EXPECT_EQ(kind(host.read("/loop")), Error::Kind::failed);
  EXPECT_EQ(kind(host.link("/sys")), Error::Kind::failed);
}

TEST(FakeHost, fails_where_it_shall) {
  FakeHost host;
  host.file("/x", "text").link_at("/y", "x").fail("/x", Error{Error::Kind::denied, "no"});
  EXPECT_EQ(host.read("/x"), Result<std::string>(Error{Error::Kind::denied, "no"}));
  EXPECT_EQ(kind(host.read("/y")), Error::Kind::denied);
  EXPECT_EQ(kind(host.info("/x")), Error::Kind::denied);
  EXPECT_EQ(kind(host.poke("/x", "1")), Error::Kind::denied);
  host.fail("/absent", Error{Error::Kind::timeout, "slow"});
  EXPECT_EQ(kind(host.list("/absent")), Error::Kind::timeout);
  EXPECT_EQ(kind(host.space("/absent")), Error::Kind::timeout);
}

TEST(FakeHost, answers_programs_and_remembers_the_questions) {
  FakeHost host;
  host.query_answer({"a", "b"}, "out", 3).query_answer({"c"}, Error{Error::Kind::not_found, "?"});
  EXPECT_EQ(host.query({{"a", "b"}}), Result<Output>(Output{3, "out", ""}));
  EXPECT_EQ(kind(host.query({{"c"}})), Error::Kind::not_found);
  EXPECT_EQ(kind(host.query({{"d"}})), Error::Kind::not_recorded);
  EXPECT_EQ(host.asked.size(), 3U);
}

TEST(FakeHost, remembers_what_was_done) {
  FakeHost host;
  host.file("/proc/x", "1").file("/etc/old", "a", 0600).query_answer({"run", "me"}, "ok");
  ASSERT_TRUE(host.poke("/proc/x", "2").ok());
  ASSERT_TRUE(host.install({"/etc/old", "b", 0644}).ok());
  ASSERT_TRUE(host.install({"/etc/new", "c", 0640}).ok());
  ASSERT_TRUE(host.symlink("new", "/etc/link").ok());
  ASSERT_TRUE(host.remove("/etc/old").ok());
  ASSERT_TRUE(host.run({{"run", "me"}}).ok());
  const std::vector<std::string> wanted = {"poke /proc/x = 2", "install /etc/old",
                                           "install /etc/new", "symlink /etc/link -> new",
                                           "remove /etc/old",  "run run me"};
  EXPECT_EQ(host.done, wanted);
  EXPECT_EQ(host.read("/proc/x"), Result<std::string>("2"));
  EXPECT_EQ(host.read("/etc/link"), Result<std::string>("c"));
  EXPECT_EQ(host.info("/etc/new")->mode, 0640U);
  EXPECT_EQ(kind(host.read("/etc/old")), Error::Kind::not_found);
}

TEST(FakeHost, refuses_what_a_real_host_refuses) {
  FakeHost host;
  host.file("/etc/x", "").link_at("/etc/l", "x");
  EXPECT_EQ(kind(host.poke("/proc/none", "1")), Error::Kind::not_found);
  EXPECT_EQ(kind(host.install({"/etc/l", "x"})), Error::Kind::conflict);
  EXPECT_EQ(kind(host.install({"/none/x", "x"})), Error::Kind::not_found);
  EXPECT_EQ(kind(host.symlink("a", "/etc/x")), Error::Kind::conflict);
  EXPECT_EQ(kind(host.remove("/etc")), Error::Kind::failed);
  EXPECT_EQ(kind(host.run({{"x"}})), Error::Kind::not_recorded);
  EXPECT_TRUE(host.done.empty());
}

TEST(FakeHost, knows_space_owner_time_and_self) {
  FakeHost host;
  host.file("/home/u/x", "").owned("/home/u/x", 7).modified("/home/u/x", 99);
  host.space_at("/home", {10, 5}).user(0).environment("A", "b").now(123);
  EXPECT_EQ(host.space("/home/u"), Result<Space>(Space{10, 5}));
  EXPECT_EQ(kind(host.space("/")), Error::Kind::not_recorded);
  EXPECT_EQ(host.info("/home/u/x")->owner, 7U);
  EXPECT_EQ(host.info("/home/u/x")->modified, 99);
  EXPECT_EQ(host.self().effective_user, 0U);
  EXPECT_EQ(host.self().environment.at("A"), "b");
  EXPECT_EQ(host.self().now, 123);
}

}  // namespace
}  // namespace gb10
