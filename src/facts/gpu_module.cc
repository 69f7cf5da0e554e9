#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/gpu_parts.h"
#include "facts/libraries.h"
#include "facts/paths.h"
#include "facts/value.h"

namespace gb10::gpu_parts {

namespace {

constexpr const char* kVersionFile = "/proc/driver/nvidia/version";
constexpr const char* kModuleDir = "/sys/module/nvidia";
constexpr const char* kFirmwareDir = "/lib/firmware/nvidia";

/// True for "580.142" and "610.57.04"; false for "x86_64", "580" and "12:04:11".
bool is_version(std::string_view word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0 &&
         word.find('.') != std::string_view::npos &&
         word.find_first_not_of("0123456789.") == std::string_view::npos;
}

Result<LoadedModule> read_module(const HostView& host) {
  const std::string text = TRY(host.read(kVersionFile));
  if (auto found = loaded_module(text)) return *found;
  return nonsense(kVersionFile, text);
}

void collect_loaded(const HostView& host, Facts& facts) {
  const auto module = read_module(host);
  const auto from_sysfs = ask::text(host, std::string(kModuleDir) + "/version");
  if (module.ok()) {
    facts.set("gpu.kernel_module", Version{module->version}, kVersionFile);
    facts.set("gpu.module_flavour", module->flavour, kVersionFile);
  } else {
    facts.put("gpu.kernel_module",
              from_sysfs.ok() ? Result<Value>(Version{*from_sysfs}) : module.error(),
              from_sysfs.ok() ? std::string(kModuleDir) + "/version" : kVersionFile);
    facts.unknown("gpu.module_flavour", module.error(), kVersionFile);
  }
  if (module.ok() || from_sysfs.ok()) {
    facts.set("gpu.module_loaded", true, module.ok() ? kVersionFile : kModuleDir);
  } else {
    facts.put("gpu.module_loaded", as_value(ask::exists(host, kModuleDir)), kModuleDir);
  }
}

/// The version that the files of the driver's libraries carry. Several may lie there after an
/// update; the one that programs load is where libnvidia-ml.so.1 leads.
void collect_userland(const HostView& host, Facts& facts) {
  std::optional<Version> newest;
  std::string source = "libnvidia-ml.so.* in the library directories";
  for (const std::string& dir : libraries::loader_dirs(host)) {
    const auto entries = host.list(dir);
    if (!entries.ok()) continue;
    const auto real = paths::resolved(host, dir + "/libnvidia-ml.so.1");
    for (const DirEntry& entry : *entries) {
      const auto library = libraries::named(entry.name);
      if (!library || library->name != "libnvidia-ml" || !is_version(library->version)) continue;
      const Version version{library->version};
      const bool taken = real.ok() && paths::last(*real) == entry.name;
      if (!taken && newest && compared(version, *newest) <= 0) continue;
      newest = version;
      source = dir + "/" + entry.name;
      if (taken) return facts.set("gpu.userland", version, source);
    }
  }
  if (newest) return facts.set("gpu.userland", *newest, source);
  facts.unknown("gpu.userland", {Error::Kind::not_found, "no libnvidia-ml.so with a version"},
                source);
}

/// The names in `dir` that `keep` takes; an empty list where there is no such directory.
template <class Keep>
Result<Value> names_in(const HostView& host, const char* dir, Keep keep) {
  std::vector<std::string> names;
  const auto entries = host.list(dir);
  if (!entries.ok() && entries.error().kind != Error::Kind::not_found) return entries.error();
  if (!entries.ok()) return Value(names);
  for (const DirEntry& entry : *entries) {
    if (keep(entry.name)) names.push_back(entry.name);
  }
  return Value(names);
}

/// The directory also holds firmware of the kernel's own driver, under names of chips.
void collect_firmware(const HostView& host, Facts& facts) {
  facts.put("gpu.gsp_firmware", names_in(host, kFirmwareDir, is_version), kFirmwareDir);
}

void collect_nodes(const HostView& host, Facts& facts) {
  auto names =
      names_in(host, "/dev", [](std::string_view name) { return name.starts_with("nvidia"); });
  if (names.ok()) {
    for (std::string& name : std::get<std::vector<std::string>>(*names)) name = "/dev/" + name;
  }
  facts.put("gpu.device_nodes", std::move(names), "/dev");
}

Result<Value> module_on_disk(const HostView& host) {
  const std::string printed = TRY(ask::printed(host, module_question()));
  const std::string_view version = trimmed(printed);
  if (is_version(version)) return Value(Version{std::string(version)});
  return nonsense("modinfo -F version nvidia", printed);
}

}  // namespace

std::optional<LoadedModule> loaded_module(std::string_view text) {
  for (const std::string_view line : lines(text)) {
    // "NVRM version: …" up to 580; newer tools call the kernel's part KMD.
    const std::string low = lower(line);
    if (low.find("nvrm version") == std::string::npos &&
        low.find("kmd version") == std::string::npos) {
      continue;
    }
    const auto parts = words(line);
    const auto version = std::find_if(parts.begin(), parts.end(), is_version);
    if (version == parts.end()) continue;
    const bool open = low.find("open kernel") != std::string::npos ||
                      lower(text).find("open kernel module") != std::string::npos;
    return LoadedModule{std::string(*version), open ? "open" : "proprietary"};
  }
  return std::nullopt;
}

Command module_question() { return {{"modinfo", "-F", "version", "nvidia"}}; }

void collect_module(const HostView& host, Facts& facts) {
  collect_loaded(host, facts);
  collect_userland(host, facts);
  facts.put("gpu.module_on_disk", module_on_disk(host), "modinfo -F version nvidia");
  collect_firmware(host, facts);
  collect_nodes(host, facts);
}

}  // namespace gb10::gpu_parts
