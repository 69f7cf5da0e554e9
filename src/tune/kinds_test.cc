#include <gtest/gtest.h>

#include "tune/boot_units.h"
#include "tune/cells.h"
#include "tune/devices.h"
#include "tune/dry_host.h"
#include "tune/enforce.h"
#include "tune/exported.h"
#include "tune/plan.h"
#include "tune/restore.h"
#include "tune/settings.h"
#include "tune/swaps.h"
#include "tune/transaction.h"
#include "tune/tune_samples.h"
#include "tune/verify.h"

namespace gb10 {
namespace {

using tune_samples::Disks;
using tune_samples::Kernel;
using tune_samples::plan_of;

constexpr const char* kSwaps =
    "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
    "/swapfile                               file\t\t16777212\t2097152\t\t-2\n"
    "/my\\040swap                             file\t\t1024\t\t0\t\t5\n"
    "/dev/zram0                              partition\t1024\t\t0\t\t100\n";

std::string content(const Plan& plan, std::string_view path) {
  for (const PlannedFile& file : plan.files) {
    if (file.path == path) return std::string(own_lines(file.content));
  }
  return "no such file";
}

TEST(Cells, are_named_by_their_kind_or_are_none) {
  for (const char* const good :
       {"/proc/sys/vm/swappiness", "/sys/block/sda/queue/scheduler", "nvml:0:sm_clocks",
        "nvml:12:persistence", "nvml:0:accounting", "nvml:0:vboost", "swap:/swapfile",
        "zpool:tank:autotrim", "link:/etc/systemd/system/default.target",
        "file:/etc/apt/apt.conf.d/52gb10-hold", "parameter:cppc_cpufreq.auto_sel_mode"})
    EXPECT_TRUE(cell_kind(good)) << good;
  for (const char* const bad :
       {"", "/etc/passwd", "/proc/sys/../../etc/passwd", "/sys/..", "nvml:0:power",
        "nvml:-1:vboost", "swap:relative", "swap:/a/../b", "zpool:a b:autotrim",
        "zpool:tank:sharenfs", "link:/etc/passwd", "link:/etc/systemd/system/../../passwd",
        "file:/root/x", "parameter:", "parameter:a b", "parameter:\"", "melt:0"})
    EXPECT_FALSE(cell_kind(bad)) << bad;
}

TEST(Swaps, are_read_with_their_priority) {
  FakeHost host;
  host.file("/proc/swaps", kSwaps);
  EXPECT_EQ(swap_files(host),
            Result<std::vector<std::string>>(std::vector<std::string>{"/swapfile", "/my swap"}));
  EXPECT_EQ(read_swap(host, "/swapfile"), Result<std::string>("on"));
  EXPECT_EQ(read_swap(host, "/my swap"), Result<std::string>("on:5"));
  EXPECT_EQ(read_swap(host, "/other"), Result<std::string>("off"));
  EXPECT_EQ(unit_name("/swap/my swap.img"), "swap-my\\x20swap.img");
}

TEST(Swaps, are_not_emptied_into_memory_that_is_not_there) {
  FakeHost host;
  host.file("/proc/swaps", kSwaps).file("/proc/meminfo", "MemAvailable:    5000000 kB\n");
  host.query_answer({"swapoff", "/swapfile"}, "");
  const auto refused = write_swap(host, "/swapfile", "off");
  EXPECT_EQ(refused.error().kind, Error::Kind::unsupported) << refused.error().what;
  EXPECT_TRUE(host.done.empty());
  host.file("/proc/meminfo", "MemAvailable:    9000000 kB\n");
  EXPECT_TRUE(write_swap(host, "/swapfile", "off").ok());
  EXPECT_EQ(host.done, std::vector<std::string>{"run swapoff /swapfile"});
}

TEST(Swaps, come_back_with_their_priority) {
  FakeHost host;
  host.file("/proc/swaps", kSwaps);
  host.query_answer({"swapon", "-p", "5", "/x"}, "").query_answer({"swapon", "/y"}, "");
  EXPECT_TRUE(write_swap(host, "/x", "on:5").ok());
  EXPECT_TRUE(write_swap(host, "/y", "on").ok());
}

TEST(Links, are_made_replaced_and_taken_away) {
  Kernel host;
  Settings settings(host);
  const std::string path = "link:/etc/systemd/system/default.target";
  EXPECT_EQ(settings.read(path), Result<std::string>("none"));
  EXPECT_TRUE(settings.poke(path, "/usr/lib/systemd/system/multi-user.target").ok());
  EXPECT_EQ(settings.read(path), Result<std::string>("/usr/lib/systemd/system/multi-user.target"));
  EXPECT_TRUE(settings.poke(path, "/lib/systemd/system/graphical.target").ok());
  EXPECT_TRUE(settings.poke(path, "none").ok());
  EXPECT_EQ(settings.read(path), Result<std::string>("none"));
}

TEST(Sliders, are_read_from_the_table_of_nvidia_smi) {
  // As driver 580 prints it on an H200.
  FakeHost host;
  host.query_answer({"nvidia-smi", "boost-slider", "-l"},
                    "+-----+\n| GPU Boost Slider   |\n"
                    "| GPU     Slider       Max Value    Current Value |\n|=====|\n"
                    "|   0     vboost           4              0       |\n+-----+\n");
  const SettingsView view(host, nullptr);
  EXPECT_EQ(view.read("nvml:0:vboost"), Result<std::string>("0"));
  EXPECT_EQ(view.read("nvml:1:vboost").error().kind, Error::Kind::unsupported);
}

TEST(Parameters, count_from_the_next_restart_on_and_are_asked_for_once) {
  Kernel host;
  host.directory("/etc/default/grub.d").file("/proc/cmdline", "ro quiet\n");
  host.query_answer({"update-grub"}, "");
  Journal journal = *Journal::open(host);
  const Profile::Want want{"cppc-auto", "", {{"cppc_cpufreq.auto_sel_mode", "1"}}};
  const Plan plan = plan_of(host, journal, want);
  EXPECT_EQ(content(plan, kGrubFile),
            "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX cppc_cpufreq.auto_sel_mode=1\"\n");
  ASSERT_TRUE(apply(plan, "1.0", Settings(host), journal).ok());
  EXPECT_EQ(host.done.back(), "install /var/lib/gb10-tune/run-0001.json");
  EXPECT_EQ(std::count(host.done.begin(), host.done.end(), "run update-grub"), 1);
  // Nothing more to do, and nothing to complain of, before the restart.
  EXPECT_FALSE(plan_of(host, journal, want).changes());
  const SettingsView view(host, nullptr);
  for (const TuneOutcome& each : verified(journal, view))
    EXPECT_NE(each.state, TuneOutcome::State::conflict) << each.what << each.note;
  host.file("/proc/sys/kernel/random/boot_id", "b-2\n");
  bool is_missed = false;
  for (const TuneOutcome& each : verified(journal, view))
    is_missed = is_missed || each.state == TuneOutcome::State::conflict;
  EXPECT_TRUE(is_missed);
  host.file("/proc/cmdline", "ro quiet cppc_cpufreq.auto_sel_mode=1\n");
  for (const TuneOutcome& each : verified(journal, view))
    EXPECT_EQ(each.state, TuneOutcome::State::done) << each.what << each.note;
  ASSERT_TRUE(undo(journal.runs().back(), Settings(host), journal).ok());
  EXPECT_EQ(host.read(kGrubFile).error().kind, Error::Kind::not_found);
  EXPECT_EQ(std::count(host.done.begin(), host.done.end(), "run update-grub"), 2);
}

TEST(Parameters, are_taken_back_when_grub_does_not_take_them) {
  Kernel host;
  host.directory("/etc/default/grub.d").file("/proc/cmdline", "ro quiet\n");
  host.query_answer({"update-grub"}, Output{1, "", "no space left"});
  Journal journal = *Journal::open(host);
  const Plan plan =
      plan_of(host, journal, {"cppc-auto", "", {{"cppc_cpufreq.auto_sel_mode", "1"}}});
  const auto done = apply(plan, "1.0", Settings(host), journal);
  // The program that failed fails again when it is told that the file is gone.
  EXPECT_EQ(done.error().kind, Error::Kind::unfinished);
  EXPECT_NE(done.error().what.find("no space left"), std::string::npos);
  EXPECT_EQ(host.read(kGrubFile).error().kind, Error::Kind::not_found);
}

TEST(DropIns, are_files_of_ours_and_nothing_with_no_persist) {
  Kernel host;
  host.file("/usr/lib/systemd/system/ssh.service", "").directory("/etc/systemd/system");
  Journal journal = *Journal::open(host);
  const Profile::Want want{"sshd-memory", "", {{"drop-in", "ours"}}};
  PlanOptions options;
  options.persists = false;
  EXPECT_EQ(plan_of(host, journal, want, options).steps[0].state, PlanStep::State::skipped);
  const Plan plan = plan_of(host, journal, want);
  const std::string path = "/etc/systemd/system/ssh.service.d/50-gb10-memory.conf";
  EXPECT_EQ(content(plan, path), "[Service]\nMemoryMin=256M\n");
  ASSERT_TRUE(apply(plan, "1.0", Settings(host), journal).ok());
  EXPECT_EQ(SettingsView(host, nullptr).read("file:" + path), Result<std::string>("ours"));
  EXPECT_FALSE(plan_of(host, journal, want).changes());
  ASSERT_TRUE(undo(journal.runs().back(), Settings(host), journal).ok());
  EXPECT_EQ(SettingsView(host, nullptr).read("file:" + path), Result<std::string>("absent"));
  // The folder that was made for it is gone, those above it were there.
  EXPECT_FALSE(host.info("/etc/systemd/system/ssh.service.d").ok());
  EXPECT_TRUE(host.info("/etc/systemd/system").ok());
}

TEST(DropIns, leave_a_folder_that_somebody_uses) {
  Kernel host;
  host.file("/usr/lib/systemd/system/ssh.service", "");
  Journal journal = *Journal::open(host);
  const Plan plan = plan_of(host, journal, {"sshd-memory", "", {{"drop-in", "ours"}}});
  ASSERT_TRUE(apply(plan, "1.0", Settings(host), journal).ok());
  host.file("/etc/systemd/system/ssh.service.d/mine.conf", "x");
  const auto outcomes = undo(journal.runs().back(), Settings(host), journal);
  ASSERT_TRUE(outcomes.ok());
  EXPECT_EQ(outcomes->front().state, TuneOutcome::State::done);
  EXPECT_EQ(host.read("/etc/systemd/system/ssh.service.d/mine.conf"), Result<std::string>("x"));
}

TEST(DropIns, name_the_cores_of_this_machine) {
  FakeHost host;
  host.file("/proc/cpuinfo",
            "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd87\n\n"
            "processor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd85\n\n"
            "processor\t: 2\nCPU implementer\t: 0x41\nCPU part\t: 0xd85\n");
  EXPECT_EQ(filled("{} {big} {little}", "x", host), Result<std::string>("x 1-2 0"));
  host.file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: other\n");
  EXPECT_EQ(filled("{big}", "", host).error().kind, Error::Kind::unsupported);
  EXPECT_EQ(filled("plain", "", host), Result<std::string>("plain"));
}

Profile::Want queue_want() {
  return {"disk-queue",
          "",
          {{"scheduler", "mq-deadline"}, {"nr_requests", "256"}, {"read_ahead_kb", "4096"}},
          "sda"};
}

TEST(DiskQueues, are_restored_where_the_kernel_rounds) {
  Disks host;
  const std::string before = host.queue("sda"), other = host.queue("sdb");
  Journal journal = *Journal::open(host);
  const Plan plan = plan_of(host, journal, queue_want());
  EXPECT_EQ(content(plan, kUdevFile),
            "ACTION==\"add|change|move\", SUBSYSTEM==\"block\", ENV{DEVTYPE}==\"disk\", "
            "ATTRS{serial}==\"SER-sda\", ATTR{queue/scheduler}=\"mq-deadline\", "
            "ATTR{queue/nr_requests}=\"256\", ATTR{queue/read_ahead_kb}=\"4096\"\n");
  ASSERT_TRUE(apply(plan, "1.0", Settings(host), journal).ok());
  EXPECT_EQ(host.queue("sda"), "none [mq-deadline]\n256\n4096\n");
  EXPECT_EQ(host.queue("sdb"), other);
  const auto outcomes = undo(journal.runs().back(), Settings(host), journal);
  ASSERT_TRUE(outcomes.ok());
  for (const TuneOutcome& each : *outcomes) EXPECT_EQ(each.note, "") << each.what;
  EXPECT_EQ(host.queue("sda"), before);
}

TEST(DiskQueues, follow_their_disk_to_another_name) {
  Disks host;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(plan_of(host, journal, queue_want()), "1.0", Settings(host), journal).ok());
  // The next boot: the other disk comes first, and udev has set ours again.
  host.put("sda", "SER-sdb");
  host.put("sdb", "SER-sda");
  host.file("/sys/block/sdb/queue/nr_requests", "256\n");
  host.file("/sys/block/sdb/queue/read_ahead_kb", "4096\n");
  const std::string foreign = host.queue("sda");
  for (const TuneOutcome& each : verified(journal, host))
    EXPECT_EQ(each.state, TuneOutcome::State::done) << each.what << each.note;
  ASSERT_TRUE(undo(journal.runs().back(), Settings(host), journal).ok());
  EXPECT_EQ(host.queue("sdb"), "none [mq-deadline]\n2\n128\n");
  EXPECT_EQ(host.queue("sda"), foreign);
}

TEST(DiskQueues, of_a_disk_that_is_gone_are_nothing_to_take_back) {
  Disks host;
  Journal journal = *Journal::open(host);
  ASSERT_TRUE(apply(plan_of(host, journal, queue_want()), "1.0", Settings(host), journal).ok());
  host.put("sda", "ANOTHER");
  const std::string foreign = host.queue("sda");
  const auto outcomes = undo(journal.runs().back(), Settings(host), journal);
  ASSERT_TRUE(outcomes.ok());
  EXPECT_EQ(host.queue("sda"), foreign);
}

TEST(DiskQueues, are_not_kept_for_a_disk_that_nothing_tells_from_others) {
  for (const char* const serial : {"", "a|b", "x*", "\"", "$x"}) {
    Disks host;
    host.put("sda", serial);
    const Journal journal = *Journal::open(host);
    const Plan plan = plan_of(host, journal, queue_want());
    EXPECT_EQ(content(plan, kUdevFile), "no such file") << serial;
    ASSERT_EQ(plan.warnings.size(), 1U) << serial;
    EXPECT_NE(plan.warnings[0].find("no serial number"), std::string::npos) << plan.warnings[0];
  }
}

TEST(Plans, leave_a_foreign_gpu_alone_and_keep_nothing_for_it) {
  Kernel host;
  PlanOptions options;
  options.any_hardware = true;
  options.gpus = {"0"};
  const KnobTable table = *KnobTable::built_in();
  const Plan plan = planned(*table.profile("cool"), table, SettingsView(host, nullptr), options);
  EXPECT_FALSE(plan.refuses());
  EXPECT_NE(plan.foreign.find("not known"), std::string::npos) << plan.foreign;
  EXPECT_EQ(content(plan, kTuneUnit), "no such file");
  EXPECT_EQ(content(plan, kUdevFile), "no such file");
  for (const PlanStep& step : plan.steps)
    EXPECT_EQ(step.state == PlanStep::State::skipped, step.knob.starts_with("gpu-")) << step.knob;
}

TEST(Boot, has_a_unit_for_what_the_driver_forgets) {
  const auto files = tune_unit_files("/usr/bin/gb10");
  const std::string& unit = files.at(kTuneUnit);
  EXPECT_NE(unit.find("ExecStart=\"/usr/bin/gb10\" tune reapply --only gpu --wait 60\n"),
            std::string::npos);
  // What made the old script's unit useless: a shell, staying active, undoing at its end.
  for (const char* const bad : {"/bin/sh", "RemainAfterExit", "ExecStop", "Wants=nvidia"})
    EXPECT_EQ(unit.find(bad), std::string::npos) << bad;
}

TEST(Boot, watches_each_cell_once) {
  const auto files =
      watch_unit_files("/opt/a b/gb10", true, {"/proc/sys/b", "/proc/sys/a", "/proc/sys/b"});
  EXPECT_EQ(files.at("/etc/systemd/system/gb10-tune-watch.path"),
            "[Unit]\nDescription=gb10 tune: a setting was written\n"
            "ConditionFileIsExecutable=/opt/a b/gb10\n\n[Path]\n"
            "PathChanged=/proc/sys/a\nPathChanged=/proc/sys/b\n");
  EXPECT_TRUE(is_enforcing(files.at(kWatchUnit)));
  EXPECT_NE(files.at(kWatchUnit).find("\"/opt/a b/gb10\" tune verify --enforce"),
            std::string::npos);
  EXPECT_FALSE(is_enforcing(watch_unit_files("/x", false, {}).at(kWatchUnit)));
}

TEST(Boot, tells_systemd_only_where_it_runs) {
  Kernel host;
  EXPECT_TRUE(tell_of_files(host, {kTuneUnit}).ok());
  EXPECT_TRUE(host.done.empty());
  host.directory("/run/systemd/system").query_answer({"systemctl", "daemon-reload"}, "");
  EXPECT_TRUE(tell_of_files(host, {kTuneUnit, "/etc/sysctl.d/x"}).ok());
  EXPECT_EQ(host.done, std::vector<std::string>{"run systemctl daemon-reload"});
}

TEST(DryRuns, say_what_undo_would_do_and_do_nothing) {
  Kernel host;
  Journal journal = *Journal::open(host);
  const KnobTable table = *KnobTable::built_in();
  for (const char* const name : {"desktop", "cool"}) {
    PlanOptions options;
    options.any_hardware = true;
    options.in_force = journal.in_force("b-1");
    options.kept = journal.kept();
    ASSERT_TRUE(
        apply(planned(*table.profile(name), table, host, options), "1.0", Settings(host), journal)
            .ok());
  }
  const auto before = tune_samples::seen(host);
  const std::size_t touches = host.done.size();
  DryHost dry(host, journal.runs());
  Settings settings(dry);
  for (auto run = journal.runs().rbegin(); run != journal.runs().rend(); ++run) {
    for (const TuneOutcome& each : restored(*run, settings))
      EXPECT_EQ(each.state, TuneOutcome::State::done) << each.what << each.note;
  }
  EXPECT_EQ(settings.read("/proc/sys/vm/dirty_ratio"), Result<std::string>("20"));
  EXPECT_EQ(settings.read("/proc/sys/vm/dirty_bytes"), Result<std::string>("0"));
  EXPECT_EQ(settings.read("/etc/sysctl.d/99-zz-gb10.conf").error().kind, Error::Kind::not_found);
  EXPECT_EQ(tune_samples::seen(host), before);
  EXPECT_EQ(host.done.size(), touches);
}

TEST(Exports, are_lines_that_others_read) {
  Kernel host;
  const Journal journal = *Journal::open(host);
  const Plan plan = plan_of(host, journal, {"swappiness", "", {{"vm.swappiness", "10"}}});
  EXPECT_NE(exported(plan, "sysctl.d")->find("\nvm.swappiness = 10\n"), std::string::npos);
  EXPECT_NE(exported(plan, "udev")->find("# nothing of it is kept so\n"), std::string::npos);
  EXPECT_NE(exported(plan, "ansible")->find("    content: |\n      vm.swappiness = 10\n"),
            std::string::npos);
  EXPECT_EQ(exported(plan, "yaml").error().kind, Error::Kind::invalid);
}

}  // namespace
}  // namespace gb10
