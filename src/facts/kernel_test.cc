#include <gtest/gtest.h>

#include "facts/topic_testing.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using Kind = Error::Kind;
using List = std::vector<std::string>;
using topic_testing::misfits;
using topic_testing::missing;
using topic_testing::reason;
using topic_testing::text;

const List kLog = {"journalctl", "-k", "-b", "0", "-o", "short-iso", "--no-pager", "-n", "20000"};
const List kPrevious = {"journalctl", "-b", "-1", "-n", "400", "-o", "cat", "--no-pager"};
const List kBoots = {"journalctl", "--list-boots", "-o", "json", "--no-pager"};

Facts collected(const FakeHost& host) { return topic_testing::collected(kernel_topic(), host); }

/// A machine that its watchdog resets, on a distribution that keeps the watchdog's module away.
FakeHost reset_by_watchdog() {
  FakeHost host;
  host.query_answer(kLog,
                    "2026-06-13T14:22:01+00:00 node kernel: ACPI GTDT: found 1 SBSA generic "
                    "Watchdog(s).\n"
                    "2026-06-13T14:22:02+00:00 node kernel: usb 1-1: new device\n");
  host.query_answer(kPrevious, "NVRM: Check failed: Out of memory\nStarted something.\n");
  host.query_answer(kBoots,
                    R"([{"index":-3,"first_entry":1781356860000000,"last_entry":1781366860000000},)"
                    R"({"index":-2,"first_entry":1781358060000000,"last_entry":1781359300000000},)"
                    R"({"index":-1,"first_entry":1781359260000000,"last_entry":1781360500000000},)"
                    R"({"index":0,"first_entry":1781360520000000,"last_entry":1781360600000000}])");
  host.file("/proc/modules", "nvidia_uvm 1900544 0 - Live 0x0\nnvidia 14675968 3\n");
  host.file("/lib/modprobe.d/blacklist_linux.conf", "blacklist sbsa_gwdt\nblacklist wdat_wdt\n");
  host.file("/usr/lib/modprobe.d/blacklist_linux.conf", "blacklist sbsa_gwdt\n");
  host.file("/etc/modprobe.d/notes.txt", "blacklist nvidia\n");
  host.directory("/sys/bus/platform/devices/sbsa-gwdt.0");
  return host;
}

TEST(Kernel, notable_lines_of_this_boot_and_of_the_end_of_the_one_before) {
  const Facts facts = collected(reset_by_watchdog());
  EXPECT_EQ(text(facts, "kernel.log"), "ACPI GTDT: found 1 SBSA generic Watchdog(s).");
  EXPECT_EQ(text(facts, "kernel.log_previous"), "NVRM: Check failed: Out of memory");
}

TEST(Kernel, a_boot_that_just_ends_is_unclean) {
  FakeHost host = reset_by_watchdog();
  EXPECT_EQ(text(collected(host), "kernel.unclean_boot"), "yes");
  host.query_answer(kPrevious, "Reached target reboot.target - System Reboot.\nJournal stopped\n");
  EXPECT_EQ(text(collected(host), "kernel.unclean_boot"), "no");
}

TEST(Kernel, without_an_earlier_boot_nothing_is_said_of_it) {
  FakeHost host = reset_by_watchdog();
  host.query_answer(kPrevious,
                    Output{.exit = 1,
                           .out = "",
                           .err = "Data from the specified boot (-1) is not available: No such "
                                  "boot ID in journal\n"});
  EXPECT_EQ(reason(collected(host), "kernel.unclean_boot"),
            (Error{Kind::not_found, "the journal keeps no earlier boot"}));
}

