// Several runs, restarts between them, and others that set the same.
#include <gtest/gtest.h>

#include "tune/boot_units.h"
#include "tune/dry_host.h"
#include "tune/enforce.h"
#include "tune/restore.h"
#include "tune/transaction.h"
#include "tune/tune_samples.h"
#include "tune/verify.h"

namespace gb10 {
namespace {

using tune_samples::Disks;
using tune_samples::Kernel;
using tune_samples::plan_of;

constexpr const char* kSwappiness = "/proc/sys/vm/swappiness";

Profile::Want swappiness(const char* value) {
  return {"swappiness", "", {{"vm.swappiness", value}}};
}

Profile::Want bytes() {
  return {"dirty-pages",
          "",
          {{"vm.dirty_bytes", "2147483648"}, {"vm.dirty_background_bytes", "536870912"}}};
}

PlanOptions until_restart() {
  PlanOptions options;
  options.persists = false;
  return options;
}

void set(Host& host, Journal& journal, const Profile::Want& want, PlanOptions options = {}) {
  const auto run =
      apply(plan_of(host, journal, want, std::move(options)), "1.0", Settings(host), journal);
  ASSERT_TRUE(run.ok()) << run.error().what;
}

void restart(FakeHost& host) { host.file("/proc/sys/kernel/random/boot_id", "b-2\n"); }

std::string boot_file(const HostView& host) {
  return std::string(own_lines(host.read(kSysctlFile).value_or("")));
}

bool has(const std::vector<TuneOutcome>& outcomes, TuneOutcome::State state) {
  for (const TuneOutcome& each : outcomes) {
    if (each.state == state) return true;
  }
  return false;
}

class Fights : public ::testing::Test {
 protected:
  void SetUp() override {
    host.now(1000);
    const KnobTable table = *KnobTable::built_in();
    ASSERT_TRUE(apply(plan_of(host, journal, {"swappiness", "", {{"vm.swappiness", "10"}}}), "1.0",
                      Settings(host), journal)
                    .ok());
  }
  TuneOutcome after(const char* theirs) {
    host.file("/proc/sys/vm/swappiness", theirs);
    Settings settings(host);
    const auto outcomes = enforced(journal, settings);
    for (const TuneOutcome& each : outcomes.value_or(std::vector<TuneOutcome>())) {
      if (each.what == "vm.swappiness") return each;
    }
    return {};
  }

