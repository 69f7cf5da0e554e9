#include "host/walk.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <random>

#include "host/scratch.h"

namespace gb10 {
namespace {

/// What a path leads to: the file's number, or minus an errno.
struct Goal {
  dev_t device = 0;
  ino_t number = 0;
  int code = 0;
  friend bool operator==(const Goal&, const Goal&) = default;
};

Goal goal_of(int descriptor) {
  struct stat about {};
  if (::fstat(descriptor, &about) != 0) return {.code = errno};
  return {about.st_dev, about.st_ino, 0};
}

Goal walked(int top, const std::string& path, Walk::Last last) {
  Walk walk(top);
  if (const int code = walk.go(path, last)) return {.code = code};
  return goal_of(walk.place());
}

Goal opened(int top, const std::string& path, Walk::Last last) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | (last == Walk::Last::keep ? O_NOFOLLOW : 0);
  how.resolve = RESOLVE_IN_ROOT;
  const Descriptor file(
      static_cast<int>(::syscall(SYS_openat2, top, path.c_str(), &how, sizeof how)));
  return file ? goal_of(file.get()) : Goal{.code = errno};
}

Descriptor top_of(const Scratch& scratch) {
  return Descriptor(::open(scratch.path("top").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

TEST(Walk, never_leaves_the_tree) {
  const Scratch scratch;
  scratch.file("secret", "outside");
  const auto inside = scratch.file("top/secret", "inside");
  scratch.file("top/a/b/x", "");
  scratch.link("top/a/up", "../../../../secret");
  scratch.link("top/a/absolute", "/secret");
  scratch.link("top/a/outside", scratch.path("secret"));
  scratch.link("top/root", "/");
  scratch.link("top/rootup", "/../..");
  const auto top = top_of(scratch);
  struct stat about {};
  ASSERT_EQ(::stat(inside.c_str(), &about), 0);
  const Goal wanted{about.st_dev, about.st_ino, 0};
  for (const char* path :
       {"/secret", "secret", "../secret", "/a/../../../secret", "/a/up", "/a/absolute",
        "/root/secret", "/rootup/secret", "/root/rootup/root/../a/b/../up", "//.//secret"}) {
    EXPECT_EQ(walked(top.get(), path, Walk::Last::follow), wanted) << path;
  }
  EXPECT_EQ(walked(top.get(), "/a/outside", Walk::Last::follow).code, ENOENT);
}

TEST(Walk, ends_in_a_loop) {
  const Scratch scratch;
  scratch.link("top/loop", "loop");
  scratch.link("top/a", "b/x");
  scratch.link("top/b", "a/x");
  const auto top = top_of(scratch);
  EXPECT_EQ(walked(top.get(), "/loop", Walk::Last::follow).code, ELOOP);
  EXPECT_EQ(walked(top.get(), "/a", Walk::Last::follow).code, ELOOP);
  EXPECT_EQ(walked(top.get(), "/loop", Walk::Last::keep).code, 0);
}

TEST(Walk, follows_40_links_and_no_more) {
  const Scratch scratch;
  scratch.file("top/l0", "");
  for (int i = 1; i <= 41; ++i) {
    scratch.link("top/l" + std::to_string(i), "l" + std::to_string(i - 1));
  }
  const auto top = top_of(scratch);
  EXPECT_EQ(walked(top.get(), "/l40", Walk::Last::follow).code, 0);
  EXPECT_EQ(walked(top.get(), "/l41", Walk::Last::follow).code, ELOOP);
}

TEST(Walk, bears_paths_that_nobody_means_well_with) {
  const Scratch scratch;
  scratch.file("top/file", "");
  scratch.link("top/long", std::string(4000, '/') + "file");
  const auto top = top_of(scratch);
  EXPECT_EQ(walked(top.get(), "", Walk::Last::follow).code, ENOENT);
  EXPECT_EQ(walked(top.get(), std::string(5000, '/'), Walk::Last::follow).code, ENAMETOOLONG);
  EXPECT_EQ(walked(top.get(), std::string(300, 'x'), Walk::Last::follow).code, ENAMETOOLONG);
  EXPECT_EQ(walked(top.get(), std::string("file\0x", 6), Walk::Last::follow).code, ENAMETOOLONG);
  EXPECT_EQ(walked(top.get(), "/long", Walk::Last::follow).code, 0);
  EXPECT_EQ(walked(top.get(), "/file/", Walk::Last::follow).code, ENOTDIR);
  EXPECT_EQ(walked(top.get(), "/file/..", Walk::Last::follow).code, ENOTDIR);
}

/// A tree and paths through it, all at random.
class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}

  std::string path() {
    static constexpr const char* kNames[] = {"a", "b", "c", "l", "m", "n", "..", ".", "none"};
    std::string out = below(2) == 0 ? "/" : "";
    for (int n = 1 + below(5); n > 0; --n) {
      out += kNames[below(9)];
      if (n > 1 || below(6) == 0) out += below(8) == 0 ? "//" : "/";
    }
    return out;
  }

  void grow(const Scratch& scratch) {
    for (int i = 0; i < 25; ++i) {
      const auto place = std::filesystem::path(scratch.path("top")) / plain();
      std::error_code error;  // what does not fit into the tree is left out
      std::filesystem::create_directories(place.parent_path(), error);
      switch (below(3)) {
        case 0:
          std::filesystem::create_directory(place, error);
          break;
        case 1:
          std::filesystem::create_symlink(path(), place, error);
          break;
        default:
          std::ofstream(place) << "x";
      }
    }
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  std::string plain() {
    std::string out;
    for (int n = 1 + below(3); n > 0; --n) out += std::string(1, "abclmn"[below(6)]) + "/";
    out.pop_back();
    return out;
  }

  std::mt19937 random_;
};

TEST(Walk, goes_where_the_kernel_goes) {
  const Scratch probe;
  if (opened(AT_FDCWD, "/", Walk::Last::follow).code == ENOSYS) {
    GTEST_SKIP() << "this kernel has no openat2";
  }
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const Scratch scratch;
    std::filesystem::create_directory(scratch.path("top"));
    Chance chance(seed);
    chance.grow(scratch);
    const auto top = top_of(scratch);
    for (int i = 0; i < 300; ++i) {
      const auto path = chance.path();
      const auto last = i % 2 == 0 ? Walk::Last::follow : Walk::Last::keep;
      ASSERT_EQ(walked(top.get(), path, last), opened(top.get(), path, last))
          << "seed " << seed << ", path " << path << ", codes "
          << walked(top.get(), path, last).code << " " << opened(top.get(), path, last).code;
    }
  }
}

}  // namespace
}  // namespace gb10
