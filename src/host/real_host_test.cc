#include "host/real_host.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "host/scratch.h"

namespace gb10 {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Environment = std::map<std::string, std::string, std::less<>>;

template <class T>
Error::Kind kind(const Result<T>& result) {
  return result.ok() ? Error::Kind::unfinished : result.error().kind;
}

/// A mounted file system whose server never answers.
class DeadMount {
 public:
  explicit DeadMount(std::string point) : point_(std::move(point)) {
    std::filesystem::create_directories(point_);
    server_ = Descriptor(::open("/dev/fuse", O_RDWR | O_CLOEXEC));
    const auto options =
        "fd=" + std::to_string(server_.get()) + ",rootmode=40000,user_id=0,group_id=0";
    mounted_ = server_ && ::mount("dead", point_.c_str(), "fuse", 0, options.c_str()) == 0;
  }
  ~DeadMount() {
    server_.close();  // ends every wait for it
    if (mounted_) ::umount2(point_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }

 private:
  std::string point_;
  Descriptor server_;
  bool mounted_ = false;
};

TEST(RealHost, says_who_asks) {
  const RealHost host(Environment{{"HOME", "/nowhere"}});
  EXPECT_EQ(host.self().effective_user, ::geteuid());
  EXPECT_TRUE(host.self().live);
  EXPECT_GT(host.self().now, 1700000000);
  EXPECT_EQ(host.self().environment.at("HOME"), "/nowhere");
}

TEST(RealHost, reads_a_file_and_through_links) {
  const Scratch scratch;
  const std::string content = std::string(300000, 'a') + std::string("\0b", 2);
  scratch.file("dir/file", content);
  scratch.link("link", "dir/file");
  const RealHost host;
  EXPECT_EQ(host.read(scratch.path("dir/file")), Result<std::string>(content));
  EXPECT_EQ(host.read(scratch.path("link")), Result<std::string>(content));
  EXPECT_EQ(host.read(scratch.path("link/../dir//file")).ok(), false);
  EXPECT_EQ(host.read(scratch.path("dir/../dir//file")), Result<std::string>(content));
}

TEST(RealHost, reads_the_kernel_files_both_ways) {
  const RealHost host;
  EXPECT_NE(host.read("/proc/meminfo").value_or("").find("MemTotal"), std::string::npos);
  EXPECT_NE(host.read("/proc/1/stat").value_or(""), "");
  // This one goes through the helper, and must still be about us.
  const auto own = "/proc/" + std::to_string(::getpid()) + "/cmdline";
  EXPECT_NE(host.read(own).value_or("").find("host_test"), std::string::npos);
  EXPECT_NE(host.read("/proc/self/cmdline").value_or("").find("host_test"), std::string::npos);
  EXPECT_TRUE(host.read("/sys/class/net/lo/mtu").ok());
}

TEST(RealHost, says_that_a_file_is_not_there) {
  const RealHost host;
  const auto got = host.read("/no/such/file");
  EXPECT_EQ(kind(got), Error::Kind::not_found);
  EXPECT_EQ(got.error().what, "cannot read /no/such/file: no such file or directory");
  EXPECT_EQ(kind(host.read("/etc/passwd/x")), Error::Kind::not_found);
}

TEST(RealHost, says_that_a_process_has_gone) {
  const pid_t id = ::fork();
  if (id == 0) ::_exit(0);
  ASSERT_GT(id, 0);
  const auto proc = "/proc/" + std::to_string(id);
  const RealHost host;
  EXPECT_TRUE(host.read(proc + "/stat").ok());  // a zombie is still there
  ::waitpid(id, nullptr, 0);
  EXPECT_EQ(kind(host.read(proc + "/stat")), Error::Kind::not_found);
  EXPECT_EQ(kind(host.read(proc + "/environ")), Error::Kind::not_found);
  EXPECT_EQ(kind(host.list(proc + "/fd")), Error::Kind::not_found);
  EXPECT_EQ(kind(host.link(proc + "/exe")), Error::Kind::not_found);
}

TEST(RealHost, says_that_a_file_is_denied_and_what_helps) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const Scratch scratch;
  const auto path = scratch.file("secret", "x");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const RealHost host;
  const auto got = host.read(path);
  EXPECT_EQ(kind(got), Error::Kind::denied);
  EXPECT_EQ(got.error().hint, "run with sudo");
}

TEST(RealHost, says_to_an_unprivileged_user_that_sudo_helps) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const Scratch scratch;
  const auto path = scratch.file("secret", "x");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const pid_t id = ::fork();
  if (id == 0) {
    ::chmod(scratch.root().c_str(), 0755);
    if (::setuid(65534) != 0) ::_exit(2);
    const RealHost host;
    const auto got = host.read(path);
    ::_exit(kind(got) == Error::Kind::denied && got.error().hint == "run with sudo" ? 0 : 1);
  }
  int status = 0;
  ::waitpid(id, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(RealHost, refuses_what_is_no_absolute_path) {
  const RealHost host;
  EXPECT_EQ(kind(host.read("etc/passwd")), Error::Kind::failed);
  EXPECT_EQ(kind(host.read("")), Error::Kind::failed);
  EXPECT_EQ(kind(host.read(std::string("/etc\0/passwd", 12))), Error::Kind::failed);
  EXPECT_EQ(kind(host.read("/" + std::string(5000, 'x'))), Error::Kind::failed);
  EXPECT_EQ(kind(host.read("/" + std::string(300, 'x'))), Error::Kind::failed);
}

TEST(RealHost, refuses_a_file_of_more_than_16_mebibytes) {
  const Scratch scratch;
  const auto path = scratch.file("big", "");
  std::filesystem::resize_file(path, 16U << 20U);
  const RealHost host;
  EXPECT_EQ(host.read(path).value_or("").size(), 16U << 20U);
  std::filesystem::resize_file(path, (16U << 20U) + 1);
  EXPECT_EQ(kind(host.read(path)), Error::Kind::failed);
  EXPECT_EQ(kind(host.read(path + "/../big/")), Error::Kind::not_found);
}

TEST(RealHost, opens_neither_devices_nor_sockets) {
  const Scratch scratch;
  const RealHost host;
  EXPECT_EQ(kind(host.read("/dev/zero")), Error::Kind::failed);
  EXPECT_EQ(kind(host.open("/dev/zero")), Error::Kind::failed);
  EXPECT_EQ(kind(host.read(scratch.root())), Error::Kind::failed);
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto path = scratch.path("s");
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(kind(host.read(path)), Error::Kind::failed);
}

TEST(RealHost, waits_for_no_pipe) {
  const Scratch scratch;
  const auto path = scratch.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const RealHost host;
  const auto begun = Clock::now();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(kind(host.read(path)), Error::Kind::failed);
  const Descriptor writer(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  EXPECT_EQ(kind(host.read(path)), Error::Kind::failed) << "with a writer";
  EXPECT_LT(Clock::now() - begun, 2s);
  EXPECT_EQ(kind(host.open(path)), Error::Kind::failed);
}

TEST(RealHost, is_not_held_by_a_file_system_that_hangs) {
  const Scratch scratch;
  const DeadMount dead(scratch.path("dead"));
  if (!dead.mounted()) GTEST_SKIP() << "cannot mount a file system here";
  scratch.link("way", "dead/dir");
  const RealHost host;
  const auto begun = Clock::now();
  EXPECT_EQ(kind(host.read(scratch.path("way/x"))), Error::Kind::timeout);
  // Nothing below it is asked a second time: ten more waits of 2 s would take longer.
  for (int i = 0; i < 5; ++i) {
    const auto path = scratch.path("dead/" + std::to_string(i));
    EXPECT_EQ(kind(host.read(path)), Error::Kind::timeout);
    EXPECT_EQ(kind(host.info(path)), Error::Kind::timeout);
  }
  EXPECT_EQ(kind(host.open(scratch.path("dead/x"))), Error::Kind::timeout);
  EXPECT_EQ(kind(host.space(scratch.path("dead"))), Error::Kind::timeout);
  EXPECT_LT(Clock::now() - begun, 15s);
  EXPECT_TRUE(host.read("/sys/class/net/lo/mtu").ok());
}

TEST(RealHost, is_not_held_by_a_file_system_that_was_mounted_later) {
  const Scratch scratch;
  const RealHost host;
  const DeadMount dead(scratch.path("dead"));
  if (!dead.mounted()) GTEST_SKIP() << "cannot mount a file system here";
  EXPECT_EQ(kind(host.read(scratch.path("dead/a"))), Error::Kind::timeout);
}

TEST(RealHost, lists_names_sorted_with_their_kinds) {
  const Scratch scratch;
  scratch.file("d/b", "");
  scratch.file("d/c/x", "");
  scratch.link("d/a", "nowhere");
  ASSERT_EQ(::mkfifo(scratch.path("d/d").c_str(), 0600), 0);
  const RealHost host;
  const std::vector<DirEntry> wanted = {{"a", FileKind::link},
                                        {"b", FileKind::regular},
                                        {"c", FileKind::directory},
                                        {"d", FileKind::other}};
  EXPECT_EQ(host.list(scratch.path("d")), Result<std::vector<DirEntry>>(wanted));
  EXPECT_EQ(kind(host.list(scratch.path("d/b"))), Error::Kind::not_found);
}

TEST(RealHost, lists_a_directory_of_many_entries) {
  const Scratch scratch;
  for (int i = 0; i < 3000; ++i) scratch.file("many/" + std::to_string(100000 + i), "");
  const RealHost host;
  const auto got = host.list(scratch.path("many"));
  ASSERT_TRUE(got.ok());
  ASSERT_EQ(got->size(), 3000U);
  EXPECT_EQ(got->front().name, "100000");
  EXPECT_EQ(got->back().name, "102999");
}

TEST(RealHost, tells_about_what_a_link_points_to) {
  const Scratch scratch;
  const auto path = scratch.file("file", "12345");
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  scratch.link("link", "file");
  const RealHost host;
  const auto got = host.info(scratch.path("link"));
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->kind, FileKind::regular);
  EXPECT_EQ(got->size, 5U);
  EXPECT_EQ(got->mode, 0640U);
  EXPECT_EQ(got->owner, ::geteuid());
  EXPECT_GT(got->modified, 1700000000);
  EXPECT_EQ(host.info("/")->kind, FileKind::directory);
  EXPECT_EQ(host.info("/dev/null")->kind, FileKind::other);
}

TEST(RealHost, says_what_a_link_says) {
  const Scratch scratch;
  scratch.link("link", "../no/where");
  scratch.file("file", "");
  const RealHost host;
  EXPECT_EQ(host.link(scratch.path("link")), Result<std::string>("../no/where"));
  EXPECT_EQ(kind(host.link(scratch.path("file"))), Error::Kind::failed);
  EXPECT_EQ(kind(host.link(scratch.path("none"))), Error::Kind::not_found);
  // Not "self": where the kernel lacks openat2, a helper with another process id looks.
  EXPECT_EQ(host.link("/proc/" + std::to_string(::getpid()) + "/cwd"),
            Result<std::string>(std::filesystem::current_path().string()));
}

TEST(RealHost, tells_the_space_of_a_file_system) {
  const RealHost host;
  const auto got = host.space("/");
  ASSERT_TRUE(got.ok());
  EXPECT_GT(got->total, 1U << 20U);
  EXPECT_LE(got->available, got->total);
}

TEST(RealHost, opens_a_blob_that_survives_shrinking) {
  const Scratch scratch;
  const auto path = scratch.file("blob", "0123456789");
  const RealHost host;
  const auto blob = host.open(path);
  ASSERT_TRUE(blob.ok());
  EXPECT_EQ((*blob)->size(), 10U);
  EXPECT_EQ(bytes_at(**blob, 3, 4), Result<std::string>("3456"));
  std::filesystem::resize_file(path, 2);
  std::array<std::byte, 8> into{};
  EXPECT_EQ((*blob)->read_at(0, into), Result<std::size_t>(2U));
  EXPECT_EQ((*blob)->read_at(5, into), Result<std::size_t>(0U));
  EXPECT_EQ((*blob)->read_at(~std::uint64_t{0}, into), Result<std::size_t>(0U));
  EXPECT_EQ(kind(host.open(scratch.root())), Error::Kind::failed);
  EXPECT_EQ(kind(host.open(scratch.path("none"))), Error::Kind::not_found);
}

TEST(RealHost, gives_programs_the_home_of_the_caller_only) {
  const RealHost host(
      Environment{{"HOME", "/some/where"}, {"PATH", "/evil"}, {"LD_PRELOAD", "/evil.so"}});
  const auto got = host.query({{"env"}, 10s});
  ASSERT_TRUE(got.ok());
  EXPECT_NE(got->out.find("HOME=/some/where\n"), std::string::npos);
  EXPECT_EQ(got->out.find("evil"), std::string::npos);
}

TEST(RealHost, survives_many_threads) {
  const Scratch scratch;
  const auto path = scratch.file("file", "content");
  const RealHost host;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n) {
        EXPECT_EQ(host.read(path), Result<std::string>("content"));
        EXPECT_TRUE(host.read("/sys/class/net/lo/mtu").ok());
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace gb10
