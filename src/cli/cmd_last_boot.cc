#include "cli/cmd_last_boot.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/machine.h"
#include "guard/last_boot.h"
#include "host/recording_host.h"
#include "host/redact.h"
#include "host/snapshot_host.h"
#include "report/last_boot.h"

namespace gb10 {

namespace {

/// What that machine left behind, as a stranger may see it.
BootEvidence redacted_evidence(const HostView& host, const Result<RingLog>& ring) {
  RecordingHost recording(host);
  record_last_boot(recording, ring, ToldTo::strangers);
  const SnapshotHost changed(redacted(recording.record()));
  BootEvidence out = boot_evidence(changed);
  out.live = host.self().live;
  out.ring = ring.ok() ? ring_of(changed, kRingPath) : ring;
  return out;
}

/// The GPU has nothing to tell of the boot before, so it is not woken.
Result<OpenMachine> looked_at(const Arguments& arguments, const Io& io) {
  if (arguments.has("--root") || arguments.has("--snapshot")) return open_machine(arguments, io);
  OpenMachine out;
  out.host = this_host(io);
  out.origin = out.public_origin = "this machine";
  return out;
}

}  // namespace

int run_last_boot(const Arguments& arguments, const Io& io) {
  for (const char* const other : {"--load", "--watch", "--log", "--power-was-removed"}) {
    if (!arguments.has(other)) continue;
    return io.fail({Error::Kind::invalid, fmt::format("--last-boot excludes {}", other),
                    "it looks at what the boot before left behind, and at nothing else"});
  }
  const bool is_public = arguments.has("--markdown");
  const Result<OpenMachine> machine = looked_at(arguments, io);
  if (!machine.ok()) return io.fail(machine.error());
  std::string path = arguments.has("--ring") ? arguments.value("--ring") : kRingPath;
  std::error_code lost;
  if (machine->host->self().live) path = std::filesystem::absolute(path, lost).string();
  Result<RingLog> ring = ring_of(*machine->host, path);
  // A ring that somebody names must be there.
  if (!ring.ok() && arguments.has("--ring"))
    return io.fail(
        with_hint(ring.error(), machine->host->self().live
                                    ? "without --ring the other traces are judged"
                                    : "it is looked for in the tree or snapshot; without "
                                      "--ring the other traces are judged"));
  BootEvidence evidence;
  if (is_public) {
    evidence = redacted_evidence(*machine->host, ring);
  } else {
    evidence = boot_evidence(*machine->host);
    evidence.ring = std::move(ring);
  }
  evidence.ring_path = is_public && arguments.has("--ring") ? "the path of --ring" : path;
  LastBoot found = last_boot(evidence);
  if (!machine->host->self().live)
    found.origin = is_public ? machine->public_origin : machine->origin;
  if (arguments.has("--json"))
    io.print(to_text(to_json(found), 2) + "\n");
  else
    io.print(is_public ? markdown(found)
                       : text(found, {io.color, io.width, arguments.has("--all")}));
  return found.verdict == BootEnd::clean_shutdown ? kFine : kAnswerIsNo;
}

}  // namespace gb10
