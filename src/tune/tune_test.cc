#include <gtest/gtest.h>

#include "base/text.h"
#include "gpu/fake_gpu.h"
#include "tune/boot_values.h"
#include "tune/cells.h"
#include "tune/gpu_gate.h"
#include "tune/journal.h"
#include "tune/persist.h"
#include "tune/plan.h"
#include "tune/prove.h"
#include "tune/transaction.h"
#include "tune/tune_samples.h"

namespace gb10 {
namespace {

using namespace tune_samples;

TEST(Cells, have_one_way_to_be_written) {
  EXPECT_EQ(*canonical(CellForm::integer, " 60\n"), "60");
  EXPECT_EQ(*canonical(CellForm::word, "always [madvise] never\n"), "madvise");
  EXPECT_EQ(*canonical(CellForm::word, "performance\n"), "performance");
  EXPECT_EQ(*canonical(CellForm::numbers, "4096\t131072\t6291456\n"), "4096 131072 6291456");
  for (const auto& [form, text] :
       std::vector<std::pair<CellForm, const char*>>{{CellForm::integer, "0x10"},
                                                     {CellForm::integer, ""},
                                                     {CellForm::word, "a b"},
                                                     {CellForm::word, ""},
                                                     {CellForm::numbers, "1 x"},
                                                     {CellForm::numbers, "\n"}})
    EXPECT_FALSE(canonical(form, text).ok()) << text;
}

TEST(Knobs, of_this_build_make_sense) {
  const auto table = KnobTable::built_in();
  ASSERT_TRUE(table.ok()) << table.error().what;
  EXPECT_GE(table->knobs().size(), 19U);
  for (const Knob& knob : table->knobs()) {
    EXPECT_FALSE(knob.why.empty() || knob.evidence.empty()) << knob.name;
  }
}

TEST(Knobs, refuse_values_that_only_the_kernel_would_take) {
  const KnobTable table = *KnobTable::built_in();
  const KnobCell* const pressure = table.knob("vfs-cache-pressure")->cell("vm.vfs_cache_pressure");
  EXPECT_EQ(refusal(*pressure, "100"), "");
  EXPECT_EQ(refusal(*pressure, "0"), "0 lies outside 50 to 200");
  EXPECT_EQ(refusal(*pressure, "0100"), "\"0100\" is written 100");
  EXPECT_EQ(refusal(*pressure, "many"), "\"many\" is no whole number");
  EXPECT_EQ(refusal(*table.knob("huge-pages")->cell("enabled"), "sometimes"),
            "\"sometimes\" is none of always, madvise, never");
}

TEST(Knobs, and_profiles_that_make_no_sense_are_refused_by_name) {
  const std::string good =
      "name = 'a'\ntitle = 't'\nkind = 'sysctl'\nadvice = 'offered'\nrisk = 'low'\n"
      "persists = 'sysctl.d'\nusual = '1'\nwhy = 'w'\n"
      "[[cell]]\nname = 'vm.a'\nform = 'integer'\nrange = [ 0, 9 ]\n"
      "[[evidence]]\nsource = 's'\ndate = '2026'\nkind = 'measured'\nsays = 'x'\n";
  const auto read = [](const std::string& text) {
    return read_knob({"a", text, std::string(kBuiltIn)});
  };
  ASSERT_TRUE(read(good).ok()) << read(good).error().what;
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{
           {"'offered'", "'perhaps'"},
           {"'sysctl.d'", "'rc.local'"},
           {"'integer'", "'float'"},
           {"[ 0, 9 ]", "[ 9, 0 ]"},
           {"range = [ 0, 9 ]\n", ""},
           {"name = 'vm.a'", "name = 'vm.a'\npath = '/etc/passwd'"},
           {"name = 'a'", "name = 'b'"}})
    EXPECT_FALSE(read(replaced(good, from, to)).ok()) << to;
  const std::vector<DataFile> knobs = {{"a", good, std::string(kBuiltIn)}};
  const auto profile = [&](const std::string& value) {
    const std::string text =
        "name = 'p'\ntitle = 't'\nprice = 'p'\n[[set]]\nknob = 'a'\n"
        "values = { 'vm.a' = '" +
        value + "' }\nwhy = 'w'\n";
    const std::vector<DataFile> profiles = {{"p", text, std::string(kBuiltIn)}};
    return KnobTable::open(knobs, profiles);
  };
  EXPECT_TRUE(profile("9").ok());
  EXPECT_EQ(profile("10").error().what, "profiles/p.toml: vm.a: 10 lies outside 0 to 9");
}

TEST(BootValues, are_those_of_the_file_that_is_read_last) {
  FakeHost host;
  host.file("/usr/lib/sysctl.d/50-default.conf", "vm.swappiness=40\n# vm.swappiness=1\n")
      .file("/etc/sysctl.d/50-default.conf", "vm/swappiness = 50\n-kernel.x = 1\n")
      .file("/etc/sysctl.conf", "vm.swappiness=77\n")
      .link_at("/etc/sysctl.d/99-sysctl.conf", "../sysctl.conf")
      .file("/run/sysctl.d/10-run.conf", "vm.swappiness=99\nnet.ipv4.conf.*.rp_filter=1\n")
      .file("/etc/sysctl.d/99-zz-gb10.conf", "vm.swappiness = 10\n");
  std::vector<std::string> unread;
  const auto values = sysctl_boot_values(host, {}, unread);
  EXPECT_EQ(values.at("vm.swappiness").value, "10");
  EXPECT_EQ(values.at("kernel.x").value, "1");
  EXPECT_EQ(values.size(), 2U);
  // As the old script's file, which loses to /etc/sysctl.conf.
  BootFiles other;
  other.without = {"/etc/sysctl.d/99-zz-gb10.conf"};
  other.with["/etc/sysctl.d/99-dgx-performance.conf"] = "vm.swappiness = 11\n";
  const auto lost = sysctl_boot_values(host, other, unread);
  EXPECT_EQ(lost.at("vm.swappiness").value, "77");
  EXPECT_EQ(lost.at("vm.swappiness").file, "/etc/sysctl.d/99-sysctl.conf");
  EXPECT_TRUE(unread.empty());
}

TEST(Plans, warn_of_files_that_win_at_the_next_boot) {
  Kernel host;
  host.file("/etc/sysctl.d/zz-site.conf", "vm.swappiness = 60\n");
  const KnobTable table = *KnobTable::built_in();
  PlanOptions options;
  options.any_hardware = true;
  const Plan plan = planned(*table.profile("cool"), table, host, options);
  ASSERT_EQ(plan.warnings.size(), 1U);
  EXPECT_EQ(plan.warnings[0],
            "vm.swappiness would be lost at reboot: /etc/sysctl.d/zz-site.conf sets 60 and is read "
            "after ours");
}

TEST(Plans, warn_of_a_twin_that_takes_its_place) {
  for (const auto& [file, warns] :
       {std::pair("/etc/sysctl.d/zz-site.conf", true), {"/etc/sysctl.d/10-site.conf", false}}) {
    Kernel host;
    host.file(file, "vm.dirty_ratio = 40\n");
    PlanOptions options;
    options.any_hardware = true;
    const KnobTable table = *KnobTable::built_in();
    const Plan plan = planned(*table.profile("desktop"), table, host, options);
    ASSERT_EQ(plan.warnings.size(), warns ? 1U : 0U) << file;
    if (!warns) continue;
    EXPECT_EQ(plan.warnings[0],
              "vm.dirty_bytes would be lost at reboot: /etc/sysctl.d/zz-site.conf sets "
              "vm.dirty_ratio to 40, which takes its place");
  }
}

TEST(Plans, skip_what_is_not_there_and_change_nothing_for_observe) {
  Kernel host;
  ASSERT_TRUE(host.FakeHost::remove("/proc/sys/vm/swappiness").ok());
  const KnobTable table = *KnobTable::built_in();
  PlanOptions options;
  options.any_hardware = true;
  const Plan plan = planned(*table.profile("cool"), table, host, options);
  EXPECT_EQ(plan.steps.back().knob, "swappiness");
  EXPECT_EQ(plan.steps.back().state, PlanStep::State::skipped);
  EXPECT_TRUE(plan.changes());
  EXPECT_FALSE(planned(*table.profile("observe"), table, host, options).changes());
}

TEST(OwnFiles, keep_what_an_earlier_run_set_of_knobs_that_are_not_known_now) {
  Kernel host;
  Journal journal = *Journal::open(host);
  host.file("/usr/lib/systemd/system/ssh.service", "");
  host.file("/sys/kernel/mm/transparent_hugepage/defrag", "always [madvise] never\n");
  const std::vector<Profile::Want> wants = {{"swappiness", "", {{"vm.swappiness", "10"}}},
                                            {"huge-pages", "", {{"enabled", "never"}}},
                                            {"sshd-memory", "", {{"drop-in", "ours"}}}};
  for (const Profile::Want& want : wants)
    ASSERT_TRUE(apply(plan_of(host, journal, want), "1", Settings(host), journal).ok());
  PlanOptions options;
  options.kept = journal.kept();
  const Plan plan = planned({}, KnobTable(), host, options);
  EXPECT_EQ(plan.not_kept, "");
  ASSERT_EQ(plan.files.size(), 3U);
  for (const PlannedFile& file : plan.files) EXPECT_FALSE(file.differs()) << file.path;
}

TEST(OwnFiles, are_known_by_their_sum) {
  const Kernel host;
  PlanStep step;
  step.knob = "swappiness";
  step.state = PlanStep::State::change;
  step.cells = {
      {"vm.swappiness", "/proc/sys/vm/swappiness", CellForm::integer, "", "60", "10", ""}};
  const auto files =
      boot_files({step}, *KnobTable::built_in(), {}, host).value_or(std::vector<PlannedFile>());
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(ownership(files[0].content), Ownership::ours);
  EXPECT_EQ(ownership(files[0].content + "vm.swappiness = 60\n"), Ownership::changed);
  EXPECT_EQ(ownership("vm.swappiness = 60\n"), Ownership::foreign);
  EXPECT_EQ(ownership(""), Ownership::foreign);
}

TEST(Journals, that_are_damaged_stop_everything) {
  Kernel host;
  Journal journal = *Journal::open(host);
  TuneRun run = journal.next();
  run.profile = "cool";
  ASSERT_TRUE(journal.write(host, run).ok());
  const std::string path = "/var/lib/gb10-tune/run-0001.json";
  const std::string text = *host.read(path);
  EXPECT_EQ(Journal::open(host)->unfinished()->number, 1);
  for (std::size_t i = 0; i < text.size(); i += 3) {
    host.file(path, text.substr(0, i));
    ASSERT_FALSE(Journal::open(host).ok()) << i;
    std::string other = text;
    other[i] = other[i] == 'x' ? 'y' : 'x';
    host.file(path, other);
    EXPECT_EQ(Journal::open(host).error().kind, Error::Kind::unfinished) << i;
  }
  host.file(path, text).file("/var/lib/gb10-tune/notes.txt", "mine");
  EXPECT_EQ(Journal::open(host)->runs().size(), 1U);
}

TEST(Journals, name_no_files_but_the_kernels) {
  TuneRun run;
  run.number = 1;
  PlanStep step;
  step.knob = "x";
  step.cells = {{"x", "/etc/passwd", CellForm::integer, "", "1", "2", ""}};
  run.steps = {step};
  EXPECT_FALSE(run_from(to_json(run)).ok());
  run.steps[0].cells[0].path = "/sys/../etc/passwd";
  EXPECT_FALSE(run_from(to_json(run)).ok());
  run.steps[0].cells[0].path = "/sys/x";
  EXPECT_TRUE(run_from(to_json(run)).ok());
}

TEST(Proofs, keep_requested_accepted_observed_and_the_next_boot_apart) {
  Kernel host;
  host.file("/etc/sysctl.d/10-a.conf", "vm.swappiness = 40\n");
  const KnobTable table = *KnobTable::built_in();
  Journal journal = *Journal::open(host);
  PlanOptions options;
  options.any_hardware = true;
  ASSERT_TRUE(
      apply(planned(*table.profile("cool"), table, host, options), "1.0", Settings(host), journal)
          .ok());
  int looks = 0;
  const std::vector<CellProof> found =
      *proofs(*table.knob("swappiness"), host, FakeGpu(), journal, 3, [&] {
        if (++looks == 2) host.file("/proc/sys/vm/swappiness", "33\n");  // somebody else
      });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].requested, "10");
  EXPECT_EQ(found[0].accepted, "10");
  EXPECT_EQ(joined(found[0].observed, " "), "10 33");
  EXPECT_EQ(joined(found[0].boot, "; "),
            "40 by /etc/sysctl.d/10-a.conf; 10 by /etc/sysctl.d/99-zz-gb10.conf");
  EXPECT_EQ(found[0].holds, false);
}

