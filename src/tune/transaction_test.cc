#include "tune/transaction.h"

#include <gtest/gtest.h>

#include "tune/persist.h"
#include "tune/plan.h"
#include "tune/tune_samples.h"
#include "tune/verify.h"

namespace gb10 {
namespace {

using namespace tune_samples;

const KnobTable& table() {
  static const KnobTable kTable = *KnobTable::built_in();
  return kTable;
}

/// A profile with every kind of cell: two twins, a word that tmpfiles.d keeps, numbers.
Profile everything() {
  Profile out = *table().profile("inference");
  out.name = "everything";
  out.wants.push_back({"huge-pages", "", {{"enabled", "never"}}});
  return out;
}

/// The kernel of the samples has no defrag file: only what is there counts.
Plan plan_for(const HostView& host, const Journal& journal, const std::string& name = "") {
  PlanOptions options;
  options.any_hardware = true;
  options.in_force = journal.in_force("b-1");
  options.kept = journal.kept();
  return planned(name.empty() ? everything() : *table().profile(name), table(), host, options);
}

Result<TuneRun> applied(Kernel& host, const std::string& name = "") {
  Journal journal = TRY(Journal::open(host));
  return apply(plan_for(host, journal, name), "1.0", Settings(host), journal);
}

Result<std::vector<TuneOutcome>> undone(Kernel& host) {
  Journal journal = TRY(Journal::open(host));
  for (auto run = journal.runs().rbegin(); run != journal.runs().rend(); ++run) {
    if (run->state != TuneRun::State::undone) return undo(*run, Settings(host), journal);
  }
  return std::vector<TuneOutcome>();
}

Result<std::vector<TuneOutcome>> recovered(Kernel& host) {
  Journal journal = TRY(Journal::open(host));
  const TuneRun* const open = journal.unfinished();
  return open ? undo(*open, Settings(host), journal) : std::vector<TuneOutcome>();
}

Kernel kernel() {
  Kernel host;
  host.file("/sys/kernel/mm/transparent_hugepage/defrag", "always defer [madvise] never\n");
  return host;
}

TEST(Transaction, sets_reads_back_and_keeps_over_a_restart) {
  Kernel host = kernel();
  const auto run = applied(host);
  ASSERT_TRUE(run.ok()) << run.error().what;
  EXPECT_EQ(run->steps.size(), 4U);
  auto now = seen(host);
  EXPECT_EQ(now["/proc/sys/vm/dirty_bytes"], "2147483648\n");
  EXPECT_EQ(now["/proc/sys/vm/dirty_ratio"], "0\n");
  EXPECT_EQ(now["/sys/kernel/mm/transparent_hugepage/enabled"], "always madvise [never]\n");
  EXPECT_EQ(ownership(now["/etc/sysctl.d/99-zz-gb10.conf"]), Ownership::ours);
  EXPECT_NE(now["/etc/tmpfiles.d/gb10.conf"].find(
                "w! /sys/kernel/mm/transparent_hugepage/enabled - - - - never\n"),
            std::string::npos);
  const Journal journal = *Journal::open(host);
  for (const TuneOutcome& each : verified(journal, host))
    EXPECT_EQ(each.state, TuneOutcome::State::done) << each.what << each.note;
  EXPECT_FALSE(plan_for(host, journal).changes());
}

TEST(Transaction, apply_then_undo_is_the_identity_also_in_layers) {
  Kernel host = kernel();
  const auto before = seen(host);
  ASSERT_TRUE(applied(host, "cool").ok());
  const auto cool = seen(host);
  ASSERT_TRUE(applied(host).ok());
  ASSERT_TRUE(undone(host).ok());
  EXPECT_EQ(seen(host), cool);
  ASSERT_TRUE(undone(host).ok());
  EXPECT_EQ(seen(host), before);
}

TEST(Transaction, leaves_alone_what_somebody_else_changed_since) {
  Kernel host = kernel();
  ASSERT_TRUE(applied(host).ok());
  host.file("/proc/sys/vm/swappiness", "33\n");
  host.file("/etc/sysctl.d/99-zz-gb10.conf", "vm.swappiness = 33\n");
  const auto outcomes = undone(host);
  ASSERT_TRUE(outcomes.ok());
  std::string conflicts;
  for (const TuneOutcome& each : *outcomes) {
    if (each.state == TuneOutcome::State::conflict) conflicts += each.what + "|";
  }
  EXPECT_EQ(conflicts, "/etc/sysctl.d/99-zz-gb10.conf|swappiness|");
  EXPECT_EQ(*host.read("/proc/sys/vm/swappiness"), "33\n");
  EXPECT_EQ(*host.read("/proc/sys/vm/dirty_ratio"), "20\n");
  // What was taken back is no longer verified as if it were set.
  for (const TuneOutcome& each : verified(*Journal::open(host), host))
    EXPECT_EQ(each.state, TuneOutcome::State::conflict) << each.what;
  // The run is still there, to be taken back once that is settled.
  host.file("/proc/sys/vm/swappiness", "1\n");
  ASSERT_TRUE(host.remove("/etc/sysctl.d/99-zz-gb10.conf").ok());
  ASSERT_TRUE(undone(host).ok());
  EXPECT_EQ(*host.read("/proc/sys/vm/swappiness"), "60\n");
}

TEST(Transaction, a_twin_that_somebody_else_set_is_a_conflict) {
  Kernel host = kernel();
  ASSERT_TRUE(applied(host, "desktop").ok());
  ASSERT_TRUE(host.poke("/proc/sys/vm/dirty_ratio", "30").ok());  // sets dirty_bytes to 0
  const auto outcomes = undone(host);
  ASSERT_TRUE(outcomes.ok());
  EXPECT_EQ(outcomes->back().state, TuneOutcome::State::conflict) << outcomes->back().note;
  EXPECT_EQ(*host.read("/proc/sys/vm/dirty_ratio"), "30\n");
}

TEST(Transaction, does_not_replace_a_file_that_it_cannot_read) {
  Kernel host = kernel();
  host.file("/etc/sysctl.d/99-zz-gb10.conf", "mine\n");
  host.fail("/etc/sysctl.d/99-zz-gb10.conf", Error{Error::Kind::failed, "input/output error"});
  EXPECT_EQ(applied(host).error().kind, Error::Kind::conflict);
  EXPECT_TRUE(Journal::open(host)->runs().empty());
}

TEST(Transaction, refuses_before_it_writes) {
  Kernel host = kernel();
  const auto before = seen(host);
  host.user(1000);
  EXPECT_EQ(applied(host).error().kind, Error::Kind::denied);
  host.user(0);
  Journal journal = *Journal::open(host);
  PlanOptions options;
  const Plan foreign = planned(everything(), table(), host, options);
  EXPECT_EQ(apply(foreign, "1.0", Settings(host), journal).error().kind, Error::Kind::unsupported);
  host.file("/etc/sysctl.d/99-zz-gb10.conf", "vm.swappiness = 7\n");
  EXPECT_EQ(applied(host).error().kind, Error::Kind::conflict);
  ASSERT_TRUE(host.remove("/etc/sysctl.d/99-zz-gb10.conf").ok());
  EXPECT_EQ(seen(host), before);
  EXPECT_TRUE(Journal::open(host)->runs().empty());
}

/// How many touches an undisturbed apply, or undo after one, takes.
int touches_of(bool undoes) {
  Kernel host = kernel();
  EXPECT_TRUE(applied(host).ok());
  const int applying = host.touches;
  if (!undoes) return applying;
  EXPECT_TRUE(undone(host).ok());
  return host.touches - applying;
}

TEST(Transaction, a_touch_that_fails_takes_everything_back) {
  const auto before = seen(kernel());
  for (int at = 1; at <= touches_of(false); ++at) {
    Kernel host = kernel();
    host.refuses = at;
    const auto run = applied(host);
    ASSERT_FALSE(run.ok()) << at;
    EXPECT_EQ(seen(host), before) << "touch " << at << ": " << run.error().what;
    host.refuses = 0;
    ASSERT_TRUE(recovered(host).ok());
    EXPECT_EQ(seen(host), before) << at;
    EXPECT_TRUE(applied(host).ok()) << at;
  }
}

TEST(Transaction, a_run_that_is_killed_at_any_touch_is_recovered_to_what_was) {
  const auto before = seen(kernel());
  for (int at = 1; at <= touches_of(false) + 1; ++at) {
    Kernel host = kernel();
    host.dies_at = at;
    static_cast<void>(applied(host).ok());
    host.dies_at = 0;
    const bool is_committed = Journal::open(host)->unfinished() == nullptr &&
                              !Journal::open(host)->runs().empty() &&
                              Journal::open(host)->runs()[0].state == TuneRun::State::committed;
    if (!is_committed) {
      ASSERT_TRUE(recovered(host).ok()) << at;
      EXPECT_EQ(seen(host), before) << "killed at touch " << at;
    }
    ASSERT_TRUE(undone(host).ok());
    EXPECT_EQ(seen(host), before) << at;
  }
}

TEST(Transaction, an_undo_that_is_killed_at_any_touch_is_finished) {
  const auto before = seen(kernel());
  for (int at = 1; at <= touches_of(true); ++at) {
    Kernel host = kernel();
    ASSERT_TRUE(applied(host).ok());
    host.dies_at = host.touches + at;
    static_cast<void>(undone(host).ok());
    host.dies_at = 0;
    ASSERT_TRUE(recovered(host).ok()) << at;
    ASSERT_TRUE(undone(host).ok()) << at;
    EXPECT_EQ(seen(host), before) << "killed at touch " << at;
  }
}

TEST(Transaction, keeps_the_first_values_for_ever) {
  Kernel host = kernel();
  ASSERT_TRUE(applied(host, "cool").ok());
  ASSERT_TRUE(applied(host, "inference").ok());
  EXPECT_EQ(Journal::open(host)->baseline().at("/proc/sys/vm/swappiness"), "60");
}

TEST(Transaction, a_device_that_vanished_leaves_nothing_to_take_back) {
  Kernel host = kernel();
  ASSERT_TRUE(applied(host).ok());
  ASSERT_TRUE(host.FakeHost::remove("/sys/kernel/mm/transparent_hugepage/enabled").ok());
  const auto outcomes = undone(host);
  ASSERT_TRUE(outcomes.ok());
  for (const TuneOutcome& each : *outcomes)
    EXPECT_NE(each.state, TuneOutcome::State::failed) << each.note;
}

/// Remembers what it was asked for; the driver may refuse it.
class FakeControl : public GpuControl {
 public:
  Result<void> lock_clocks(int gpu, ClockLock lock) override {
    if (refuses) return Error{Error::Kind::unsupported, "Not Supported"};
    asked.push_back(fmt::format("{}: {} to {}", gpu, lock.lowest, lock.highest));
    return {};
  }
  Result<void> reset_clocks(int gpu) override {
    asked.push_back(fmt::format("{}: none", gpu));
    return {};
  }

