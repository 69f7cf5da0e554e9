#include "host/mounts.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

// The places exist on every machine: what cannot be opened is trusted by nobody anyway.
constexpr std::string_view kTable =
    "22 27 0:21 / /proc rw - proc proc rw\n"
    "23 27 0:22 / /sys rw - sysfs sysfs rw\n"
    "27 1 254:0 / / rw shared:1 - ext4 /dev/nvme0n1p2 rw\n"
    "28 27 0:30 / /home/nas rw - nfs4 192.0.2.1:/x rw\n"
    "29 27 0:31 / /dev rw - fuse.odd x rw\n"
    "30 29 0:32 / /dev/shm rw - tmpfs t rw\n"
    "31 27 8:1 / /etc rw - ext4 /dev/sda1 rw\n"
    "32 27 0:33 / /tmp/a\\040b rw - fuse.sshfs x rw\n"
    "33 27 0:34 / /run rw - tmpfs t rw\n"
    "34 27 0:35 / /run rw - cifs t rw\n"
    "35 27 0:36 / /var rw - tmpfs t rw\n"
    "36 23 0:37 / /sys/kernel/debug rw - debugfs d rw\n";

bool prompt(const std::string& path, Look look = Look::read) {
  Mounts mounts(kTable);
  return mounts.prompt(path, look).has_value();
}

TEST(Mounts, trusts_local_file_systems_at_their_usual_places) {
  EXPECT_TRUE(prompt("/usr/lib/os-release"));
  EXPECT_TRUE(prompt("/"));
  EXPECT_TRUE(prompt("/var/log"));
  EXPECT_TRUE(prompt("/var"));
  EXPECT_TRUE(prompt("/home/someone/.venv"));
  EXPECT_TRUE(prompt("/home/nastier"));
}

TEST(Mounts, trusts_no_server_and_no_stick) {
  EXPECT_FALSE(prompt("/home/nas"));
  EXPECT_FALSE(prompt("/home/nas/x"));
  EXPECT_FALSE(prompt("/dev/shm/x")) << "the way there leads over another's";
  EXPECT_FALSE(prompt("/etc/x")) << "a disk at an unusual place may be pulled out";
  EXPECT_FALSE(prompt("/tmp/a b/x"));
  EXPECT_FALSE(prompt("/run/x")) << "the later mount lies on top";
  EXPECT_FALSE(prompt("/usr/../home/nas/x"));
  EXPECT_FALSE(prompt("/sys/kernel/debug/x"));
}

TEST(Mounts, knows_which_kernel_files_ask_nobody) {
  EXPECT_TRUE(prompt("/proc/meminfo"));
  EXPECT_TRUE(prompt("/proc/sys/vm/swappiness"));
  EXPECT_TRUE(prompt("/proc/4711/stat"));
  EXPECT_TRUE(prompt("/proc", Look::list));
  EXPECT_FALSE(prompt("/proc/4711/cmdline"));
  EXPECT_FALSE(prompt("/proc/4711/fd/3", Look::link));
  EXPECT_FALSE(prompt("/proc/driver/nvidia/version"));
  EXPECT_TRUE(prompt("/sys/devices/system/cpu/online"));
  EXPECT_TRUE(prompt("/sys/class/net", Look::list));
  EXPECT_TRUE(prompt("/sys/class/net/lo", Look::link));
  EXPECT_FALSE(prompt("/sys/class/net/lo/speed"));
}

TEST(Mounts, suspects_the_mount_or_the_directory) {
  const Mounts mounts(kTable);
  EXPECT_EQ(mounts.suspect("/home/nas/a/b"), "/home/nas");
  EXPECT_EQ(mounts.suspect("/proc/4711/maps"), "/proc/4711");
  EXPECT_EQ(mounts.suspect("/proc/odd"), "/proc/odd");
  EXPECT_EQ(mounts.suspect("/sys/class/net/lo/speed"), "/sys/class/net/lo");
}

TEST(Mounts, without_a_table_trusts_nothing) {
  Mounts none("");
  EXPECT_FALSE(none.prompt("/etc/passwd", Look::read).has_value());
  Mounts odd("x\n- \n1 2 3 4 5 6\n1 2 3 4 /x -\n1 2 3 4 \\999 - ext4\n");
  EXPECT_FALSE(odd.prompt("/etc/passwd", Look::read).has_value());
}

TEST(Mounts, with_a_root_that_may_hang_suspects_only_the_directory) {
  const Mounts mounts("1 0 0:1 / / rw - 9p x rw\n");
  EXPECT_EQ(mounts.suspect("/a/b/c"), "/a/b");
}

}  // namespace
}  // namespace gb10