  Kernel host;
  Journal journal = *Journal::open(host);
};

TEST_F(Fights, are_won_three_times_and_then_given_up_with_the_other_named) {
  host.file("/etc/cron.d/mine", "# swappiness\n* * * * * root sysctl vm.swappiness=60\n");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(after("60\n").state, TuneOutcome::State::done);
    EXPECT_EQ(host.read("/proc/sys/vm/swappiness"), Result<std::string>("10\n"));
  }
  const TuneOutcome given_up = after("60\n");
  EXPECT_EQ(given_up.state, TuneOutcome::State::conflict);
  EXPECT_NE(given_up.note.find("/etc/cron.d/mine"), std::string::npos) << given_up.note;
  EXPECT_EQ(host.read("/proc/sys/vm/swappiness"), Result<std::string>("60\n"));
  // An hour later it is tried again.
  host.now(1000 + 3601);
  EXPECT_EQ(after("60\n").state, TuneOutcome::State::done);
}

TEST_F(Fights, do_not_begin_where_they_cannot_be_counted) {
  host.file("/var/lib/gb10-tune/fights.json", "{}");
  host.file("/proc/sys/vm/swappiness", "60\n");
  Settings settings(host);
  EXPECT_FALSE(enforced(journal, settings).ok());
  EXPECT_EQ(host.read("/proc/sys/vm/swappiness"), Result<std::string>("60\n"));
}

TEST_F(Fights, are_told_apart_by_instance) {
  for (const char* const cpu : {"cpu0", "cpu1"})
    host.file(fmt::format("/sys/devices/system/cpu/{}/power/pm_qos_resume_latency_us", cpu), "0\n");
  set(host, journal, {"wake-up-latency", "", {{"pm_qos_resume_latency_us", "100"}}});
  const std::string first = "/sys/devices/system/cpu/cpu0/power/pm_qos_resume_latency_us";
  for (int i = 0; i < 4; ++i) {
    host.file(first, "50\n");
    Settings settings(host);
    ASSERT_TRUE(enforced(journal, settings).ok());
  }
  host.file("/sys/devices/system/cpu/cpu1/power/pm_qos_resume_latency_us", "51\n");
  Settings settings(host);
  const auto outcomes = enforced(journal, settings);
  ASSERT_TRUE(outcomes.ok());
  std::map<std::string, TuneOutcome::State> said;
  for (const TuneOutcome& each : *outcomes) said[each.what] = each.state;
  EXPECT_EQ(said.at("pm_qos_resume_latency_us cpu0"), TuneOutcome::State::conflict);
  EXPECT_EQ(said.at("pm_qos_resume_latency_us cpu1"), TuneOutcome::State::done);
}

TEST_F(Fights, are_counted_before_they_are_fought) {
  host.file(kSwappiness, "60\n");
  host.refuses = host.touches + 1;  // the count cannot be kept
  Settings settings(host);
  EXPECT_FALSE(enforced(journal, settings).ok());
  EXPECT_EQ(host.read(kSwappiness), Result<std::string>("60\n"));
}

TEST(Enforce, sets_a_disk_again_in_the_order_of_its_cells) {
  Disks host;
  Journal journal = *Journal::open(host);
  set(host, journal,
      {"disk-queue",
       "",
       {{"scheduler", "mq-deadline"}, {"nr_requests", "64"}, {"read_ahead_kb", "4096"}},
       "sda"});
  ASSERT_TRUE(host.poke("/sys/block/sda/queue/scheduler", "none").ok());  // resets the depth
  Settings settings(host);
  ASSERT_TRUE(enforced(journal, settings).ok());
  EXPECT_EQ(host.queue("sda"), "none [mq-deadline]\n64\n4096\n");
  EXPECT_FALSE(has(verified(journal, host), TuneOutcome::State::conflict));
}

TEST(Twins, of_two_runs_are_no_drift) {
  Kernel host;
  Journal journal = *Journal::open(host);
  set(host, journal, bytes());
  set(host, journal, {"dirty-pages", "", {{"vm.dirty_ratio", "15"}}});
  EXPECT_FALSE(has(verified(journal, host), TuneOutcome::State::conflict));
  Settings settings(host);
  ASSERT_TRUE(enforced(journal, settings).ok());
  EXPECT_EQ(host.read("/proc/sys/vm/dirty_ratio"), Result<std::string>("15\n"));
}

TEST(UntilRestart, is_in_no_file_of_a_later_run_and_over_after_one) {
  Kernel host;
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"), until_restart());
  set(host, journal, bytes());
  EXPECT_EQ(boot_file(host).find("swappiness"), std::string::npos) << boot_file(host);
  EXPECT_EQ(verified(journal, host).size(), 4U);
  restart(host);
  host.file(kSwappiness, "60\n");
  EXPECT_FALSE(has(verified(journal, host), TuneOutcome::State::conflict));
  Settings settings(host);
  ASSERT_TRUE(enforced(journal, settings).ok());
  EXPECT_EQ(host.read(kSwappiness), Result<std::string>("60\n"));
}

TEST(UntilRestart, is_taken_back_by_a_restart_whatever_was_there_before) {
  Kernel host;
  host.file(kSwappiness, "40\n");
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"), until_restart());
  restart(host);
  host.file(kSwappiness, "60\n");
  const auto outcomes = undo(journal.runs().back(), Settings(host), journal);
  ASSERT_TRUE(outcomes.ok());
  EXPECT_FALSE(has(*outcomes, TuneOutcome::State::conflict));
  EXPECT_EQ(host.read(kSwappiness), Result<std::string>("60\n"));
  EXPECT_EQ(journal.runs().back().state, TuneRun::State::undone);
}

TEST(Left, is_neither_kept_nor_enforced) {
  Kernel host;
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"));
  host.file(kSwappiness, "30\n");
  ASSERT_TRUE(undo(journal.runs().back(), Settings(host), journal).ok());
  EXPECT_EQ(journal.runs().back().state, TuneRun::State::left);
  set(host, journal, bytes());
  EXPECT_EQ(boot_file(host).find("swappiness"), std::string::npos) << boot_file(host);
  Settings settings(host);
  ASSERT_TRUE(enforced(journal, settings).ok());
  EXPECT_EQ(host.read(kSwappiness), Result<std::string>("30\n"));
}

TEST(Left, is_what_fails_twice_so_that_all_else_goes_on) {
  Kernel host;
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"));
  // Somebody took the right to write it away.
  class Stubborn : public ForwardingHost<Host> {
   public:
    explicit Stubborn(Host& inner) : ForwardingHost(inner), inner_(inner) {}
    Result<void> poke(std::string_view, std::string_view) override {
      return Error{Error::Kind::failed, "input/output error"};
    }
    Result<void> install(const File& file) override { return inner_.install(file); }
    Result<void> make_directory(std::string_view path) override {
      return inner_.make_directory(path);
    }
    Result<void> symlink(std::string_view, std::string_view) override { return {}; }
    Result<void> replace_link(std::string_view, std::string_view) override { return {}; }
    Result<void> remove(std::string_view path) override { return inner_.remove(path); }
    Result<void> remove_directory(std::string_view) override { return {}; }
    Result<Output> run(const Command&) override { return Output{}; }

   private:
    Host& inner_;
  } stubborn(host);
  ASSERT_TRUE(undo(journal.runs().back(), Settings(stubborn), journal).ok());
  ASSERT_NE(journal.unfinished(), nullptr);
  ASSERT_TRUE(undo(*journal.unfinished(), Settings(stubborn), journal).ok());
  EXPECT_EQ(journal.unfinished(), nullptr);
  EXPECT_EQ(journal.runs().back().state, TuneRun::State::left);
  // It is still there to be taken back.
  ASSERT_TRUE(undo(journal.runs().back(), Settings(host), journal).ok());
  EXPECT_EQ(host.read(kSwappiness), Result<std::string>("60\n"));
}

TEST(Left, keeps_its_conflicts_when_an_undo_was_killed) {
  Kernel host;
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"));
  TuneRun killed = journal.runs().back();
  killed.state = TuneRun::State::undoing;
  ASSERT_TRUE(journal.write(host, killed).ok());
  host.file(kSwappiness, "30\n").file(kSysctlFile, "mine\n");
  const auto outcomes = undo(*journal.unfinished(), Settings(host), journal);
  ASSERT_TRUE(outcomes.ok());
  EXPECT_TRUE(has(*outcomes, TuneOutcome::State::conflict));
  EXPECT_EQ(journal.runs().back().state, TuneRun::State::left);
  EXPECT_EQ(journal.runs().back().files.size(), 1U);
}

/// Nothing but persistence, which is on; a lock is remembered, or not known at all.
class Driver : public GpuControl {
 public:
  Result<void> lock_clocks(int, ClockLock) override {
    if (!knows_locks) return Error{Error::Kind::unsupported, "Not Supported"};
    is_locked = true;
    return {};
  }
  Result<void> reset_clocks(int) override {
    if (!knows_locks) return Error{Error::Kind::unsupported, "Not Supported"};
    is_locked = false;
    return {};
  }
  Result<bool> is_on(int, GpuSwitch) override {
    return is_there ? Result<bool>(true) : Error{Error::Kind::unsupported, "no library"};
  }
  Result<void> turn(int, GpuSwitch, bool) override { return {}; }

