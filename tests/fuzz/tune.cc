// Any bytes as a file of the journal, as a knob, as a profile, as a file that sets values at boot,
// as the kernel's list of swap files and its command line, as a disk's serial number, as the path
// of a cell.

#include <algorithm>

#include "base/check.h"
#include "entry.h"
#include "host/fake_host.h"
#include "tune/boot_values.h"
#include "tune/devices.h"
#include "tune/journal.h"
#include "tune/knobs.h"
#include "tune/persist.h"
#include "tune/settings.h"
#include "tune/swaps.h"

namespace {

void read_run(const gb10::Result<gb10::Json>& json) {
  if (!json.ok()) return;
  const auto run = gb10::run_from(*json);
  if (!run.ok()) return;
  // What was read is written and read as the same.
  const auto again = gb10::run_from(gb10::to_json(*run));
  CHECK(again.ok() && again->steps.size() == run->steps.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gb10;
  const std::string text(text_of(data, size));
  read_run(journal_json(text));
  read_run(parse_json(text));
  static_cast<void>(read_knob({"a", text, std::string(kBuiltIn)}).ok());
  static_cast<void>(read_profile({"a", text, std::string(kBuiltIn)}).ok());
  static_cast<void>(ownership(text));
  FakeHost host;
  host.file("/etc/sysctl.d/a.conf", text).file("/etc/tmpfiles.d/a.conf", text);
  std::vector<std::string> unread;
  for (const auto& [key, value] : sysctl_boot_values(host, {}, unread)) CHECK(!key.empty());
  for (const auto& [path, value] : tmpfiles_boot_values(host, {}, unread)) CHECK(!path.empty());
  host.file("/proc/swaps", text).file("/proc/cmdline", text).file("/sys/block/sda/serial", text);
  host.query_answer({"nvidia-smi", "boost-slider", "-l"}, text);
  const SettingsView view(host, nullptr);
  for (const std::string& swap : swap_files(host).value_or(std::vector<std::string>()))
    CHECK(view.read("swap:" + swap).value_or("off") != "off" || !cell_kind("swap:" + swap));
  for (const char* const cell : {"parameter:quiet", "nvml:0:vboost", "swap:/x"})
    static_cast<void>(view.read(cell).ok());
  static_cast<void>(cell_kind(text));
  Knob knob;
  knob.folder = "/sys/block";
  const std::string match = udev_match(knob, "sda", host);
  // One line, and nothing that ends the quotes of the rule.
  CHECK(match.find('\n') == std::string::npos);
  CHECK(std::count(match.begin(), match.end(), '"') % 2 == 0);
  static_cast<void>(unit_name(text));
  return 0;
}
