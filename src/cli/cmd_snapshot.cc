#include <ctime>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "doctor/doctor.h"
#include "gpu/recording_gpu.h"
#include "guard/boot_evidence.h"
#include "host/recording_host.h"
#include "host/redact.h"
#include "host/snapshot_file.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"--output,-o", "FILE", false,
     "where to write it; else gb10-DATE.tar.zst here; - is standard output"},
    {"--replace", nullptr, false, "overwrite FILE"},
    {"--no-redact", nullptr, false,
     "keep serial numbers, addresses, names and tokens; do not share such a file"},
    {"--load", nullptr, false,
     "put own load on each GPU first, so that a replay can judge its clocks"},
    {"--watch", "SECONDS", false, "sample a busy GPU for so long"},
    kEnvironmentOption,
    kRootOption,
};

/// Stands for standard output.
constexpr std::string_view kStream = "-";

std::string default_name(std::int64_t now) {
  const std::time_t time = now;
  std::tm parts{};
  char text[64] = "";
  if (gmtime_r(&time, &parts)) std::strftime(text, sizeof text, "gb10-%Y%m%d-%H%M.tar.zst", &parts);
  return text;
}

/// Runs the doctor's eyes over the machine and keeps every answer. Says on standard error when
/// there was no GPU for --load or --watch.
Record recorded(const OpenMachine& machine, const DoctorOptions& options, std::int64_t now,
                ToldTo who, const Io& io) {
  RecordingHost host(*machine.host);
  const RecordingGpu gpu(*machine.gpu);
  const Examination seen = examined({host, gpu}, options);
  if (const auto skipped = untested(options, seen.facts))
    io.say(fmt::format("gb10: {}\n", printable(skipped->reason)));
  record_last_boot(host, ring_of(*machine.host, kRingPath), who);
  Record record = host.record();
  record.gpu = gpu.jsonl();
  record.meta.version = GB10_VERSION;
  record.meta.time = now;
  record.environments = options.collect.environments;
  return record;
}

/// What to do about a place that cannot be written; root's rights are not what is missing.
Error with_other_place(Error error, std::int64_t now) {
  if (error.kind != Error::Kind::denied && !error.hint.empty()) return error;
  if (error.kind == Error::Kind::denied) error.kind = Error::Kind::failed;
  error.hint =
      fmt::format("name a file in a folder that you can write: -o /tmp/{}", default_name(now));
  return error;
}

/// Standard output is no place for an archive when somebody reads it, or a report besides.
Result<void> check_stream(const Arguments& arguments, const Io& io) {
  if (arguments.value("--output") != kStream) return {};
  if (io.terminal) {
    return Error{Error::Kind::invalid, "a snapshot is no text for a terminal",
                 "gb10 snapshot -o - > my-unit.tar.zst, or name the file with -o"};
  }
  if (arguments.has("--json") || arguments.has("--markdown")) {
    return Error{Error::Kind::invalid, "-o - excludes --json and --markdown",
                 "name a file with -o"};
  }
  return {};
}

Result<std::string> saved(const Arguments& arguments, const Io& io) {
  TRY(check_stream(arguments, io));
  const DoctorOptions wanted = TRY(doctor_options(arguments));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const std::int64_t now = std::time(nullptr);
  const ToldTo who = arguments.has("--no-redact") ? ToldTo::owner : ToldTo::strangers;
  Record record = recorded(machine, wanted, now, who, io);
  if (who == ToldTo::strangers) record = redacted(record);
  const std::string given = arguments.value("--output");
  const std::string path = given.empty() ? default_name(now) : given;
  if (path == kStream) {
    const std::string bytes = TRY(snapshot_bytes(record));
    io.print(bytes);
    return path;
  }
  const Result<void> written = save_snapshot(record, path, {arguments.has("--replace")});
  if (!written.ok()) return with_other_place(written.error(), now);
  return path;
}

std::string report(const std::string& path, const Arguments& arguments) {
  const bool redacted = !arguments.has("--no-redact");
  if (arguments.has("--json"))
    return to_text(Json::object().set("file", path).set("redacted", redacted), 2) + "\n";
  if (arguments.has("--markdown"))
    return fmt::format("- snapshot: `{}` ({})\n", path, redacted ? "redacted" : "NOT redacted");
  return fmt::format("{}{}\n  look at it:  gb10 doctor --snapshot {}\n", path,
                     redacted ? "   serials, addresses, names and tokens that were recognised are "
                                "replaced; look through it"
                              : "   NOT redacted: do not share it",
                     path == kStream ? "FILE" : shell_quoted(path));
}

int run(const Arguments& arguments, const Io& io) {
  const Result<std::string> path = saved(arguments, io);
  if (!path.ok()) return io.fail(path.error());
  const std::string text = report(*path, arguments);
  if (*path != kStream) {
    io.print(text);
  } else if (io.written()) {
    io.say(text);
  }
  return kFine;
}

}  // namespace

CommandSpec snapshot_command() {
  return {"snapshot", "this machine as one redacted file",
          "Runs the doctor and keeps every answer that it got: files, programs, the GPU. doctor, "
          "inspect and memory replay "
          "the file anywhere with --snapshot. Serial numbers, UUIDs, MAC and IP addresses, host "
          "and user names, tokens "
          "and e-mail addresses are replaced, the same one by the same pseudonym.",
          kOptions, run};
}

}  // namespace gb10
