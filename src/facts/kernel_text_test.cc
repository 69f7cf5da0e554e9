#include "facts/kernel_text.h"

#include <gtest/gtest.h>

namespace gb10::kernel_text {
namespace {

using List = std::vector<std::string>;

TEST(LogMessages, time_host_and_source_are_taken_off) {
  EXPECT_EQ(messages("-- Boot 7c1e --\n"
                     "2026-08-12T14:02:51+0000 node kernel: NVRM: loading NVIDIA Open GPU Kernel "
                     "Module for aarch64  580.159.03  Release Build\n"
                     "[    8.902317] NVRM: Xid (PCI:000f:01:00): 169, pid='<unknown>'\n"
                     "[Firmware Bug]: x\n"
                     "\n"),
            (List{"NVRM: loading NVIDIA Open GPU Kernel Module for aarch64  580.159.03  Release "
                  "Build",
                  "NVRM: Xid (PCI:000f:01:00): 169, pid='<unknown>'", "[Firmware Bug]: x"}));
}

TEST(NotableLines, those_of_the_known_failures) {
  for (const char* const line : {
           "NVRM: GPU 000f:01:00.0: RmInitAdapter failed! (0x62:0x65:2028)",
           "mlx5_core 0000:01:00.0: mlx5_pcie_event:326:(pid 165): Detected insufficient power on "
           "the PCIe slot (27W).",
           "pcieport 0000:00:00.0: AER: Uncorrectable (Fatal) error message received",
           "Out of memory: Killed process 4242 (python) total-vm:123456kB",
           "oom-kill:constraint=CONSTRAINT_NONE,task=VLLM::EngineCor",
           "watchdog: BUG: soft lockup - CPU#5 stuck for 26s! [irq/64-aerdrv:402]",
           "NETDEV WATCHDOG: enP7s7 (r8127): transmit queue 0 timed out",
           "xhci_hcd 0000:02:00.0: HC died; cleaning up",
           "pci 000f:01:00.0: DOE: [100] mailbox timeout",
           "ACPI GTDT: found 1 SBSA generic Watchdog(s).",
           "Unable to handle kernel paging request at virtual address 0",
           "mt7925e 0009:01:00.0: key addition failed",
           "INFO: task python:77 blocked for more than 120 seconds.",
           "VFS: Unable to mount root fs on unknown-block(0,0)",
       }) {
    EXPECT_TRUE(is_notable(line)) << line;
  }
}

TEST(NotableLines, not_those_that_only_carry_the_name_of_the_kernel) {
  for (const char* const line :
       {"Linux version 6.17.0-1014-nvidia (builder) #14-Ubuntu SMP",
        "Kernel command line: BOOT_IMAGE=/vmlinuz-6.17.0-1014-nvidia root=UUID=made-up",
        "audit: type=1400 apparmor=\"STATUS\" name=\"nvidia_modprobe\"",
        "usb 1-1: new high-speed USB device number 2"}) {
    EXPECT_FALSE(is_notable(line)) << line;
  }
}

TEST(NotableLines, the_same_text_is_counted) {
  EXPECT_EQ(notable({"NVRM: a", "usb", "NVRM: a", "NVRM: a", "NVRM: b"}),
            (List{"NVRM: a [3 times]", "NVRM: b"}));
}

TEST(NotableLines, different_codes_are_kept_but_not_without_end) {
  List many = {"NVRM: Xid (PCI:000f:01:00): 13", "NVRM: Xid (PCI:000f:01:00): 119"};
  EXPECT_EQ(notable(many), many);
  for (int i = 0; i < 50; ++i) many.push_back("watchdog: stuck for " + std::to_string(i) + "s");
  const List kept = notable(many);
  EXPECT_EQ(kept.size(), 6U);
  EXPECT_EQ(kept[2], "watchdog: stuck for 0s [47 times]");
}

TEST(NotableLines, hexadecimal_numbers_count_as_numbers) {
  List many;
  for (const char* const code : {"0x1a", "0x2b", "0x3c", "0x4d", "0x5e"}) {
    many.push_back(std::string("NVRM: bad read ") + code);
  }
  EXPECT_EQ(notable(many).front(), "NVRM: bad read 0x1a [2 times]");
}

TEST(NotableLines, at_most_400) {
  List many;
  for (int i = 0; i < 1000; ++i) many.push_back("NVRM: " + std::string(1U + i % 1000U, 'x'));
  EXPECT_EQ(notable(many).size(), 400U);
}

TEST(BootEnds, a_shutdown_shows) {
  EXPECT_TRUE(ends_cleanly("Reached target reboot.target - System Reboot.\n"));
  EXPECT_TRUE(ends_cleanly("Reached target poweroff.target - System Power Off.\nx\n"));
  EXPECT_TRUE(ends_cleanly("Reached target shutdown.target - System Shutdown.\n"));
  EXPECT_TRUE(ends_cleanly("Received SIGTERM from PID 1 (systemd-shutdow).\n"));
  EXPECT_TRUE(ends_cleanly("Journal stopped\n"));
}

TEST(BootEnds, anything_else_is_an_end_in_the_middle) {
  EXPECT_FALSE(ends_cleanly("Reached target multi-user.target - Multi-User System.\n"));
  EXPECT_FALSE(ends_cleanly("NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory\n"));
  EXPECT_FALSE(ends_cleanly("a reboot is required\n"));
  EXPECT_FALSE(ends_cleanly(""));
}

TEST(BootList, in_the_order_of_time_with_their_lengths) {
  const auto found = boots(
      R"([{"index":0,"boot_id":"b","first_entry":1781360520000000,"last_entry":1781360600000000},)"
      R"({"index":-1,"boot_id":"a","first_entry":1781359260000000,"last_entry":1781360500000000},)"
      R"({"boot_id":"?"}])");
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[0].index, -1);
  EXPECT_EQ(to_text((*found)[0]), "-1: 2026-06-13T14:01:00Z, 1240 s");
  EXPECT_EQ(to_text((*found)[1]), "0: 2026-06-13T14:22:00Z, running");
  EXPECT_FALSE(boots("-1 abc Mon 2026-06-13").ok());
}

TEST(BootList, without_times_says_nothing) {
  const auto found = boots(R"([{"index":-1},{"index":0,"first_entry":1781360520000000}])");
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->empty());
}

