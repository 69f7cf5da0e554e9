#include "cli/machine.h"

#include <limits.h>
#include <unistd.h>

#include <array>
#include <ctime>

#include <fmt/format.h>

#include "base/text.h"
#include "gpu/helper_gpu.h"
#include "gpu/recording_gpu.h"
#include "gpu/rooted_gpu.h"
#include "host/real_host.h"
#include "host/recording_host.h"
#include "host/redact.h"
#include "host/rooted_host.h"
#include "host/snapshot_file.h"
#include "host/snapshot_host.h"

namespace gb10 {

namespace {

std::string time_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  if (!gmtime_r(&time, &parts)) return "at a time that is not known";
  char text[64];
  return std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts) > 0 ? text : "";
}

constexpr std::string_view kAnswers = "/.gb10/";

/// An error about a file of `root`'s recorded answers, with the whole path of that file.
Error in_tree(Error error, const std::string& root) {
  const std::string whole = std::string(root) + std::string(kAnswers);
  if (error.what.find(whole) == std::string::npos)
    error.what = replaced(error.what, fmt::format(" {}", kAnswers), " " + whole);
  if (error.what.find(whole) != std::string::npos)
    error.hint = "mend that file, or take it away: what it answers is then not known";
  return error;
}

/// The recorded answers of the tree's GPU; none where it has no such file.
Result<RootedGpu> gpu_of(const RootedHost& host, const std::string& root) {
  const std::string path = std::string(kAnswers) + "gpu.jsonl";
  const Result<std::string> recorded = host.read(path);
  if (!recorded.ok() && recorded.error().kind == Error::Kind::not_found) return RootedGpu();
  if (!recorded.ok()) return recorded.error();
  Result<RootedGpu> read = RootedGpu::read(*recorded);
  if (read.ok()) return read;
  // "line 3 of gpu.jsonl: …", as a snapshot's is called, becomes a path and a line.
  Error error = read.error();
  const std::size_t at = error.what.find(" of gpu.jsonl");
  const bool line = at != std::string::npos && error.what.starts_with("line ");
  error.what = line ? fmt::format("{}{}:{}{}", root, path, error.what.substr(5, at - 5),
                                  error.what.substr(at + 13))
                    : fmt::format("{}{}: {}", root, path, error.what);
  return error;
}

/// What every Linux system has some of at its top; a mounted partition may hold only one.
Result<void> check_system(const RootedHost& host, const std::string& root) {
  for (const char* const folder :
       {"/etc", "/proc", "/sys", "/usr", "/var", "/boot", "/home", "/.gb10"}) {
    const Result<FileInfo> info = host.info(folder);
    if (info.ok() && info->kind == FileKind::directory) return {};
  }
  return Error{
      Error::Kind::invalid,
      fmt::format("{} holds no Linux system: none of etc, proc, sys, usr, var, boot, home is in it",
                  root),
      "name the folder in which its /etc and /usr are"};
}

Result<OpenMachine> tree(std::string root) {
  OpenMachine out;
  while (root.size() > 1 && root.ends_with('/')) root.pop_back();
  Result<RootedHost> host = RootedHost::at(root);
  if (!host.ok()) return in_tree(host.error(), root);
  TRY(check_system(*host, root));
  Result<RootedGpu> gpu = gpu_of(*host, root);
  if (!gpu.ok()) return in_tree(gpu.error(), root);
  out.gpu = std::make_unique<RootedGpu>(*std::move(gpu));
  out.host = std::make_unique<RootedHost>(*std::move(host));
  out.origin = "the tree at " + root;
  out.public_origin = "a tree of files";
  return out;
}

Result<OpenMachine> snapshot(const std::string& path) {
  OpenMachine out;
  Record record =
      TRY(path == "-" ? read_snapshot(STDIN_FILENO, "standard input") : open_snapshot(path));
  RootedGpu gpu = TRY(RootedGpu::read(record.gpu));
  out.gpu = std::make_unique<RootedGpu>(std::move(gpu));
  out.origin = fmt::format("captured {} by gb10 {}", time_text(record.meta.time),
                           printable(record.meta.version, 40));
  out.public_origin = out.origin;
  out.environments = record.environments;
  out.host = std::make_unique<SnapshotHost>(std::move(record));
  return out;
}

}  // namespace

Result<OpenMachine> redacted_machine(const OpenMachine& machine,
                                     const std::vector<std::string>& environments,
                                     const std::function<void(const Machine&)>& look) {
  const RecordingHost host(*machine.host);
  const RecordingGpu gpu(*machine.gpu);
  look({host, gpu});
  Record record = host.record();
  record.gpu = gpu.jsonl();
  record.environments = environments;
  record = redacted(record);
  OpenMachine out;
  out.environments = record.environments;
  RootedGpu answers = TRY(RootedGpu::read(record.gpu));
  out.gpu = std::make_unique<RootedGpu>(std::move(answers));
  out.host = std::make_unique<SnapshotHost>(std::move(record));
  out.origin = out.public_origin = machine.public_origin;
  return out;
}

std::unique_ptr<Host> this_host(const Io& io) { return std::make_unique<RealHost>(io.environment); }

Result<OpenMachine> open_machine(const Arguments& arguments, const Io& io) {
  if (arguments.has("--root") && arguments.has("--snapshot")) {
    return Error{Error::Kind::invalid, "--root and --snapshot exclude each other",
                 "name one machine"};
  }
  if (arguments.has("--root")) {
    Result<OpenMachine> there = tree(arguments.value("--root"));
    if (there.ok()) return there;
    return with_hint(there.error(), "name the folder that is the / of the other system");
  }
  if (arguments.has("--snapshot")) {
    Result<OpenMachine> there = snapshot(arguments.value("--snapshot"));
    if (there.ok()) return there;
    return with_hint(there.error(), "gb10 snapshot -o FILE writes one on the machine in question");
  }
  OpenMachine out;
  auto gpu = std::make_unique<HelperGpu>();
  gpu->start();
  out.gpu = std::move(gpu);
  out.host = this_host(io);
  out.origin = out.public_origin = "this machine";
  return out;
}

Result<std::string> own_path() {
  std::array<char, PATH_MAX> path{};
  const ssize_t n = ::readlink("/proc/self/exe", path.data(), path.size());
  if (n <= 0) return Error{Error::Kind::failed, "cannot tell where this program is"};
  return std::string(path.data(), static_cast<std::size_t>(n));
}

}  // namespace gb10