TEST(Proofs, say_why_there_is_nothing_to_prove) {
  Kernel host;
  const KnobTable table = *KnobTable::built_in();
  const Journal journal = *Journal::open(host);
  for (const char* const knob : {"zfs-arc-max", "zfs-autotrim", "gpu-clock-cap"})
    EXPECT_EQ(proofs(*table.knob(knob), host, FakeGpu(), journal, 1, [] {}).error().kind,
              Error::Kind::unsupported)
        << knob;
}

TEST(Numbers, are_as_many_as_the_kernel_wants_and_none_below_the_one_before) {
  const KnobTable table = *KnobTable::built_in();
  for (const char* const value : {"8192", "4096 131072", "67108864 4096 4096", "1 2 3 4"})
    EXPECT_FALSE(table.check({"tcp-buffers", "", {{"net.ipv4.tcp_rmem", value}}}).ok()) << value;
  for (const char* const value : {"2200", "2200 0", "0 2200 2300"})
    EXPECT_FALSE(table.check({"gpu-clock-cap", "", {{"sm_clocks", value}}}).ok()) << value;
  EXPECT_TRUE(table.check({"tcp-buffers", "", {{"net.ipv4.tcp_rmem", "4096 4096 8192"}}}).ok());
  EXPECT_TRUE(table.check({"gpu-clock-cap", "", {{"sm_clocks", "2200 2200"}}}).ok());
}

TEST(GpuGate, refuses_a_clock_that_is_stuck_and_stays_so) {
  GpuSample stuck;
  stuck.utilization = 0.96, stuck.sm_clock = 850e6, stuck.power = 12, stuck.reasons = 0;
  GpuSample limited = stuck, idle = stuck, unknown = stuck;
  limited.reasons = 0x4;  // software power cap
  idle.utilization = 0.1;
  unknown.power = std::nullopt;
  const auto said = [](const std::vector<GpuSample>& samples) {
    FakeGpu gpu;
    gpu.series.emplace(0, GpuSeries{0, "recorded", samples});
    return stuck_clock(gpu, 0);
  };
  EXPECT_NE(said({stuck, stuck}), "");
  for (const GpuSample& other : {limited, idle, unknown}) EXPECT_EQ(said({stuck, other}), "");
  EXPECT_EQ(said({}), "");
}

}  // namespace
}  // namespace gb10