TEST(BootList, impossible_times_do_no_harm) {
  EXPECT_FALSE(to_text(Boot{-1, INT64_MAX / 1000000, 0}).empty());
  EXPECT_EQ(to_text(Boot{-1, -5, 0}), "-1: 1970-01-01T00:00:00Z, 5 s");
}

TEST(Modules, loaded_ones_by_name) {
  EXPECT_EQ(loaded_modules("nvidia_uvm 1900544 0 - Live 0x0000000000000000\nnvidia 14675968 3\n"),
            (List{"nvidia_uvm", "nvidia"}));
}

TEST(Modules, denied_ones_by_blacklist_or_by_a_command_that_does_nothing) {
  EXPECT_EQ(denied_modules("# blacklist a\nblacklist sbsa-gwdt\ninstall nouveau /bin/false\n"
                           "install b /sbin/modprobe c\noptions d e=1\nblacklist\n"),
            (List{"sbsa_gwdt", "nouveau"}));
}

TEST(Complaints, of_a_user_without_the_right) {
  EXPECT_TRUE(
      says_denied("Hint: You are currently not seeing messages from other users and the "
                  "system.\n"));
  EXPECT_TRUE(says_denied("No journal files were opened due to insufficient permissions.\n"));
  EXPECT_FALSE(says_denied("No journal files were found.\n"));
}

TEST(counts, by_its_message_and_not_by_the_name_of_the_machine) {
  EXPECT_TRUE(counts("2026-11-20T08:00:00+00:00 spark kernel: NVRM: Xid 79"));
  EXPECT_TRUE(counts("systemd-shutdown[1]: Sending SIGTERM"));
  EXPECT_FALSE(counts("2026-11-20T08:00:00+00:00 nvidia-spark kernel: audit: /home/u/taxes.pdf"));
  EXPECT_FALSE(counts("cron[7]: (u) CMD (backup)"));
}

}  // namespace
}  // namespace gb10::kernel_text
