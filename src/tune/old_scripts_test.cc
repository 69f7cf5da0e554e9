// Faults of the old scripts (seed S4), each with a test that the tuner does not share it.
#include <algorithm>

#include <gtest/gtest.h>

#include "tune/boot_units.h"
#include "tune/devices.h"
#include "tune/plan.h"
#include "tune/transaction.h"
#include "tune/tune_samples.h"

namespace gb10 {
namespace {

using tune_samples::Kernel;

const KnobTable& table() {
  static const KnobTable kTable = *KnobTable::built_in();
  return kTable;
}

/// A GPU that takes what it is asked for.
class Driver : public GpuControl {
 public:
  Result<void> lock_clocks(int, ClockLock) override { return {}; }
  Result<void> reset_clocks(int) override { return {}; }
  Result<bool> is_on(int, GpuSwitch) override { return on; }
  Result<void> turn(int, GpuSwitch, bool wanted) override {
    on = wanted;
    return {};
  }
  bool on = true;
};

/// A machine with everything that a knob may touch, and files of its owner where the old scripts
/// wrote theirs.
class Machine : public Kernel {
 public:
  Machine() {
    file("/etc/rc.local", "#!/bin/sh\nmine\n", 0755);
    file("/etc/modprobe.d/zfs.conf", "options zfs zfs_arc_max=1\n");
    file("/etc/systemd/system/rc-local.service", "[Unit]\n");
    file("/etc/sysctl.conf", "vm.swappiness = 37\n");
    file("/proc/sys/vm/swappiness", "37\n");
    file("/usr/lib/systemd/system/ssh.service", "[Unit]\n").directory("/run/systemd/system");
    query_answer({"systemctl", "daemon-reload"}, "");
    const std::string port = "/sys/class/net/enp1s0f0np0";
    file(port + "/mtu", "1500\n").link_at(port + "/device/driver", "../../bus/drivers/mlx5_core");
    for (const char* const name : {"core/rmem_max", "core/wmem_max"})
      file(std::string("/proc/sys/net/") + name, "212992\n");
    for (const char* const name : {"ipv4/tcp_rmem", "ipv4/tcp_wmem"})
      file(std::string("/proc/sys/net/") + name, "4096 131072 6291456\n");
  }
  std::map<std::string, std::string> owners() const {
    std::map<std::string, std::string> out;
    for (const char* const path : {"/etc/rc.local", "/etc/modprobe.d/zfs.conf",
                                   "/etc/systemd/system/rc-local.service", "/etc/sysctl.conf"})
      out[path] = read(path).value_or("gone");
    return out;
  }
};

Plan plan_of(const Profile& profile, const HostView& host, const Journal& journal,
             GpuControl& driver) {
  PlanOptions options;
  options.any_hardware = true;
  options.gpus = {"0"};
  options.setup = {"/usr/bin/gb10", BootSetup::Watch::no};
  options.in_force = journal.in_force("b-1");
  options.kept = journal.kept();
  Plan plan = planned(profile, table(), SettingsView(host, &driver), options);
  for (PlanStep& step : plan.steps) {
    // The sample is no GB10: what is refused for that is what a GB10 would change.
    if (step.state == PlanStep::State::refused) step.state = PlanStep::State::change;
  }
  return plan;
}

TEST(OldScripts, overwrote_and_deleted_files_of_the_owner) {
  for (const Profile& profile : table().profiles()) {
    Machine host;
    Driver driver;
    const auto before = host.owners();
    Journal journal = *Journal::open(host);
    ASSERT_TRUE(
        apply(plan_of(profile, host, journal, driver), "1.0", Settings(host, &driver), journal)
            .ok())
        << profile.name;
    for (const TuneRun& run : std::vector<TuneRun>(journal.runs()))
      ASSERT_TRUE(undo(run, Settings(host, &driver), journal).ok());
    EXPECT_EQ(host.owners(), before) << profile.name;
    for (const std::string& touch : host.done) {
      const bool is_file = touch.starts_with("install ") || touch.starts_with("remove ");
      EXPECT_TRUE(!is_file || touch.find("gb10") != std::string::npos) << touch;
    }
  }
}

TEST(OldScripts, triggered_every_device) {
  for (const Profile& profile : table().profiles()) {
    Machine host;
    Driver driver;
    Journal journal = *Journal::open(host);
    ASSERT_TRUE(
        apply(plan_of(profile, host, journal, driver), "1.0", Settings(host, &driver), journal)
            .ok());
    for (const std::string& touch : host.done)
      EXPECT_EQ(touch.find("udevadm"), std::string::npos) << touch;
  }
}

TEST(OldScripts, undid_to_values_that_they_guessed) {
  Machine host;
  Driver driver;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(plan_of(*table().profile("cool"), host, journal, driver), "1.0",
                    Settings(host, &driver), journal)
                  .ok());
  EXPECT_EQ(host.read("/proc/sys/vm/swappiness"), Result<std::string>("10\n"));
  ASSERT_TRUE(undo(journal.runs().back(), Settings(host, &driver), journal).ok());
  EXPECT_EQ(host.read("/proc/sys/vm/swappiness"), Result<std::string>("37\n"));
  // Persistence mode was on, and stays on.
  EXPECT_TRUE(driver.on);
}

TEST(OldScripts, said_that_all_was_applied_whatever_happened) {
  Machine host;
  Driver driver;
  Journal journal = *Journal::open(host);
  host.refuses = 6;
  const auto done = apply(plan_of(*table().profile("inference"), host, journal, driver), "1.0",
                          Settings(host, &driver), journal);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().kind, Error::Kind::rolled_back);
  EXPECT_EQ(host.read("/proc/sys/vm/swappiness"), Result<std::string>("37\n"));
}

