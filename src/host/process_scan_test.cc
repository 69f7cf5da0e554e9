#include "host/process_scan.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(ProcessScan, reads_names_that_look_like_more) {
  ProcessUse process;
  ASSERT_TRUE(parse_stat("42 (a) b (c) S 7 41 40 0 -1 4194560 1 0 0 0 1 2 3 4 20 0 1 0 12345 9 9",
                         process));
  EXPECT_EQ(process.name(), "a) b (c");
  EXPECT_EQ(process.pid, 42);
  EXPECT_EQ(process.parent, 7);
  EXPECT_EQ(process.group, 41);
  EXPECT_EQ(process.session, 40);
  EXPECT_EQ(process.started, 12345U);
}

TEST(ProcessScan, refuses_what_makes_no_sense) {
  ProcessUse process;
  for (const char* const text : {"", "42", "42 (a", "42 a) S 1", "x (a) S 1 2 3", "42 (a) S 1 2"})
    EXPECT_FALSE(parse_stat(text, process)) << text;
  EXPECT_FALSE(parse_status("Name:\tkthreadd\n", process));
}

TEST(ProcessScan, reads_what_a_process_holds) {
  ProcessUse process;
  ASSERT_TRUE(
      parse_status("Name:\tRssAnon: 7\nRssAnon:\t     100 kB\nRssShmem:\t  20 kB\n"
                   "VmSwap:\t  3 kB\n",
                   process));
  EXPECT_EQ(process.anonymous, 100 * 1024);
  EXPECT_EQ(process.shared, 20 * 1024);
  EXPECT_EQ(process.swapped, 3 * 1024);
}

TEST(ProcessScan, keeps_the_end_of_a_long_control_group) {
  ProcessUse process;
  parse_cgroup("1:cpu:/x\n0::/system.slice/ssh.service\n", process);
  EXPECT_EQ(process.unit(), "/system.slice/ssh.service");
  parse_cgroup("0::/" + std::string(400, 'a') + "/docker-0123.scope\n", process);
  EXPECT_TRUE(process.unit().ends_with("/docker-0123.scope"));
}

TEST(ProcessScan, finds_this_process_and_what_it_holds_unmapped) {
  auto scan = ProcessScan::open("/proc");
  ASSERT_TRUE(scan.ok()) << scan.error().what;
  const int file = static_cast<int>(::memfd_create("held", MFD_CLOEXEC));
  ASSERT_GE(file, 0);
  const std::string piece(1 << 20, 'x');
  for (int i = 0; i < 8; ++i)
    ASSERT_EQ(::write(file, piece.data(), piece.size()), static_cast<ssize_t>(piece.size()));
  std::vector<ProcessUse> all;
  scan->read(all);
  bool found = false;
  for (ProcessUse& process : all) {
    if (process.pid != ::getpid()) continue;
    found = true;
    EXPECT_GT(process.anonymous, 0);
    EXPECT_EQ(process.parent, ::getppid());
    scan->add_held(process);
    EXPECT_GE(process.held, 8 << 20);
    EXPECT_LT(process.held, 64 << 20);
  }
  EXPECT_TRUE(found);
  ::close(file);
}

TEST(ProcessScan, says_where_there_is_nothing_to_read) {
  EXPECT_FALSE(ProcessScan::open("/no/such").ok());
}

}  // namespace
}  // namespace gb10