  bool knows_locks = true, is_locked = false, is_there = true;
};

Plan capped(const HostView& host, const Journal& journal) {
  PlanOptions options;
  options.gpus = {"0"};
  options.setup.program = "/usr/bin/gb10";
  Plan plan = plan_of(host, journal, {"gpu-clock-cap", "", {{"sm_clocks", "0 2200"}}}, options);
  for (PlanStep& step : plan.steps) step.state = PlanStep::State::change;
  return plan;
}

TEST(Drivers, that_know_no_lock_leave_nothing_unfinished) {
  Kernel host;
  Driver driver;
  driver.knows_locks = false;
  Journal journal = *Journal::open(host);
  const auto done = apply(capped(host, journal), "1.0", Settings(host, &driver), journal);
  EXPECT_EQ(done.error().kind, Error::Kind::rolled_back) << done.error().what;
  EXPECT_EQ(journal.unfinished(), nullptr);
}

TEST(Drivers, that_were_not_asked_since_the_restart_are_no_success) {
  Kernel host;
  Driver driver;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(capped(host, journal), "1.0", Settings(host, &driver), journal).ok());
  EXPECT_FALSE(has(verified(journal, host), TuneOutcome::State::conflict));
  restart(host);
  EXPECT_TRUE(has(verified(journal, host), TuneOutcome::State::conflict));
  ASSERT_TRUE(reapplied_gpu(journal, Settings(host, &driver)).ok());
  EXPECT_FALSE(has(verified(journal, host), TuneOutcome::State::conflict));
}

TEST(Drivers, are_in_the_journal_before_they_are_asked_again) {
  Kernel host;
  Driver driver;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(capped(host, journal), "1.0", Settings(host, &driver), journal).ok());
  restart(host);
  driver.is_locked = false;
  host.refuses = host.touches + 2;  // the journal cannot be written
  EXPECT_FALSE(reapplied_gpu(journal, Settings(host, &driver)).ok());
  EXPECT_FALSE(driver.is_locked);
}

