#include "facts/os.h"

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {

namespace {

constexpr FactSpec kSpecs[] = {
    {"os.name", Type::text, Unit::none, "name of the system"},
    {"os.id", Type::text, Unit::none, "id of the distribution"},
    {"os.version_id", Type::version, Unit::none, "version of the distribution"},
    {"os.dgx_version", Type::version, Unit::none, "DGX OS version after the last update"},
    {"os.dgx_name", Type::text, Unit::none, "name that DGX OS gives the machine"},
    {"os.ota_history", Type::list, Unit::none, "DGX OS updates with their dates"},
    {"os.kernel", Type::version, Unit::none, "running kernel"},
    {"os.command_line", Type::text, Unit::none, "kernel command line"},
    {"os.options", Type::list, Unit::none, "words of the kernel command line"},
    {"os.uptime", Type::quantity, Unit::seconds, "time since the last boot"},
    {"os.secure_boot", Type::boolean, Unit::none, "whether Secure Boot is on"},
    {"os.installed_kernels", Type::list, Unit::none, "kernels in /boot"},
    {"os.kernels_without_initrd", Type::list, Unit::none, "kernels that lack their initrd"},
    {"os.reboot_required", Type::boolean, Unit::none, "whether an update waits for a reboot"},
    {"os.apt_sources_problems", Type::list, Unit::none, "faults in the package sources"},
    {"os.locale_messages", Type::text, Unit::none, "system-wide language of messages"},
    {"os.remove_ipc", Type::boolean, Unit::none, "whether logind removes IPC at logout"},
    {"os.lingering_users", Type::list, Unit::none, "users whose session stays after logout"},
    {"os.user_in_docker_group", Type::boolean, Unit::none, "whether the user may use docker"},
    {"os.user_in_sudo_group", Type::boolean, Unit::none, "whether the user may use sudo"},
    {"os.old_tuning_scripts", Type::list, Unit::none, "files that older tuning scripts left"},
    {"os.nvsm_installed", Type::boolean, Unit::none, "whether the package nvsm is installed"},
    {"os.mlnx_fw_updater_installed", Type::boolean, Unit::none,
     "whether the package mlnx-fw-updater is installed"},
    {"os.cuda_toolkit_package", Type::version, Unit::none,
     "version of the distribution's package nvidia-cuda-toolkit"},
    {"os.libavutil", Type::list, Unit::none, "FFmpeg's libavutil libraries found"},
    {"os.python_headers", Type::boolean, Unit::none, "whether the system Python has its headers"},
    {"os.packages_half_installed", Type::list, Unit::none,
     "driver, kernel, CUDA and firmware packages that are not fully installed"},
};

void collect(const Machine& machine, const CollectOptions&, Facts& facts) {
  os::collect_release(machine.host, facts);
  os::collect_boot(machine.host, facts);
  os::collect_sessions(machine.host, facts);
  os::collect_packages(machine.host, facts);
  os::collect_leftovers(machine.host, facts);
  os::collect_apt(machine.host, facts);
}

/// The file that says which distribution this is; the second place is for systems without /etc.
Result<std::string> os_release(const HostView& host) {
  auto text = host.read("/etc/os-release");
  return text.ok() ? text : host.read("/usr/lib/os-release");
}

void put_distribution(const HostView& host, Facts& facts) {
  const std::string source = "/etc/os-release";
  const auto release = os_release(host).map(assignments);
  const auto field = [&](std::string_view name) -> Result<std::string> {
    if (!release.ok()) return release.error();
    if (const auto value = last_of(*release, name)) return *value;
    return Error{Error::Kind::not_found, fmt::format("{} has no {}", source, name)};
  };
  facts.put("os.name", as_value(field("PRETTY_NAME")), source);
  facts.put("os.id", as_value(field("ID")), source);
  facts.put("os.version_id",
            field("VERSION_ID").map([](const std::string& v) { return Value(Version{v}); }),
            source);
}

/// "7.3.1 (Wed Nov 19 05:05:30 PM CET 2025)" for each update. A line with the version opens an
/// entry, the line with the date belongs to the one before.
std::vector<std::string> updates(const Assignments& release) {
  std::vector<std::string> history;
  for (const auto& [name, value] : release) {
    if (name == "DGX_OTA_VERSION") history.push_back(value);
    if (name == "DGX_OTA_DATE" && !history.empty()) history.back() += fmt::format(" ({})", value);
  }
  return history;
}

/// A factory image has only DGX_SWBUILD_VERSION; every update adds a DGX_OTA_VERSION, and the last
/// one counts.
Result<Value> dgx_version(const Assignments& release) {
  for (const std::string_view name : {"DGX_OTA_VERSION", "DGX_SWBUILD_VERSION"}) {
    if (const auto version = last_of(release, name)) return Value(Version{*version});
  }
  return Error{Error::Kind::not_found, "/etc/dgx-release has no version"};
}

Result<Value> dgx_name(const Assignments& release) {
  if (const auto name = last_of(release, "DGX_NAME")) return Value(*name);
  return Error{Error::Kind::not_found, "/etc/dgx-release has no DGX_NAME"};
}

void put_dgx(const HostView& host, Facts& facts) {
  const std::string source = "/etc/dgx-release";
  auto text = host.read(source);
  if (!text.ok()) {
    Error why = text.error();
    if (why.kind == Error::Kind::not_found) why.what = "this is not DGX OS (no /etc/dgx-release)";
    for (const char* name : {"os.dgx_version", "os.dgx_name", "os.ota_history"}) {
      facts.unknown(name, why, source);
    }
    return;
  }
  const Assignments release = assignments(*text);
  facts.put("os.dgx_version", dgx_version(release), source);
  facts.put("os.dgx_name", dgx_name(release), source);
  facts.set("os.ota_history", updates(release), source);
}

/// Trees of a disk have no /proc/sys; /proc/version, where it was saved, has the name as its third
/// word.
Result<Value> kernel(const HostView& host) {
  const auto release = ask::text(host, "/proc/sys/kernel/osrelease");
  if (release.ok() && !release->empty()) return Value(Version{printable(*release)});
  const auto version = host.read("/proc/version");
  const auto parts = words(version.ok() ? *version : std::string());
  if (parts.size() > 2) return Value(Version{printable(parts[2])});
  return release.ok() ? nonsense("/proc/sys/kernel/osrelease", *release) : release.error();
}

Result<Value> uptime(const HostView& host) {
  const std::string text = TRY(ask::text(host, "/proc/uptime"));
  const auto parts = words(text);
  const auto length = parts.empty() ? std::nullopt : decimal_number(parts[0]);
  if (!length) return nonsense("/proc/uptime", text);
  return Value(seconds(*length));
}

}  // namespace

namespace os {

std::vector<std::string> option_words(std::string_view command_line) {
  std::vector<std::string> options;
  std::string word;
  bool quoted = false;
  for (const char c : command_line) {
    if (c == '"') quoted = !quoted;
    const bool blank = !quoted && (c == ' ' || c == '\t' || c == '\n');
    if (!blank) word += c;
    if (blank && !word.empty()) options.push_back(std::exchange(word, {}));
  }
  if (!word.empty()) options.push_back(word);
  for (std::string& option : options) option = printable(option);
  return options;
}

void collect_release(const HostView& host, Facts& facts) {
  put_distribution(host, facts);
  put_dgx(host, facts);
  facts.put("os.kernel", kernel(host), "/proc/sys/kernel/osrelease");
  facts.put("os.uptime", uptime(host), "/proc/uptime");
  const std::string source = "/proc/cmdline";
  facts.put("os.command_line", text_value(host, source), source);
  facts.put("os.options", as_value(host.read(source).map(option_words)), source);
}

}  // namespace os

Topic os_topic() { return {"os", "the operating system", kSpecs, nullptr, collect}; }

}  // namespace gb10
