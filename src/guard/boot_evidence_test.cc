#include "guard/boot_evidence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "guard/ring_testing.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

using Kind = Error::Kind;

const std::vector<std::string> kTimed = {"journalctl", "-b", "-1",         "-n",
                                         "400",        "-o", "short-unix", "--no-pager"};
const std::vector<std::string> kBare = {"journalctl", "-b", "-1",  "-n",
                                        "400",        "-o", "cat", "--no-pager"};
const std::vector<std::string> kList = {"journalctl", "--list-boots", "-o", "json", "--no-pager"};

FakeHost machine() {
  FakeHost host;
  host.file("/proc/uptime", "90.12 1500.30\n").file("/proc/meminfo", "MemTotal:  1000 kB\n");
  host.file("/proc/sys/kernel/random/boot_id", "b7c61f0e-52d8-4d0f-9a3b-4c5d6e7f8091\n");
  host.directory("/sys/fs/pstore").directory("/sys/bus/platform/devices/sbsa-gwdt.0");
  host.query_answer(kTimed,
                    "1795165100.250000 node kernel: NVRM: Xid (PCI:0): 79, gone\n"
                    "-- Boot 1234 --\n1795165101.5 node systemd[1]: Started x.\n");
  host.query_answer(
      kList,
      R"([{"index":0,"boot_id":"b7c61f0e52d84d0f9a3b4c5d6e7f8091","first_entry":1795165200000000,
           "last_entry":1795165290000000},
          {"index":-1,"boot_id":"3f2a91c07d5e4b6a8c1d2e3f40516273","first_entry":1795150000000000,
           "last_entry":1795165101500000}, {"index":-2}, 5])");
  host.user(0).now(1795165290);
  return host;
}

TEST(BootEvidence, is_gathered_from_all_places) {
  const BootEvidence found = boot_evidence(machine());
  ASSERT_TRUE(found.journal.ok());
  ASSERT_EQ(found.journal->size(), 2U);
  EXPECT_EQ(found.journal->at(0).text, "kernel: NVRM: Xid (PCI:0): 79, gone");
  EXPECT_EQ(found.journal->at(0).time, 1795165100.25);
  ASSERT_TRUE(found.boots.ok());
  ASSERT_EQ(found.boots->size(), 2U);
  EXPECT_EQ(found.boots->at(0).id, "3f2a91c07d5e4b6a8c1d2e3f40516273");
  EXPECT_EQ(std::floor(found.boots->at(0).ended), 1795165101);
  EXPECT_EQ(found.boot_id.value_or(""), "b7c61f0e52d84d0f9a3b4c5d6e7f8091");
  EXPECT_EQ(found.uptime.value_or(0), 90.12);
  EXPECT_EQ(found.memory.value_or(0), 1024000);
  EXPECT_TRUE(found.watchdog.value_or(false));
  ASSERT_TRUE(found.dumps.ok());
  EXPECT_TRUE(found.dumps->empty());
}

TEST(BootEvidence, of_an_older_recording_is_the_journal_without_times) {
  FakeHost host = machine();
  host.query_answer(kTimed, Error{Kind::not_recorded, "no"});
  host.query_answer(kBare, "NVRM: Xid\n-\n-\n");
  const BootEvidence found = boot_evidence(host);
  ASSERT_TRUE(found.journal.ok());
  ASSERT_EQ(found.journal->size(), 1U);
  EXPECT_FALSE(found.journal->at(0).time.has_value());
}

TEST(BootEvidence, says_why_the_journal_cannot_be_read) {
  const auto why = [](Output output, unsigned user) {
    FakeHost host = machine();
    host.query_answer(kTimed, std::move(output)).user(user);
    const auto journal = boot_evidence(host).journal;
    return journal.ok() ? Error{} : journal.error();
  };
  const Error denied = why({0, "own line\n",
                            "Hint: You are currently not seeing messages from "
                            "other users and the system.\n"},
                           1000);
  EXPECT_EQ(denied.kind, Kind::denied);
  EXPECT_NE(denied.hint.find("sudo"), std::string::npos);
  EXPECT_EQ(why({0, "-- No entries --\n", ""}, 1000).kind, Kind::denied);
  EXPECT_EQ(why({0, "", ""}, 0).kind, Kind::not_found);
  EXPECT_EQ(why({1, "",
                 "Data from the specified boot (-1) is not available: No such boot ID in "
                 "journal\n"},
                0)
                .kind,
            Kind::not_found);
}

