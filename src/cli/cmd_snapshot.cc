#include <ctime>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/doctor_options.h"
#include "cli/machine.h"
#include "doctor/doctor.h"
#include "gpu/recording_gpu.h"
#include "host/recording_host.h"
#include "host/redact.h"
#include "host/snapshot_file.h"

namespace gb10 {

namespace {

constexpr OptionSpec kOptions[] = {
    {"--output,-o", "FILE", false, "where to write it; else gb10-DATE.tar.zst here"},
    {"--replace", nullptr, false, "overwrite FILE"},
    {"--no-redact", nullptr, false,
     "keep serial numbers, addresses, names and tokens; do not share such a file"},
    {"--load", nullptr, false,
     "put own load on each GPU first, so that a replay can judge its clocks"},
    {"--watch", "SECONDS", false, "sample a busy GPU for so long"},
    kEnvironmentOption,
    kRootOption,
};

std::string default_name(std::int64_t now) {
  const std::time_t time = now;
  std::tm parts{};
  char text[64] = "";
  if (gmtime_r(&time, &parts)) std::strftime(text, sizeof text, "gb10-%Y%m%d-%H%M.tar.zst", &parts);
  return text;
}

/// Runs the doctor's eyes over the machine and keeps every answer.
Record recorded(const OpenMachine& machine, const DoctorOptions& options, std::int64_t now) {
  const RecordingHost host(*machine.host);
  const RecordingGpu gpu(*machine.gpu);
  static_cast<void>(examined({host, gpu}, options));
  Record record = host.record();
  record.gpu = gpu.jsonl();
  record.meta.version = GB10_VERSION;
  record.meta.time = now;
  record.environments = options.collect.environments;
  return record;
}

Result<std::string> saved(const Arguments& arguments, const Io& io) {
  const DoctorOptions wanted = TRY(doctor_options(arguments));
  const OpenMachine machine = TRY(open_machine(arguments, io));
  const std::int64_t now = std::time(nullptr);
  Record record = recorded(machine, wanted, now);
  if (!arguments.has("--no-redact")) record = redacted(record);
  const std::string given = arguments.value("--output");
  const std::string path = given.empty() ? default_name(now) : given;
  TRY(save_snapshot(record, path, {arguments.has("--replace")}));
  return path;
}

int run(const Arguments& arguments, const Io& io) {
  const Result<std::string> path = saved(arguments, io);
  if (!path.ok()) return io.fail(path.error());
  const bool redacted = !arguments.has("--no-redact");
  if (arguments.has("--json")) {
    io.print(to_text(Json::object().set("file", *path).set("redacted", redacted), 2) + "\n");
  } else if (arguments.has("--markdown")) {
    io.print(fmt::format("- snapshot: `{}` ({})\n", *path, redacted ? "redacted" : "NOT redacted"));
  } else {
    io.print(fmt::format("{}{}\n  look at it:  gb10 doctor --snapshot {}\n", *path,
                         redacted ? "   serials, addresses, names and tokens that were recognised "
                                    "are replaced; look through it"
                                  : "   NOT redacted: do not share it",
                         *path));
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
