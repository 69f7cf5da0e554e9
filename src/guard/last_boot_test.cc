#include "guard/last_boot.h"

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/text.h"
#include "guard/last_boot_testing.h"
#include "guard/last_boot_words.h"

namespace gb10 {
namespace {

using namespace last_boot_testing;

std::string verdict(const BootEvidence& evidence) { return word(last_boot(evidence).verdict); }

bool says(const std::vector<std::string>& lines, std::string_view part) {
  return joined(lines, "\n").find(part) != std::string::npos;
}

RingBoot boot_with_line(double before, const char* text) {
  RingBoot boot = quiet_boot();
  boot.events.push_back({EventKind::kernel_line, moment(before), text, false});
  return boot;
}

TEST(LastBoot, that_ends_in_a_quiet_minute_was_a_power_cut) {
  const LastBoot found = last_boot(with_ring(quiet_boot()));
  EXPECT_EQ(found.verdict, BootEnd::power_cut);
  EXPECT_TRUE(says(found.evidence, "samples came on time to the last (61 samples"));
  EXPECT_TRUE(says(found.contradicting, "a hang of the whole chip"));
  EXPECT_TRUE(says(found.not_seen, "a panic of the kernel"));
  ASSERT_TRUE(found.last_sign.has_value());
  EXPECT_EQ(found.last_sign->time, kDied);
  EXPECT_EQ(found.last_sign->before_next, 41);
  EXPECT_EQ(found.boot, kBefore);
  EXPECT_EQ(found.lasted, 9000);
  EXPECT_EQ(found.samples.size(), 61U);
  EXPECT_FALSE(found.remedy.empty());
}

TEST(LastBoot, where_panics_leave_nothing_says_so) {
  BootEvidence evidence = with_ring(quiet_boot());
  evidence.dumps = Error{Error::Kind::not_found, "there is no pstore"};
  const LastBoot found = last_boot(evidence);
  EXPECT_EQ(found.verdict, BootEnd::power_cut);
  EXPECT_TRUE(says(found.contradicting, "so would a kernel panic"));
  EXPECT_FALSE(says(found.not_seen, "a panic"));
  EXPECT_TRUE(says(found.missing, "there is no pstore"));
}

TEST(LastBoot, with_a_note_of_the_shutdown_was_shut_down) {
  RingBoot boot = quiet_boot();
  boot.stop = RingStop{boot.last, "shutdown"};
  EXPECT_EQ(verdict(with_ring(boot)), "clean-shutdown");
}

TEST(LastBoot, whose_guard_was_only_stopped_does_not_show_its_end) {
  RingBoot boot = quiet_boot();
  boot.stop = RingStop{boot.last, "stopped"};
  const LastBoot found = last_boot(with_ring(boot));
  EXPECT_EQ(found.verdict, BootEnd::cannot_tell);
  EXPECT_TRUE(says(found.missing, "the guard was ended before it (stopped)"));
}

TEST(LastBoot, whose_journal_ends_with_the_shutdown_was_shut_down) {
  for (const char* const text :
       {"systemd[1]: Reached target reboot.target - System Reboot.",
        "systemd[1]: Reached target Power-Off.", "systemd-shutdown[1]: Syncing filesystems",
        "systemd-journald[401]: Journal stopped", "kernel: reboot: Power down"}) {
    BootEvidence evidence = no_trace();
    put_journal(evidence, {line(60, "cron[1]: x"), line(1, text), line(0, "kernel: last")});
    EXPECT_EQ(verdict(evidence), "clean-shutdown") << text;
  }
}

TEST(LastBoot, a_logout_or_a_restart_of_the_journal_is_no_shutdown) {
  BootEvidence logout = no_trace();
  put_journal(logout, {line(9, "systemd[2210]: Reached target shutdown.target - Shutdown."),
                       line(0, "cron[1]: x")});
  EXPECT_EQ(verdict(logout), "power-cut-or-hang");
  BootEvidence evidence = no_trace();
  put_journal(evidence, {line(8, "systemd-journald[401]: Journal stopped"),
                         line(7, "systemd-journald[977]: Journal started"), line(0, "cron[1]: x")});
  EXPECT_EQ(verdict(evidence), "power-cut-or-hang");
  put_journal(evidence,
              {line(4000, "systemd[1]: Reached target Shutdown."), line(0, "cron[1]: x")});
  EXPECT_EQ(verdict(evidence), "power-cut-or-hang") << "long before the end";
}

TEST(LastBoot, of_which_only_the_journal_is_there_may_have_been_either) {
  BootEvidence evidence = no_trace();
  put_journal(evidence, {line(200, "cron[1]: x"), line(150, "dockerd[2]: health ok")});
  const LastBoot found = last_boot(evidence);
  EXPECT_EQ(found.verdict, BootEnd::power_cut_or_hang);
  EXPECT_TRUE(says(found.missing, "every 5 minutes"));
  EXPECT_TRUE(says(found.missing, "sudo gb10 guard install"));
  EXPECT_EQ(found.last_sign->before_next, 191);
}

TEST(LastBoot, without_memory_at_the_last_sample_ran_out_of_it) {
  EXPECT_EQ(verdict(with_ring(boot_ending({{.available = 0.5 * kGiB}}))), "memory-exhaustion");
}

TEST(LastBoot, that_stalled_or_whose_samples_came_late_with_little_memory_ran_out_of_it) {
  EXPECT_EQ(verdict(with_ring(boot_ending({{.available = 2.5 * kGiB, .pressure = 0.7}}))),
            "memory-exhaustion");
  RingBoot late = boot_ending({{.available = 2 * kGiB}, {.available = 2 * kGiB}});
  late.samples.back() = sample(-4, {.available = 2 * kGiB});
  late.last = moment(-4);
  EXPECT_EQ(verdict(with_ring(late)), "memory-exhaustion");
}

TEST(LastBoot, whose_memory_went_within_seconds_ran_out_of_it) {
  const LastBoot found = last_boot(with_ring(boot_ending({{.available = 29 * kGiB},
                                                          {.available = 26 * kGiB},
                                                          {.available = 22 * kGiB},
                                                          {.available = 17 * kGiB},
                                                          {.available = 12 * kGiB},
                                                          {.available = 8 * kGiB}})));
  EXPECT_EQ(found.verdict, BootEnd::memory_exhaustion);
  EXPECT_TRUE(says(found.evidence, "fewer each second"));
  EXPECT_TRUE(says(found.contradicting, "8.0 GiB were still available"));
}

TEST(LastBoot, that_loads_with_much_memory_left_did_not_run_out_of_it) {
  const BootEvidence evidence = with_ring(
      boot_ending({{.available = 100 * kGiB}, {.available = 98 * kGiB}, {.available = 96 * kGiB}}));
  EXPECT_EQ(verdict(evidence), "power-cut");
}

TEST(LastBoot, of_a_small_machine_is_judged_by_shares) {
  std::vector<Levels> levels(61, {.available = 1.2 * kGiB, .power = kNotKnown});
  BootEvidence evidence = with_ring(boot_ending(levels));
  evidence.memory = 2 * kGiB;
  EXPECT_EQ(verdict(evidence), "power-cut");
  levels.back().available = 0.05 * kGiB;
  evidence = with_ring(boot_ending(levels));
  evidence.memory = Error{Error::Kind::not_recorded, "not known"};
  EXPECT_EQ(verdict(evidence), "memory-exhaustion");
}

TEST(LastBoot, with_kills_for_memory_ran_out_of_it_unless_there_was_much_again) {
  EXPECT_EQ(verdict(with_ring(boot_ending({{.available = 2 * kGiB, .kills = 2}}))),
            "memory-exhaustion");
  const LastBoot after = last_boot(with_ring(boot_ending({{.available = 50 * kGiB, .kills = 2}})));
  EXPECT_EQ(after.verdict, BootEnd::power_cut);
  EXPECT_FALSE(says(after.not_seen, "killed for memory"));
}

TEST(LastBoot, with_no_memory_lines_needs_little_memory_too) {
  constexpr const char* kLine = "NVRM: Out of memory [NV_ERR_NO_MEMORY] (0x00000051)";
  const LastBoot healthy = last_boot(with_ring(boot_with_line(20, kLine)));
  EXPECT_EQ(healthy.verdict, BootEnd::power_cut) << "healthy starts write it, too";
  EXPECT_TRUE(says(healthy.contradicting, "NV_ERR_NO_MEMORY"));
  BootEvidence evidence = no_trace();
  put_journal(evidence, {line(5, (std::string("kernel: ") + kLine).c_str())});
  const LastBoot alone = last_boot(evidence);
  EXPECT_EQ(alone.verdict, BootEnd::memory_exhaustion);
  EXPECT_TRUE(says(alone.contradicting, "healthy starts"));
}

TEST(LastBoot, with_a_fault_of_the_gpu_at_the_end_says_so) {
  EXPECT_EQ(verdict(with_ring(
                boot_with_line(2, "NVRM: Xid (PCI:000f:01:00): 79, GPU has fallen off the bus."))),
            "gpu-fault");
  EXPECT_EQ(
      verdict(with_ring(boot_with_line(3,
                                       "NVRM: Xid (PCI:000f:01:00): 119, pid=1, Timeout "
                                       "after 6s of waiting for RPC response from GPU0 GSP!"))),
      "gpu-fault");
  EXPECT_EQ(
      verdict(with_ring(boot_with_line(2, "NVRM: Xid (PCI:000f:01:00): 31, pid=5, MMU Fault"))),
      "power-cut")
      << "a program's fault ends the program";
  EXPECT_EQ(verdict(with_ring(boot_with_line(90, "NVRM: Xid (PCI:000f:01:00): 79, gone"))),
            "power-cut")
      << "not in the last minute";
}

TEST(LastBoot, that_was_hot_says_so) {
  EXPECT_EQ(verdict(with_ring(boot_ending({{.zone = 96}}))), "overheated");
  EXPECT_EQ(verdict(with_ring(boot_ending({{.gpu = 91}}))), "overheated");
  EXPECT_EQ(verdict(with_ring(boot_ending(std::vector<Levels>(61, {.gpu = 86, .zone = 88})))),
            "power-cut");
  std::vector<Levels> cooling(61, {.gpu = 95});
  cooling.back().gpu = 91;
  EXPECT_EQ(verdict(with_ring(boot_ending(cooling))), "power-cut");
  EXPECT_EQ(verdict(with_ring(boot_with_line(
                1, "thermal thermal_zone0: acpitz: critical temperature reached, shutting down"))),
            "overheated");
}

TEST(LastBoot, whose_power_jumped_may_have_tripped) {
  const LastBoot found = last_boot(with_ring(boot_ending({{.power = 36}, {.power = 85}})));
  EXPECT_EQ(found.verdict, BootEnd::power_cut_or_trip);
  EXPECT_TRUE(says(found.evidence, "from 35 W to 85 W"));
  EXPECT_EQ(verdict(with_ring(boot_ending(std::vector<Levels>(61, {.power = 90})))), "power-cut");
}

TEST(LastBoot, with_a_dump_of_a_panic_panicked) {
  BootEvidence evidence = with_ring(quiet_boot());
  evidence.dumps = std::vector<KernelDump>{
      {"/sys/fs/pstore/dmesg-efi-1", kDied + 1, {"Kernel panic - not syncing: Fatal exception"}}};
  const LastBoot found = last_boot(evidence);
  EXPECT_EQ(found.verdict, BootEnd::kernel_panic);
  EXPECT_TRUE(says(found.evidence, "Fatal exception (pstore)"));
  evidence.dumps = std::vector<KernelDump>{{"/sys/fs/pstore/dmesg-efi-1", kDied + 1, {}}};
  EXPECT_EQ(verdict(evidence), "kernel-panic") << "a dump that cannot be read";
}

TEST(LastBoot, a_panic_for_want_of_memory_is_want_of_memory) {
  BootEvidence evidence = with_ring(quiet_boot());
  evidence.dumps = std::vector<KernelDump>{
      {"/sys/fs/pstore/dmesg-efi-1",
       kDied,
       {"Panic#1 Part1", "Kernel panic - not syncing: System is deadlocked on memory"}}};
  EXPECT_EQ(verdict(evidence), "memory-exhaustion");
}

TEST(LastBoot, dumps_of_other_boots_do_not_count) {
  BootEvidence evidence = with_ring(quiet_boot());
  for (const std::int64_t time : {kDied - 4000, kDied + 41 + 400}) {
    evidence.dumps = std::vector<KernelDump>{{"/x/dmesg", time, {"Kernel panic - not syncing: x"}}};
    EXPECT_EQ(verdict(evidence), "power-cut") << time;
  }
}

TEST(LastBoot, with_a_stuck_cpu_hung) {
  EXPECT_EQ(verdict(with_ring(boot_with_line(
                5, "watchdog: BUG: soft lockup - CPU#5 stuck for 26s! [irq/64:402]"))),
            "kernel-hang");
  EXPECT_EQ(
      verdict(with_ring(boot_with_line(5, "rcu: INFO: rcu_preempt self-detected stall on CPU"))),
      "kernel-hang");
  EXPECT_EQ(verdict(with_ring(boot_with_line(1, "Internal error: Oops: 0000000096000004"))),
            "kernel-panic");
}

TEST(LastBoot, of_the_watchdogs_length_again_and_again_was_reset_by_it) {
  BootEvidence evidence = no_trace();
  put_journal(evidence, {line(3, "cron[1]: x")});
  auto boots = *evidence.boots;
  boots[0].begun = boots[0].ended - 1238;
  evidence.boots = boots;
  EXPECT_EQ(verdict(evidence), "power-cut-or-hang") << "once is chance";
  evidence.watchdog = true;
  EXPECT_EQ(verdict(evidence), "watchdog");
  evidence.watchdog = Error{Error::Kind::not_recorded, "not known"};
  boots.insert(boots.begin(), {-2, "", kDied - 5000, kDied - 5000 + 1241});
  evidence.boots = boots;
  EXPECT_EQ(verdict(evidence), "watchdog");
}

TEST(LastBoot, whose_samples_came_late_for_no_known_reason_may_have_been_either) {
  RingBoot boot = quiet_boot();
  boot.samples.erase(boot.samples.end() - 7, boot.samples.end() - 1);
  const LastBoot found = last_boot(with_ring(boot));
  EXPECT_EQ(found.verdict, BootEnd::power_cut_or_hang);
  EXPECT_TRUE(says(found.evidence, "a sample came 7.0 s after the one before"));
}

TEST(LastBoot, whose_memory_is_not_known_is_no_power_cut_for_sure) {
  const std::vector<Levels> levels(61, {.available = kNotKnown});
  const LastBoot found = last_boot(with_ring(boot_ending(levels)));
  EXPECT_EQ(found.verdict, BootEnd::power_cut_or_hang);
  EXPECT_TRUE(says(found.missing, "how much memory was available"));
}

TEST(LastBoot, whose_guard_ended_long_before_the_journal_is_judged_by_the_journal) {
  BootEvidence evidence = with_ring(quiet_boot());
  put_journal(evidence, {line(0, "cron[1]: x"), line(-600, "cron[1]: x")});
  const LastBoot found = last_boot(evidence);
  EXPECT_EQ(found.verdict, BootEnd::power_cut_or_hang);
  EXPECT_TRUE(says(found.missing, "it ends 600 s before the journal does"));
  EXPECT_TRUE(found.samples.empty());
}

TEST(LastBoot, a_ring_of_an_older_boot_is_not_taken_for_the_last_one) {
  RingBoot boot = quiet_boot();
  boot.id = std::string(32, 'c');
  BootEvidence evidence = with_ring(boot);
  put_journal(evidence, {line(3, "cron[1]: x")});
  const LastBoot found = last_boot(evidence);
  EXPECT_EQ(found.verdict, BootEnd::power_cut_or_hang);
  EXPECT_TRUE(says(found.missing, "the guard did not run in the boot before"));
}

TEST(LastBoot, the_boot_that_runs_is_not_the_last_one) {
  RingBoot boot = quiet_boot();
  boot.id = kRuns;
  EXPECT_EQ(verdict(with_ring(boot)), "cannot-tell");
  BootEvidence evidence = with_ring(quiet_boot());
  RingLog log = *evidence.ring;
  log.boots.push_back(boot);
  evidence.ring = log;
  EXPECT_EQ(verdict(evidence), "power-cut");
}

TEST(LastBoot, without_any_trace_cannot_tell_and_says_what_would_help) {
  const LastBoot found = last_boot(no_trace());
  EXPECT_EQ(found.verdict, BootEnd::cannot_tell);
  EXPECT_TRUE(says(found.missing, "sudo gb10 guard install"));
  EXPECT_FALSE(found.last_sign.has_value());
  BootEvidence evidence = no_trace();
  evidence.ring = Error{Error::Kind::denied, "cannot open the ring"};
  EXPECT_TRUE(says(last_boot(evidence).missing, "sudo gb10 doctor --last-boot"));
  EXPECT_EQ(verdict(BootEvidence()), "cannot-tell");
}

TEST(LastBoot, other_causes_with_traces_are_named_beside_the_first) {
  RingBoot boot = boot_ending({{.available = 0.2 * kGiB, .zone = 97}});
  const LastBoot found = last_boot(with_ring(boot));
  EXPECT_EQ(found.verdict, BootEnd::memory_exhaustion);
  EXPECT_TRUE(says(found.contradicting, "it may be heat: the hottest zone had 97.0 °C"));
}

TEST(LastBoot, a_burst_is_told_by_its_seconds_and_events_stand_where_they_were) {
  RingBoot boot = quiet_boot();
  for (int i = 19; i >= 1; --i)
    boot.samples.insert(boot.samples.end() - 1, sample(0.9 * i / 20, {.available = 9 * kGiB}));
  boot.events.push_back({EventKind::action, moment(10), "SIGTERM to python (4021)", false});
  const LastBoot found = last_boot(with_ring(boot));
  EXPECT_EQ(found.samples.size(), 61U);
  EXPECT_EQ(found.samples[50].events, std::vector<std::string>{"guard: SIGTERM to python (4021)"});
}

TEST(LastBoot, every_verdict_has_its_words) {
  for (int i = 0; i <= static_cast<int>(BootEnd::cannot_tell); ++i) {
    LastBoot boot;
    boot.verdict = static_cast<BootEnd>(i);
    put_words(boot);
    EXPECT_FALSE(boot.sentence.empty()) << word(boot.verdict);
    EXPECT_TRUE(boot.verdict == BootEnd::clean_shutdown || !boot.remedy.empty());
    EXPECT_FALSE(noun(boot.verdict).empty());
    EXPECT_EQ(to_json(boot).text("verdict"), word(boot.verdict));
  }
  int files = 0;
  for (const Embedded& file : embedded_files()) files += file.path.starts_with("boots/");
  EXPECT_EQ(files, static_cast<int>(BootEnd::cannot_tell) + 1);
}

TEST(LastBoot, asks_for_rights_first_where_they_are_what_is_missing) {
  BootEvidence evidence;
  evidence.ring = Error{Error::Kind::denied, "permission denied"};
  ASSERT_FALSE(last_boot(evidence).remedy.empty());
  EXPECT_EQ(last_boot(evidence).remedy[0].run, "sudo gb10 doctor --last-boot");
  evidence.ring = Error{Error::Kind::not_found, "there is none"};
  EXPECT_NE(last_boot(evidence).remedy.at(0).run, "sudo gb10 doctor --last-boot");
}

}  // namespace
}  // namespace gb10