TEST(BootEvidence, dumps_are_found_where_the_kernel_and_systemd_put_them) {
  FakeHost host = machine();
  host.file("/sys/fs/pstore/dmesg-ramoops-0",
            "Panic#1 Part1\n<0>[ 12.345678] Kernel panic - not syncing: x\n");
  host.modified("/sys/fs/pstore/dmesg-ramoops-0", 1795165102);
  host.file("/sys/fs/pstore/console-ramoops-0", "not a dump");
  host.file("/var/lib/systemd/pstore/1795165103/dmesg.txt", "Oops#1 Part1\n");
  const auto dumps = boot_evidence(host).dumps;
  ASSERT_TRUE(dumps.ok());
  ASSERT_EQ(dumps->size(), 2U);
  EXPECT_EQ(dumps->at(0).time, 1795165102);
  EXPECT_EQ(dumps->at(0).lines,
            (std::vector<std::string>{"Panic#1 Part1", "Kernel panic - not syncing: x"}));
  EXPECT_EQ(dumps->at(1).time, 1795165103);
}

TEST(BootEvidence, dumps_that_may_not_be_seen_are_no_absent_ones) {
  FakeHost host = machine();
  host.fail("/sys/fs/pstore", Error{Kind::denied, "cannot list /sys/fs/pstore: permission denied"});
  EXPECT_EQ(boot_evidence(host).dumps.error().kind, Kind::denied);
  EXPECT_EQ(boot_evidence(FakeHost()).dumps.error().kind, Kind::not_found);
}

TEST(BootEvidence, the_moment_of_a_dump_is_in_its_name) {
  using boot_texts::time_of_dump;
  EXPECT_EQ(time_of_dump("/sys/fs/pstore/dmesg-efi_pstore-179516515901001"), 1795165159);
  EXPECT_EQ(time_of_dump("/var/lib/systemd/pstore/1795165159/dmesg.txt"), 1795165159);
  EXPECT_EQ(time_of_dump("/sys/fs/pstore/dmesg-erst-7123456789012345678"), std::nullopt);
  EXPECT_EQ(time_of_dump("/sys/fs/pstore/dmesg-ramoops-0"), std::nullopt);
  EXPECT_EQ(time_of_dump(""), std::nullopt);
}

TEST(BootEvidence, odd_lines_of_a_journal_are_survived) {
  using boot_texts::journal_lines;
  EXPECT_TRUE(journal_lines("").empty());
  const auto lines = journal_lines("1795165100.5\n1795165100.5 host\n12.5 W drawn\n\x01\xff\n");
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[1].text, "host");
  EXPECT_FALSE(lines[2].time.has_value());
  EXPECT_EQ(lines[2].text, "12.5 W drawn");
  EXPECT_FALSE(boot_texts::listed_boots("{}").ok());
  EXPECT_FALSE(boot_texts::listed_boots("\xff").ok());
}

TEST(BootEvidence, the_ring_is_read_through_the_machine) {
  const ring_testing::Folder folder;
  {
    auto ring = RingWriter::open(folder.file(), ring_testing::kSmall,
                                 {ring_testing::kFirstBoot, "1", {0, 0}});
    ASSERT_TRUE(ring.ok() && ring->add(ring_testing::reading(1)).ok());
  }
  FakeHost host;
  host.file(kRingPath, ring_testing::content(folder.file()));
  const auto log = ring_of(host, kRingPath);
  ASSERT_TRUE(log.ok());
  EXPECT_EQ(log->boots.front().samples.size(), 1U);
  EXPECT_EQ(ring_of(host, "/none").error().kind, Kind::not_found);
}

}  // namespace
}  // namespace gb10