  Result<bool> is_on(int, GpuSwitch) override { return persistence; }
  Result<void> turn(int gpu, GpuSwitch, bool on) override {
    asked.push_back(fmt::format("{}: persistence {}", gpu, on ? "on" : "off"));
    persistence = on;
    return {};
  }

  bool refuses = false, persistence = false;
  std::vector<std::string> asked;
};

Plan capped(const HostView& host, const Journal& journal, const std::string& value) {
  Profile profile;
  profile.name = "cap";
  profile.wants = {{"gpu-clock-cap", "", {{"sm_clocks", value}}}};
  PlanOptions options;
  options.in_force = journal.in_force("b-1");
  options.kept = journal.kept();
  options.gpus = {"0"};
  Plan plan = planned(profile, table(), host, options);
  // The samples' kernel is of no GB10, for which alone a clock may be capped.
  EXPECT_EQ(plan.steps[0].state, PlanStep::State::refused);
  plan.steps[0].state = PlanStep::State::change;
  return plan;
}

TEST(GpuClocks, are_asked_for_and_taken_back_to_what_gb10_had_asked_for) {
  Kernel host;
  FakeControl gpu;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(capped(host, journal, "0 2400"), "1.0", Settings(host, &gpu), journal).ok());
  ASSERT_TRUE(apply(capped(host, journal, "0 2200"), "1.0", Settings(host, &gpu), journal).ok());
  const auto outcomes = verified(journal, host);
  ASSERT_EQ(outcomes.size(), 1U);
  EXPECT_EQ(outcomes[0].state, TuneOutcome::State::skipped);  // never "as it was set"
  for (const TuneRun& run : {journal.runs()[1], journal.runs()[0]})
    ASSERT_TRUE(undo(run, Settings(host, &gpu), journal).ok());
  EXPECT_EQ(gpu.asked,
            (std::vector<std::string>{"0: 0 to 2400", "0: 0 to 2200", "0: 0 to 2400", "0: none"}));
}

TEST(GpuClocks, of_another_boot_are_not_in_force) {
  Kernel host;
  FakeControl gpu;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(capped(host, journal, "0 2200"), "1.0", Settings(host, &gpu), journal).ok());
  EXPECT_EQ(journal.in_force("b-1").size(), 1U);
  EXPECT_TRUE(journal.in_force("b-2").empty());
}

