// Any bytes as a file of the journal, as a knob, as a profile, as a file that sets values at boot.

#include "base/check.h"
#include "entry.h"
#include "host/fake_host.h"
#include "tune/boot_values.h"
#include "tune/journal.h"
#include "tune/knobs.h"
#include "tune/persist.h"

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
  return 0;
}
