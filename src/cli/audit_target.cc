#include "cli/audit_target.h"

#include <unistd.h>

#include <array>
#include <climits>

#include <fmt/format.h>

#include "audit/wheel_list.h"
#include "base/text.h"
#include "elf/artifact.h"
#include "facts/paths.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kDeepList = 64U << 20U;

/// As the kernel says, or, of a disk or an image that answers no questions, as its programs are.
std::string machine_of(const HostView& host) {
  const auto answer = host.query({{"uname", "-m"}});
  if (answer.ok() && answer->exit == 0) return std::string(trimmed(answer->out));
  const auto blob = host.open("/bin/sh");
  if (!blob.ok()) return {};
  const auto info = read_elf(**blob);
  return info.ok() ? machine_name(info->machine) : std::string();
}

/// "580.142" of the module that is loaded; empty where none is.
std::string driver_of(const HostView& host) {
  const auto text = host.read("/sys/module/nvidia/version");
  return text.ok() ? std::string(trimmed(*text)) : std::string();
}

/// The first GPU that the driver shows.
void take_gpu(const Machine& machine, AuditTarget& target, std::string& device) {
  const auto gpus = machine.gpu.list();
  if (!gpus.ok() || gpus->empty()) return;
  const Facts& fields = gpus->front().fields;
  const Fact* const capability = fields.find("compute_capability");
  if (capability && capability->value.ok())
    target.gpu.arch = capability_number(to_text(*capability->value)).value_or(0);
  const Fact* const name = fields.find("name");
  if (name && name->value.ok()) device = to_text(*name->value);
}

AuditTarget here(const Machine& machine, const GpuRules& rules) {
  AuditTarget out;
  std::string device;
  take_gpu(machine, out, device);
  out.machine = machine_of(machine.host);
  const std::string driver = driver_of(machine.host);
  if (!driver.empty()) out.gpu.driver_cuda = rules.cuda_of_driver(driver);
  if (out.gpu.driver_cuda) out.cuda = out.gpu.driver_cuda->major;
  const LoaderView loader(machine.host, machine_number(out.machine));
  out.glibc = glibc_of(machine.host, loader);
  out.system_is_seen = true;
  out.title = target_title(out, device, driver);
  return out;
}

constexpr std::string_view kColumns =
    "file\twhere\tcontainer\tkind\tarch\tcompression\tversion\tstored_bytes\tuncompressed_"
    "bytes\tnote\n";

void print_rows(const std::string& file, const GpuCode& code, const Io& io) {
  const std::string name = printable(file, PATH_MAX);
  std::string out;
  for (const GpuListRow& row : gpu_list(code)) {
    out += joined({name, row.where, row.container, row.kind, row.arch, row.packing, row.version,
                   row.stored, row.unpacked, row.note},
                  "\t");
    out += '\n';
  }
  io.print(out);
}

ArtifactOptions list_options(bool single) {
  ArtifactOptions out;
  out.with_names = true;
  if (single) {
    out.deep = ArtifactOptions::Deep::always;
    out.most = kDeepList;
  }
  return out;
}

Result<void> list_file(const HostView& host, const std::string& path, bool single, const Io& io) {
  const std::unique_ptr<Blob> blob = TRY(host.open(path));
  const Artifact artifact = TRY(read_artifact(*blob, list_options(single)));
  print_rows(path, artifact.code, io);
  return {};
}

/// Also of the environments that lie there.
std::vector<std::string> files_below(const HostView& host, const std::string& path,
                                     std::vector<AuditCause>& unread) {
  FolderFiles found = library_files(host, path, unread);
  std::vector<std::string> out = std::move(found.files);
  for (const std::string& environment : found.environments) {
    const FolderFiles inner = library_files(host, environment, unread);
    out.insert(out.end(), inner.files.begin(), inner.files.end());
  }
  return out;
}

Result<void> list_path(const HostView& host, const std::string& path, const Io& io) {
  const AuditSubject subject = TRY(subject_of(host, path));
  if (subject == AuditSubject::file) return list_file(host, path, true, io);
  if (subject == AuditSubject::wheel) {
    const std::unique_ptr<Blob> blob = TRY(host.open(path));
    return each_wheel_code(*blob, list_options(false),
                           [&](const std::string& member, const GpuCode& code) {
                             print_rows(path + "/" + member, code, io);
                           });
  }
  if (subject == AuditSubject::image)
    return Error{Error::Kind::unsupported, "--list reads files, folders and wheels, not images",
                 "gb10 audit --json IMAGE names what is in it"};
  std::vector<AuditCause> unread;
  for (const std::string& file : files_below(host, path, unread)) {
    const Result<void> done = list_file(host, file, false, io);
    if (!done.ok()) unread.push_back({"unreadable", done.error().what, file});
  }
  for (const AuditCause& each : unread)
    io.say(fmt::format("gb10: {}: {}\n", printable(each.file), each.what));
  if (unread.empty()) return {};
  return Error{Error::Kind::failed, fmt::format("{} of {} could not be read", unread.size(), path)};
}

}  // namespace

std::string working_directory() {
  std::array<char, PATH_MAX> path{};
  return ::getcwd(path.data(), path.size()) ? std::string(path.data()) : std::string("/");
}

Result<OpenMachine> audited_machine(const Arguments& arguments, const Io& io) {
  const GpuRules rules = TRY(GpuRules::built_in());
  const bool is_told_whole =
      arguments.has("--list") || rules.target(arguments.value("--target")) != nullptr;
  if (!is_told_whole || arguments.has("--root")) return open_machine(arguments, io);
  OpenMachine out;
  out.host = this_host(io);
  return out;
}

Result<AuditSetting> audit_setting(const Arguments& arguments, const OpenMachine& machine) {
  GpuRules rules = TRY(GpuRules::built_in());
  LibraryTable table = TRY(LibraryTable::built_in());
  const bool is_told_whole = rules.target(arguments.value("--target")) != nullptr;
  AuditTarget target =
      TRY(named_target(arguments.value("--target"), arguments.value("--driver"), rules,
                       is_told_whole ? AuditTarget() : here(machine.view(), rules)));
  return AuditSetting{std::move(target), std::move(rules), std::move(table),
                      arguments.has("--deep"), arguments.has("--verify")};
}

int list_gpu_code(const HostView& host, const std::vector<std::string>& paths, const Io& io) {
  io.print(kColumns);
  int code = kFine;
  for (const std::string& path : paths) {
    const Result<void> done = list_path(host, path, io);
    if (!done.ok()) code = io.fail(done.error());
  }
  return code;
}

}  // namespace gb10