TEST(GpuClocks, are_asked_for_again_after_a_restart) {
  Kernel host;
  FakeControl gpu;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(capped(host, journal, "0 2400"), "1.0", Settings(host, &gpu), journal).ok());
  ASSERT_TRUE(apply(capped(host, journal, "0 2200"), "1.0", Settings(host, &gpu), journal).ok());
  host.file("/proc/sys/kernel/random/boot_id", "b-2\n");
  gpu.asked.clear();
  EXPECT_EQ(*reapplied_gpu(journal, Settings(host, &gpu)), 1);
  EXPECT_EQ(gpu.asked, std::vector<std::string>{"0: 0 to 2200"});
  EXPECT_EQ(Journal::open(host)->in_force("b-2").size(), 2U);
}

TEST(GpuClocks, of_another_boot_or_never_asked_for_are_not_ours_to_take) {
  Kernel host;
  FakeControl gpu;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(capped(host, journal, "0 2200"), "1.0", Settings(host, &gpu), journal).ok());
  gpu.asked.clear();
  host.file("/proc/sys/kernel/random/boot_id", "b-2\n");
  ASSERT_TRUE(undo(journal.runs()[0], Settings(host, &gpu), journal).ok());
  EXPECT_TRUE(gpu.asked.empty());
  // Killed before the GPU was asked: somebody's lock stays.
  Kernel other;
  Journal fresh = *Journal::open(other);
  other.dies_at = 3;  // the note that it is about to be asked
  static_cast<void>(
      apply(capped(other, fresh, "0 2200"), "1.0", Settings(other, &gpu), fresh).ok());
  EXPECT_TRUE(gpu.asked.empty());
  other.dies_at = 0;
  Journal again = *Journal::open(other);
  ASSERT_NE(again.unfinished(), nullptr);
  ASSERT_TRUE(undo(*again.unfinished(), Settings(other, &gpu), again).ok());
  EXPECT_TRUE(gpu.asked.empty());
}

TEST(GpuClocks, that_the_driver_refuses_take_the_run_back) {
  Kernel host;
  FakeControl gpu;
  gpu.refuses = true;
  Journal journal = *Journal::open(host);
  const auto run = apply(capped(host, journal, "0 2200"), "1.0", Settings(host, &gpu), journal);
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().kind, Error::Kind::rolled_back);
  EXPECT_EQ(gpu.asked, std::vector<std::string>{"0: none"});
}

}  // namespace
}  // namespace gb10