TEST(Kernel, a_user_without_the_right_learns_what_to_do) {
  const Error denied{Kind::denied, "the kernel log needs root", "sudo gb10 doctor"};
  FakeHost host = reset_by_watchdog();
  const std::string hint =
      "Hint: You are currently not seeing messages from other users and the system.\n";
  host.query_answer(kLog, Output{.exit = 0, .out = "-- No entries --\n", .err = hint});
  host.query_answer(kPrevious, Output{.exit = 0, .out = "my own session\n", .err = hint});
  const Facts facts = collected(host);
  EXPECT_EQ(reason(facts, "kernel.log"), denied);
  EXPECT_EQ(reason(facts, "kernel.unclean_boot"), denied) << "its own lines are not the last ones";
}

TEST(Kernel, empty_is_denied_for_a_user_and_absent_for_root) {
  FakeHost host = reset_by_watchdog();
  host.query_answer(kLog, "");
  EXPECT_EQ(text(collected(host), "kernel.log"), "unknown: denied");
  host.user(0);
  EXPECT_EQ(text(collected(host), "kernel.log"), "unknown: not_found");
}

TEST(Kernel, modules_that_are_loaded_and_those_kept_away) {
  const Facts facts = collected(reset_by_watchdog());
  EXPECT_EQ(text(facts, "kernel.modules"), "nvidia_uvm, nvidia");
  EXPECT_EQ(text(facts, "kernel.denied_modules"), "sbsa_gwdt, wdat_wdt");
}

TEST(Kernel, the_watchdog_by_its_device_and_else_by_the_log) {
  FakeHost host = reset_by_watchdog();
  EXPECT_EQ(text(collected(host), "kernel.sbsa_watchdog"), "yes");
  host.fail("/sys/bus/platform/devices", Error{Kind::not_found, "none"});
  EXPECT_EQ(text(collected(host), "kernel.sbsa_watchdog"), "yes");
  host.query_answer(kLog, "2026-06-13T14:22:02+00:00 node kernel: usb\n");
  EXPECT_EQ(text(collected(host), "kernel.sbsa_watchdog"), "unknown: not_found");
  FakeHost other;
  other.directory("/sys/bus/platform/devices/serial8250");
  EXPECT_EQ(text(collected(other), "kernel.sbsa_watchdog"), "no");
}

TEST(Kernel, boots_that_ended_early_are_counted) {
  const Facts facts = collected(reset_by_watchdog());
  EXPECT_EQ(text(facts, "kernel.short_boots"), "2");
  const auto* const boots = facts.known<List>("kernel.boots");
  ASSERT_NE(boots, nullptr);
  ASSERT_EQ(boots->size(), 4U);
  EXPECT_EQ(boots->back(), "0: 2026-06-13T14:22:00Z, running");
}

TEST(Kernel, a_log_that_fills_what_is_read_is_not_whole) {
  FakeHost host = reset_by_watchdog();
  std::string log;
  for (int i = 0; i < 20000; ++i)
    log += "2026-06-13T14:22:02+00:00 node kernel: [UFW BLOCK] IN=x\n";
  host.query_answer(kLog, log);
  EXPECT_EQ(collected(host).find("kernel.log")->gaps,
            "only the last 20000 lines of the kernel's log were read");
  EXPECT_EQ(collected(reset_by_watchdog()).find("kernel.log")->gaps, "");
}

TEST(Kernel, a_machine_without_journalctl) {
  FakeHost host;
  for (const List& argv : {kLog, kPrevious, kBoots}) {
    host.query_answer(argv, Error{Kind::not_found, "no"});
  }
  EXPECT_EQ(reason(collected(host), "kernel.log").what, "journalctl is not installed");
  EXPECT_EQ(reason(collected(host), "kernel.boots").what, "journalctl is not installed");
}

TEST(Kernel, every_fact_fits_a_spec_and_none_is_forgotten) {
  for (const FakeHost& host : {reset_by_watchdog(), FakeHost()}) {
    const Facts facts = collected(host);
    EXPECT_EQ(misfits(kernel_topic(), facts), List{});
    EXPECT_EQ(missing(kernel_topic(), facts), List{});
  }
}

}  // namespace
}  // namespace gb10
