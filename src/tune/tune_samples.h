#pragma once

#include <map>
#include <string>

#include <fmt/format.h>

#include "host/fake_host.h"
#include "tune/journal.h"
#include "tune/plan.h"
#include "tune/settings.h"

/// A kernel made of strings, for tests of the tuner.
namespace gb10::tune_samples {

/// Behaves as Linux does: writing one of a pair sets the other to 0, numbers have bounds. It can
/// die at the n-th touch, or refuse it: the touches of a dead host do nothing.
class Kernel : public FakeHost {
 public:
  Kernel() {
    user(0);
    file("/proc/sys/kernel/random/boot_id", "b-1\n");
    file("/proc/sys/vm/swappiness", "60\n").file("/proc/sys/vm/dirty_ratio", "20\n");
    file("/proc/sys/vm/dirty_bytes", "0\n");
    file("/proc/sys/vm/dirty_background_ratio", "10\n");
    file("/proc/sys/vm/dirty_background_bytes", "0\n");
    file("/proc/sys/net/ipv4/tcp_slow_start_after_idle", "1\n");
    file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    directory("/etc/sysctl.d").directory("/var/lib");
  }

  int dies_at = 0;  // the touch from which on nothing happens any more
  int refuses = 0;  // the touch that is refused
  int touches = 0;  // so far

  Result<void> poke(std::string_view path, std::string_view value) override {
    TRY(touch());
    if (path == "/sys/kernel/mm/transparent_hugepage/enabled")
      return FakeHost::poke(path, replaced_word(value));
    const auto twin = kTwins.find(std::string(path));
    TRY(FakeHost::poke(path, fmt::format("{}\n", value)));
    if (twin != kTwins.end()) TRY(FakeHost::poke(twin->second, "0\n"));
    return {};
  }
  Result<void> install(const File& wanted) override {
    TRY(touch());
    return FakeHost::install(wanted);
  }
  Result<void> remove(std::string_view path) override {
    TRY(touch());
    return FakeHost::remove(path);
  }
  Result<void> remove_directory(std::string_view path) override {
    TRY(touch());
    return FakeHost::remove_directory(path);
  }
  Result<void> make_directory(std::string_view path) override {
    TRY(touch());
    return FakeHost::make_directory(path);
  }

 private:
  Result<void> touch() {
    ++touches;
    if (dies_at > 0 && touches >= dies_at) return Error{Error::Kind::failed, "killed"};
    if (touches == refuses) return Error{Error::Kind::failed, "input/output error"};
    return {};
  }

  static std::string replaced_word(std::string_view value) {
    std::string out;
    for (const std::string_view word : {"always", "madvise", "never"})
      out += fmt::format(fmt::runtime(word == value ? "[{}] " : "{} "), word);
    out.back() = '\n';
    return out;
  }

  inline static const std::map<std::string, std::string> kTwins = {
      {"/proc/sys/vm/dirty_ratio", "/proc/sys/vm/dirty_bytes"},
      {"/proc/sys/vm/dirty_bytes", "/proc/sys/vm/dirty_ratio"},
      {"/proc/sys/vm/dirty_background_ratio", "/proc/sys/vm/dirty_background_bytes"},
      {"/proc/sys/vm/dirty_background_bytes", "/proc/sys/vm/dirty_background_ratio"}};
};

/// What a plan of one knob is, over the runs so far.
inline Plan plan_of(const HostView& host, const Journal& journal, Profile::Want want,
                    PlanOptions options = {}) {
  static const KnobTable table = *KnobTable::built_in();
  Profile profile;
  profile.name = "own";
  profile.wants = {std::move(want)};
  options.any_hardware = true;
  options.in_force = journal.in_force(boot_id(host));
  options.kept = journal.kept();
  return planned(profile, table, SettingsView(host, nullptr), options);
}

/// Resets the depth when the scheduler is written, and takes no depth below 4, as Linux does.
class Disks : public Kernel {
 public:
  Disks() {
    for (const char* const disk : {"sda", "sdb"}) put(disk, std::string("SER-") + disk);
    file("/sys/block/loop0/size", "0\n").file("/sys/block/loop0/queue/scheduler", "[none]\n");
  }
  void put(const std::string& disk, const std::string& serial) {
    const std::string at = "/sys/block/" + disk + "/";
    file(at + "size", "1000\n").file(at + "device/serial", serial + "\n");
    file(at + "queue/scheduler", "none [mq-deadline]\n").file(at + "queue/nr_requests", "2\n");
    file(at + "queue/read_ahead_kb", "128\n");
  }
  Result<void> poke(std::string_view path, std::string_view value) override {
    const std::string folder(path.substr(0, path.rfind('/') + 1));
    if (path.ends_with("/scheduler")) {
      file(folder + "nr_requests", value == "none" ? "1\n" : "2\n");
      file(path, value == "none" ? "[none] mq-deadline\n" : "none [mq-deadline]\n");
      return {};
    }
    if (path.ends_with("/nr_requests") && value == "2") value = "4";
    return Kernel::poke(path, value);
  }
  std::string queue(const std::string& disk) const {
    std::string out;
    for (const char* const name : {"scheduler", "nr_requests", "read_ahead_kb"})
      out += *read("/sys/block/" + disk + "/queue/" + name);
    return out;
  }
};

/// What can be seen of the kernel and of files that keep settings.
inline std::map<std::string, std::string> seen(const HostView& host) {
  std::map<std::string, std::string> out;
  for (const char* const path :
       {"/proc/sys/vm/swappiness", "/proc/sys/vm/dirty_ratio", "/proc/sys/vm/dirty_bytes",
        "/proc/sys/vm/dirty_background_ratio", "/proc/sys/vm/dirty_background_bytes",
        "/proc/sys/net/ipv4/tcp_slow_start_after_idle",
        "/sys/kernel/mm/transparent_hugepage/enabled", "/etc/sysctl.d/99-zz-gb10.conf",
        "/etc/tmpfiles.d/gb10.conf"})
    out[path] = host.read(path).value_or("not there");
  return out;
}

}  // namespace gb10::tune_samples