TEST(Verify, says_that_the_next_restart_will_set_something_else) {
  Kernel host;
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"));
  EXPECT_FALSE(has(verified(journal, host), TuneOutcome::State::conflict));
  host.file("/etc/sysctl.d/zzz.conf", "vm.swappiness = 77\n");
  for (const TuneOutcome& each : verified(journal, host)) {
    if (each.what != "vm.swappiness") continue;
    EXPECT_EQ(each.note, "is 10, and /etc/sysctl.d/zzz.conf sets 77 at the next restart");
  }
}

TEST(Verify, does_not_alarm_for_a_port_without_a_cable) {
  Kernel host;
  const std::string port = "/sys/class/net/enp1s0f0np0";
  host.file(port + "/mtu", "1500\n").link_at(port + "/device/driver", "../drivers/mlx5_core");
  Journal journal = *Journal::open(host);
  set(host, journal, {"fabric-mtu", "", {{"mtu", "9000"}}});
  ASSERT_TRUE(host.FakeHost::remove(port + "/mtu").ok());
  for (const TuneOutcome& each : verified(journal, host)) {
    EXPECT_NE(each.state, TuneOutcome::State::failed) << each.what;
    if (each.what != "mtu enp1s0f0np0") continue;
    EXPECT_EQ(each.state, TuneOutcome::State::skipped);
  }
}

TEST(DryRuns, know_that_a_swap_file_comes_back) {
  Kernel host;
  host.file("/proc/swaps", "Filename Type Size Used Priority\n/s file 10 0 5\n");
  host.file("/proc/meminfo", "MemAvailable: 9000000 kB\n");
  const std::vector<TuneRun> none;
  DryHost dry(host, none);
  Settings settings(dry);
  EXPECT_TRUE(settings.poke("swap:/s", "off").ok());
  EXPECT_EQ(settings.read("swap:/s"), Result<std::string>("off"));
  EXPECT_TRUE(settings.poke("swap:/s", "on:5").ok());
  EXPECT_EQ(settings.read("swap:/s"), Result<std::string>("on:5"));
}

TEST(Tables, lose_only_what_is_wrong_in_them) {
  const std::string knob =
      "name = 'a'\ntitle = 't'\nkind = 'sysctl'\nadvice = 'offered'\nrisk = 'low'\n"
      "persists = 'sysctl.d'\nusual = '1'\nwhy = 'w'\n"
      "[[cell]]\nname = 'vm.a'\nform = 'integer'\nrange = [ 0, 9 ]\n"
      "[[evidence]]\nsource = 's'\ndate = '2026'\nkind = 'measured'\nsays = 'x'\n";
  const auto profile = [](const char* name, const char* of, const char* value) {
    return DataFile{name,
                    fmt::format("name = '{}'\ntitle = 't'\nprice = 'p'\n[[set]]\nknob = '{}'\n"
                                "values = {{ 'vm.a' = '{}' }}\nwhy = 'w'\n",
                                name, of, value),
                    std::string(kBuiltIn)};
  };
  const std::vector<DataFile> knobs = {{"a", knob, std::string(kBuiltIn)}};
  const std::vector<DataFile> profiles = {profile("good", "a", "3"), profile("high", "a", "30"),
                                          profile("gone", "masked", "3")};
  const KnobTable table = KnobTable::in_force(knobs, profiles);
  EXPECT_NE(table.profile("good"), nullptr);
  EXPECT_EQ(table.profiles().size(), 1U);
  EXPECT_EQ(table.wrong().at("gone").what, "profiles/gone.toml: no knob is called \"masked\"");
  EXPECT_TRUE(table.wrong().contains("high"));
}

TEST(Leftovers, of_a_killed_run_are_removed_by_the_next) {
  Kernel host;
  host.file("/etc/sysctl.d/.99-zz-gb10.conf.gb10-Ab12Cd", "half")
      .file("/etc/sysctl.d/.x.gb10-1", "");
  host.file("/var/lib/gb10-tune/.run-0001.json.gb10-123456", "half");
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"));
  EXPECT_FALSE(host.info("/etc/sysctl.d/.99-zz-gb10.conf.gb10-Ab12Cd").ok());
  EXPECT_FALSE(host.info("/var/lib/gb10-tune/.run-0001.json.gb10-123456").ok());
  EXPECT_TRUE(host.info("/etc/sysctl.d/.x.gb10-1").ok());
}

TEST(Journals, name_no_files_but_ours) {
  Kernel host;
  Journal journal = *Journal::open(host);
  set(host, journal, swappiness("10"));
  TuneRun run = journal.runs().back();
  ASSERT_TRUE(run_from(to_json(run)).ok());
  for (const char* const path : {"/etc/passwd", "/root/gb10", "/etc/gb10/../passwd-gb10"}) {
    run.files[0].path = path;
    EXPECT_FALSE(run_from(to_json(run)).ok()) << path;
  }
}

}  // namespace
}  // namespace gb10
