#include "tune/transaction.h"

#include <gtest/gtest.h>

#include "tune/persist.h"
#include "tune/plan.h"
#include "tune/tune_samples.h"

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
  options.in_force = journal.in_force();
  return planned(name.empty() ? everything() : *table().profile(name), table(), host, options);
}

Result<TuneRun> applied(Kernel& host, const std::string& name = "") {
  Journal journal = TRY(Journal::open(host));
  return apply(plan_for(host, journal, name), "1.0", host, journal);
}

Result<std::vector<TuneOutcome>> undone(Kernel& host) {
  Journal journal = TRY(Journal::open(host));
  for (auto run = journal.runs().rbegin(); run != journal.runs().rend(); ++run) {
    if (run->state != TuneRun::State::undone) return undo(*run, host, journal);
  }
  return std::vector<TuneOutcome>();
}

Result<std::vector<TuneOutcome>> recovered(Kernel& host) {
  Journal journal = TRY(Journal::open(host));
  const TuneRun* const open = journal.unfinished();
  return open ? undo(*open, host, journal) : std::vector<TuneOutcome>();
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

TEST(Transaction, refuses_before_it_writes) {
  Kernel host = kernel();
  const auto before = seen(host);
  host.user(1000);
  EXPECT_EQ(applied(host).error().kind, Error::Kind::denied);
  host.user(0);
  Journal journal = *Journal::open(host);
  PlanOptions options;
  const Plan foreign = planned(everything(), table(), host, options);
  EXPECT_EQ(apply(foreign, "1.0", host, journal).error().kind, Error::Kind::unsupported);
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

}  // namespace
}  // namespace gb10
