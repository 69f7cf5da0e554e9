#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard/ring_log.h"
#include "guard/ring_text.h"
#include "host/host.h"
#include "host/recording_host.h"

namespace gb10 {

/// A line that a boot left behind.
struct JournalLine {
  std::optional<double> time;  // seconds since 1970
  std::string text;  // "systemd[1]: Reached target …", "kernel: …"; without the host's name
};

/// One of the boots that the journal knows.
struct ListedBoot {
  std::int64_t index = 0;       // 0 is this boot, -1 the one before
  std::string id;               // 32 digits
  double begun = 0, ended = 0;  // seconds since 1970, of its first and last line
};

/// What the kernel left of its log when it died.
struct KernelDump {
  std::string path;
  std::optional<std::int64_t> time;  // seconds since 1970, of the death where the name tells it
  std::vector<std::string> lines;    // the last ones
};

/// Everything that may tell how a boot ended, each part or the reason why it is not known.
struct BootEvidence {
  std::string ring_path = kRingPath;
  Result<RingLog> ring = not_looked_at();
  Result<std::vector<JournalLine>> journal = not_looked_at();  // the end of the boot before
  Result<std::vector<ListedBoot>> boots = not_looked_at();     // the oldest first
  Result<std::vector<KernelDump>> dumps = not_looked_at();
  Result<std::string> boot_id = not_looked_at();  // of the boot that runs, 32 digits
  Result<double> uptime = not_looked_at();        // seconds
  Result<double> memory = not_looked_at();        // bytes in all
  Result<bool> watchdog = not_looked_at();        // whether the firmware has an SBSA watchdog
  std::int64_t now = 0;                           // seconds since 1970; 0 is not known
  bool live = false, root = false;

  static Error not_looked_at() { return {Error::Kind::not_recorded, "not looked at"}; }
};

/// Looks at everything but the ring.
BootEvidence boot_evidence(const HostView& host);

/// The ring at `path` of that machine, or what a snapshot kept of the one at kRingPath.
Result<RingLog> ring_of(const HostView& host, std::string_view path);

/// Asks `recording` for everything that boot_evidence looks at, and lets it keep what `ring`, which
/// is too large for a snapshot, tells of the last boots.
void record_last_boot(RecordingHost& recording, const Result<RingLog>& ring, ToldTo who);

/// Readers of what is found there; they survive any bytes.
namespace boot_texts {
std::vector<JournalLine> journal_lines(std::string_view text);
Result<std::vector<ListedBoot>> listed_boots(std::string_view json);
/// The moment that the name of a dump carries.
std::optional<std::int64_t> time_of_dump(std::string_view path);
}  // namespace boot_texts

}  // namespace gb10
