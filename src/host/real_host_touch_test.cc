#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "host/real_host.h"
#include "host/scratch.h"

namespace gb10 {
namespace {

template <class T>
Error::Kind kind(const Result<T>& result) {
  return result.ok() ? Error::Kind::unfinished : result.error().kind;
}

std::size_t entries(const std::string& directory) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(directory), {}));
}

/// Runs `body` in a child process; true when it returned true.
bool in_child(const std::function<bool()>& body) {
  const pid_t id = ::fork();
  if (id == 0) ::_exit(body() ? 0 : 1);
  int status = -1;
  ::waitpid(id, &status, 0);
  return status == 0;
}

TEST(Poke, writes_a_kernel_file) {
  RealHost host;
  EXPECT_TRUE(host.poke("/proc/self/comm", "poked").ok());
  EXPECT_EQ(host.read("/proc/self/comm"), Result<std::string>("poked\n"));
  EXPECT_TRUE(host.poke("/proc/self/comm", "host_test").ok());
}

TEST(Poke, names_what_the_kernel_refuses) {
  RealHost host;
  EXPECT_EQ(kind(host.poke("/proc/self/oom_score_adj", "5000")), Error::Kind::invalid);
  EXPECT_EQ(kind(host.poke("/proc/self/no_such_file", "1")), Error::Kind::not_found);
  const auto denied = host.poke("/sys/class/net/lo/address", "1");
  EXPECT_FALSE(denied.ok());
}

TEST(Poke, touches_nothing_outside_proc_and_sys) {
  const Scratch scratch;
  const auto path = scratch.file("file", "before");
  RealHost host;
  EXPECT_EQ(kind(host.poke(path, "x")), Error::Kind::invalid);
  EXPECT_EQ(kind(host.poke("/proc/../" + path, "x")), Error::Kind::invalid);
  EXPECT_EQ(kind(host.poke("/sys/kernel/../.." + path, "x")), Error::Kind::invalid);
  EXPECT_EQ(scratch.text("file"), "before");
}

TEST(Install, writes_a_new_file_with_its_mode) {
  const Scratch scratch;
  RealHost host;
  ASSERT_TRUE(host.install({scratch.path("new"), "content\n", 0600}).ok());
  EXPECT_EQ(scratch.text("new"), "content\n");
  EXPECT_EQ(host.info(scratch.path("new"))->mode, 0600U);
  EXPECT_EQ(entries(scratch.root()), 1U);
}

TEST(Install, keeps_owner_and_mode_of_what_is_there) {
  const Scratch scratch;
  const auto path = scratch.file("old", "before");
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  const bool root = ::geteuid() == 0;
  const uid_t owner = root ? 1234 : ::geteuid();
  const gid_t group = root ? 2345 : ::getegid();
  ASSERT_EQ(::chown(path.c_str(), owner, group), 0);
  RealHost host;
  ASSERT_TRUE(host.install({path, "after", 0777}).ok());
  EXPECT_EQ(scratch.text("old"), "after");
  struct stat about {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777U, 0640U);
  EXPECT_EQ(about.st_uid, owner);
  EXPECT_EQ(about.st_gid, group);
}

TEST(Install, refuses_a_link_a_directory_and_no_name) {
  const Scratch scratch;
  scratch.file("file", "before");
  scratch.link("link", "file");
  RealHost host;
  EXPECT_EQ(kind(host.install({scratch.path("link"), "x"})), Error::Kind::conflict);
  EXPECT_EQ(kind(host.install({scratch.root(), "x"})), Error::Kind::conflict);
  EXPECT_EQ(kind(host.install({scratch.root() + "/", "x"})), Error::Kind::invalid);
  EXPECT_EQ(kind(host.install({"relative", "x"})), Error::Kind::invalid);
  EXPECT_EQ(kind(host.install({scratch.path("none/file"), "x"})), Error::Kind::not_found);
  EXPECT_EQ(scratch.text("file"), "before");
  EXPECT_EQ(entries(scratch.root()), 2U);
}

TEST(Install, leaves_all_as_it_was_when_a_file_may_not_grow) {
  const Scratch scratch;
  const auto path = scratch.file("file", "before");
  EXPECT_TRUE(in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &small);
    RealHost host;
    return kind(host.install({path, std::string(100000, 'x')})) == Error::Kind::failed;
  }));
  EXPECT_EQ(scratch.text("file"), "before");
  EXPECT_EQ(entries(scratch.root()), 1U);
}

TEST(Install, leaves_all_as_it_was_when_the_file_system_is_full) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("full"));
  const auto point = scratch.path("full");
  if (::mount("full", point.c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "cannot mount a file system here";
  }
  scratch.file("full/file", "before");
  {
    RealHost host;
    const auto got = host.install({scratch.path("full/file"), std::string(1U << 20U, 'x')});
    EXPECT_EQ(kind(got), Error::Kind::failed);
    EXPECT_NE(got.error().what.find("no space left"), std::string::npos) << got.error().what;
  }
  EXPECT_EQ(scratch.text("full/file"), "before");
  EXPECT_EQ(entries(point), 1U);
  ::umount2(point.c_str(), MNT_DETACH);
}

TEST(Symlink, makes_a_link_and_never_replaces) {
  const Scratch scratch;
  scratch.file("file", "x");
  RealHost host;
  EXPECT_TRUE(host.symlink("file", scratch.path("link")).ok());
  EXPECT_EQ(host.link(scratch.path("link")), Result<std::string>("file"));
  EXPECT_EQ(kind(host.symlink("other", scratch.path("link"))), Error::Kind::conflict);
  EXPECT_EQ(kind(host.symlink("", scratch.path("l"))), Error::Kind::invalid);
  EXPECT_EQ(kind(host.symlink("x", "l")), Error::Kind::invalid);
}

TEST(Remove, takes_a_file_or_the_link_but_no_directory) {
  const Scratch scratch;
  scratch.file("dir/file", "x");
  scratch.link("link", "dir/file");
  RealHost host;
  EXPECT_TRUE(host.remove(scratch.path("link")).ok());
  EXPECT_EQ(scratch.text("dir/file"), "x");
  EXPECT_FALSE(host.remove(scratch.path("dir")).ok());
  EXPECT_TRUE(host.remove(scratch.path("dir/file")).ok());
  EXPECT_EQ(kind(host.remove(scratch.path("dir/file"))), Error::Kind::not_found);
}

TEST(RemoveDirectory, takes_an_empty_one_only) {
  const Scratch scratch;
  scratch.file("dir/file", "x");
  RealHost host;
  EXPECT_EQ(kind(host.remove_directory(scratch.path("dir"))), Error::Kind::conflict);
  EXPECT_FALSE(host.remove_directory(scratch.path("dir/file")).ok());
  ASSERT_TRUE(host.remove(scratch.path("dir/file")).ok());
  EXPECT_TRUE(host.remove_directory(scratch.path("dir")).ok());
  EXPECT_EQ(kind(host.remove_directory(scratch.path("dir"))), Error::Kind::not_found);
}

TEST(Run, gives_what_the_program_says) {
  RealHost host;
  const auto got = host.run({{"/bin/echo", "a b"}, std::chrono::seconds(10)});
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->out, "a b\n");
}

}  // namespace
}  // namespace gb10
