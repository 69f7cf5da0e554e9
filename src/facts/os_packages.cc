#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/os.h"
#include "facts/value.h"

namespace gb10::os {

namespace {

/// Packages whose halves break a machine: driver, kernel, CUDA, firmware.
bool is_critical(std::string_view name) {
  for (const std::string_view prefix : {"linux-", "fwupd", "libfwupd", "dgx-"}) {
    if (name.starts_with(prefix)) return true;
  }
  return name.find("nvidia") != std::string_view::npos ||
         name.find("cuda") != std::string_view::npos;
}

bool is_notable(std::string_view name) {
  return name == "nvsm" || name == "mlnx-fw-updater" || is_critical(name);
}

/// The stanza that begins at `at`, up to the empty line.
std::string_view stanza_at(std::string_view status, std::size_t at) {
  return status.substr(at, status.find("\n\n", at) - at);
}

Package package_of(std::string_view stanza, std::string_view name) {
  Package package{std::string(name), {}, {}, {}};
  const auto status = words(value_of(stanza, "Status").value_or(std::string_view()));
  if (status.size() == 3) {
    package.flag = status[1];
    package.state = status[2];
  }
  const std::string_view version = value_of(stanza, "Version").value_or(std::string_view());
  package.version = printable(version.substr(version.find(':') + 1));
  return package;
}

bool is_installed(const Package& package) {
  return package.state != "not-installed" && package.state != "config-files";
}

/// Waiting triggers are unfinished work of other packages: this one is unpacked and configured.
bool is_half(const Package& package) {
  const bool whole = package.state == "installed" || package.state.starts_with("triggers-");
  return is_installed(package) && (!whole || package.flag != "ok");
}

const Package* installed(const std::vector<Package>& packages, std::string_view name) {
  const auto at = std::find_if(packages.begin(), packages.end(), [&](const Package& package) {
    return package.name == name && is_installed(package);
  });
  return at == packages.end() ? nullptr : &*at;
}

void put_packages(const std::vector<Package>& packages, const std::string& source, Facts& facts) {
  facts.set("os.nvsm_installed", installed(packages, "nvsm") != nullptr, source);
  facts.set("os.mlnx_fw_updater_installed", installed(packages, "mlnx-fw-updater") != nullptr,
            source);
  const Package* const toolkit = installed(packages, "nvidia-cuda-toolkit");
  facts.put("os.cuda_toolkit_package",
            toolkit ? Result<Value>(Value(Version{toolkit->version}))
                    : Error{Error::Kind::not_found, "nvidia-cuda-toolkit is not installed"},
            source);
  std::vector<std::string> half;
  for (const Package& package : packages) {
    if (!is_critical(package.name) || !is_half(package)) continue;
    const std::string flag = package.flag == "ok" ? "" : ", " + package.flag;
    half.push_back(fmt::format("{} {}: {}{}", package.name, package.version, package.state, flag));
  }
  facts.set("os.packages_half_installed", half, source);
}

/// Sonames of FFmpeg 4 (56) to 8 (60), with one on each side. A directory of libraries has
/// thousands of names, so we ask for these.
void put_libavutil(const HostView& host, Facts& facts) {
  constexpr std::string_view kDirs[] = {"/usr/lib/aarch64-linux-gnu", "/usr/lib/x86_64-linux-gnu",
                                        "/usr/local/lib", "/usr/lib"};
  std::vector<std::string> found;
  for (int soname = 55; soname <= 61; ++soname) {
    const std::string name = fmt::format("libavutil.so.{}", soname);
    for (const std::string_view dir : kDirs) {
      if (!host.info(fmt::format("{}/{}", dir, name)).ok()) continue;
      found.push_back(name);
      break;
    }
  }
  facts.set("os.libavutil", found, "library directories");
}

/// /usr/bin/python3 is a link to the system's own Python ("python3.12").
Result<Value> python_headers(const HostView& host) {
  const std::string python = TRY(ask::link_name(host, "/usr/bin/python3"));
  return as_value(ask::exists(host, fmt::format("/usr/include/{}/Python.h", python)));
}

}  // namespace

std::vector<Package> notable_packages(std::string_view status) {
  constexpr std::string_view kHead = "Package: ";
  std::vector<Package> packages;
  for (std::size_t at = 0; (at = status.find(kHead, at)) != std::string_view::npos; ++at) {
    if (at != 0 && status[at - 1] != '\n') continue;
    const std::size_t begin = at + kHead.size();
    const std::string_view name = trimmed(status.substr(begin, status.find('\n', begin) - begin));
    if (is_notable(name)) packages.push_back(package_of(stanza_at(status, at), name));
  }
  return packages;
}

void collect_packages(const HostView& host, Facts& facts) {
  const std::string source(ask::kPackageStatus);
  const auto status = host.read(source);
  if (status.ok()) {
    put_packages(notable_packages(*status), source, facts);
  } else {
    for (const char* name : {"os.nvsm_installed", "os.mlnx_fw_updater_installed",
                             "os.cuda_toolkit_package", "os.packages_half_installed"}) {
      facts.unknown(name, status.error(), source);
    }
  }
  put_libavutil(host, facts);
  facts.put("os.python_headers", python_headers(host), "/usr/include");
}

namespace {

/// What an older tuning script leaves behind: a file, and what one of its lines has to hold where
/// the file alone proves nothing.
struct Leftover {
  std::string_view path, line, also = "";
};
constexpr Leftover kLeftovers[] = {
    {"/etc/systemd/system/dgx-optimize.service", ""},
    {"/opt/dgx-optimize", ""},
    {"/etc/sysctl.d/99-dgx-performance.conf", ""},
    {"/etc/udev/rules.d/60-dgx-io-performance.rules", ""},
    {"/etc/rc.local", "transparent_hugepage", "always"},
    {"/etc/modprobe.d/zfs.conf", "zfs_arc_meta_limit"},
};

bool is_left(const HostView& host, const Leftover& leftover) {
  if (leftover.line.empty()) return host.info(leftover.path).ok();
  const auto text = host.read(leftover.path);
  const std::string all = text.value_or(std::string());
  for (const std::string_view line : lines(all)) {
    const bool commented = trimmed(line).starts_with('#');
    if (!commented && line.find(leftover.line) != std::string_view::npos &&
        line.find(leftover.also) != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

void collect_leftovers(const HostView& host, Facts& facts) {
  std::vector<std::string> found;
  for (const Leftover& leftover : kLeftovers) {
    if (is_left(host, leftover)) found.emplace_back(leftover.path);
  }
  facts.set("os.old_tuning_scripts", found, "known paths");
}

}  // namespace gb10::os