TEST(OldScripts, counted_on_twenty_processors_and_two_states) {
  FakeHost host;
  const auto state = [&](int cpu, int number, const char* latency) {
    const std::string at =
        fmt::format("/sys/devices/system/cpu/cpu{}/cpuidle/state{}/", cpu, number);
    host.file(at + "latency", latency).file(at + "disable", "0\n");
  };
  for (int cpu = 0; cpu < 3; ++cpu) {
    state(cpu, 0, "0\n");
    state(cpu, 1, "90\n");
  }
  state(2, 2, "400\n");
  EXPECT_EQ(instances_of(*table().knob("idle-states"), host),
            Result<std::vector<std::string>>(
                std::vector<std::string>{"cpu0/cpuidle/state1", "cpu1/cpuidle/state1",
                                         "cpu2/cpuidle/state1", "cpu2/cpuidle/state2"}));
}

TEST(OldScripts, set_the_compute_mode_on_undo_although_it_was_never_set) {
  for (const Knob& knob : table().knobs()) {
    for (const KnobCell& cell : knob.cells)
      EXPECT_EQ(cell.path.find("compute"), std::string::npos) << knob.name;
  }
  EXPECT_TRUE(table().knob("gpu-compute-mode")->cells.empty());
}

TEST(OldScripts, named_disks_by_the_order_of_plugging) {
  for (const Knob& knob : table().knobs()) {
    if (knob.folder != "/sys/block") continue;
    FakeHost host;
    host.file("/sys/block/sda/device/serial", "S1\n");
    EXPECT_EQ(udev_match(knob, "sda", host).find("sda"), std::string::npos);
    EXPECT_NE(udev_match(knob, "sda", host).find("ATTRS{serial}==\"S1\""), std::string::npos);
  }
}

TEST(OldScripts, promised_what_nobody_measured) {
  // Whatever a profile says of speed has its kind of evidence beside it.
  for (const Profile& profile : table().profiles()) {
    for (const std::string& text : {profile.price, profile.title}) {
      const bool has_figure = text.find('%') != std::string::npos;
      const bool has_kind = text.find("(computed)") != std::string::npos ||
                            text.find("(reported)") != std::string::npos;
      EXPECT_TRUE(!has_figure || has_kind) << profile.name << ": " << text;
    }
  }
}

}  // namespace
}  // namespace gb10
