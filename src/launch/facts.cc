#include "launch/facts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/compiler.h"
#include "facts/cuda_parts.h"
#include "facts/identity.h"
#include "facts/meminfo.h"
#include "facts/paths.h"
#include "facts/steering.h"

namespace gb10 {

namespace {

constexpr const char* kShell = "this shell";
constexpr const char* kOnline = "/sys/devices/system/cpu/online";

constexpr FactSpec kSpecs[] = {
    {"launch.ptxas", Type::text, Unit::none, "an assembler on this machine that knows sm_121a"},
    {"launch.ptxas_version", Type::version, Unit::none, "its version"},
    {"launch.toolkit", Type::text, Unit::none, "the CUDA toolkit that builds would use"},
    {"launch.nvcc", Type::version, Unit::none, "the version of its compiler"},
    {"launch.flash_attn_missing", Type::list, Unit::none,
     "CUDA 12 libraries that flash-attn needs and nobody has"},
    {"launch.cache", Type::text, Unit::none, "the caller's folder for caches"},
    {"launch.memory_available", Type::quantity, Unit::bytes, "memory that programs can get now"},
    {"launch.cores", Type::integer, Unit::none, "CPUs that are on"},
    {"launch.jobs", Type::integer, Unit::none, "compilers that have room side by side"},
    {"launch.jobs_reason", Type::text, Unit::none, "why so many"},
};

void set_identity(const HostView& host, Facts& facts) {
  const auto answer = is_gb10(signals_of(host));
  if (answer) return facts.set("identity.gb10", *answer, "PCI, CPU, DMI");
  facts.unknown(
      "identity.gb10",
      {Error::Kind::failed, "neither the PCI bus nor the DMI tables tell whether this is a GB10"},
      "PCI, CPU, DMI");
}

void set_variables(const HostView& host, const std::set<std::string>& wanted, Facts& facts) {
  std::int64_t count = 0;
  for (const auto& [name, value] : host.self().environment) {
    if (!is_steering_variable(name) && wanted.count(name) == 0) continue;
    facts.set(key("env", name, "value"), printable(value), kShell);
    ++count;
  }
  facts.set("env.set", count, kShell);
}

std::optional<std::string> variable(const HostView& host, std::string_view name) {
  const auto& all = host.self().environment;
  const auto found = all.find(name);
  if (found == all.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

void set_cache(const HostView& host, Facts& facts) {
  auto dir = variable(host, "XDG_CACHE_HOME");
  if (!dir && variable(host, "HOME")) dir = *variable(host, "HOME") + "/.cache";
  if (dir && dir->starts_with('/')) return facts.set("launch.cache", *dir, kShell);
  facts.unknown("launch.cache", {Error::Kind::not_recorded, "HOME is not set"}, kShell);
}

const Version* version_of(const Facts& facts, const std::string& dir, const char* tool) {
  return facts.known<Version>(key("toolkit", dir, tool));
}

/// The toolkits, that behind /usr/local/cuda first, then the newest.
std::vector<std::string> in_order(std::vector<std::string> dirs, const Facts& facts,
                                  const char* tool) {
  const std::string* const standard = facts.known<std::string>("cuda.default_path");
  std::erase_if(dirs, [&](const std::string& dir) { return !version_of(facts, dir, tool); });
  std::stable_sort(dirs.begin(), dirs.end(), [&](const std::string& a, const std::string& b) {
    const bool first = standard && a == *standard, second = standard && b == *standard;
    if (first != second) return first;
    return compared(*version_of(facts, a, tool), *version_of(facts, b, tool)) > 0;
  });
  return dirs;
}

/// The path to print: the owner's /usr/local/cuda outlives an upgrade of the toolkit.
std::string lasting(const Facts& facts, const std::string& dir) {
  const std::string* const standard = facts.known<std::string>("cuda.default_path");
  return standard && *standard == dir ? "/usr/local/cuda" : dir;
}

/// sm_121a is known from 12.9 on.
bool knows_gb10(const Version& version) { return compared(version, Version{"12.9"}) >= 0; }

/// The assembler that NVIDIA's wheels bring, where the environment has it.
std::optional<std::pair<std::string, Version>> of_wheels(
    const HostView& host, const std::optional<python::Environment>& environment) {
  if (!environment) return std::nullopt;
  for (const std::string& site : environment->sites) {
    for (const char* const dir : {"cu13", "cuda_nvcc"}) {
      const std::string file = fmt::format("{}/nvidia/{}/bin/ptxas", site, dir);
      const auto version = compiler_version(host, file);
      if (version.ok() && knows_gb10(Version{*version})) return {{file, Version{*version}}};
    }
  }
  return std::nullopt;
}

void set_ptxas(const std::vector<std::string>& dirs,
               const std::optional<std::pair<std::string, Version>>& wheel, Facts& facts) {
  for (const std::string& dir : in_order(dirs, facts, "ptxas")) {
    const Version version = *version_of(facts, dir, "ptxas");
    if (!knows_gb10(version)) continue;
    const std::string path = lasting(facts, dir) + "/bin/ptxas";
    facts.set("launch.ptxas", path, path);
    return facts.set("launch.ptxas_version", version, path);
  }
  if (wheel) {
    facts.set("launch.ptxas", wheel->first, wheel->first);
    return facts.set("launch.ptxas_version", wheel->second, wheel->first);
  }
  const Error none{Error::Kind::not_found, "no CUDA toolkit here has a ptxas of 12.9 or later"};
  facts.unknown("launch.ptxas", none, "/usr/local");
  facts.unknown("launch.ptxas_version", none, "/usr/local");
}

/// The caller's own CUDA_HOME goes before all others.
void set_toolkit(const HostView& host, const std::vector<std::string>& dirs, Facts& facts) {
  std::string dir, shown;
  if (const auto home = variable(host, "CUDA_HOME"); home && home->starts_with('/')) {
    dir = paths::resolved(host, *home).value_or(*home);
    shown = *home;
  }
  if (!version_of(facts, dir, "nvcc")) {
    const auto all = in_order(dirs, facts, "nvcc");
    dir = all.empty() ? std::string() : all.front();
    shown = lasting(facts, dir);
  }
  const Version* const version = version_of(facts, dir, "nvcc");
  if (version) {
    facts.set("launch.toolkit", shown, shown);
    return facts.set("launch.nvcc", *version, shown + "/bin/nvcc");
  }
  const Error none{Error::Kind::not_found, "no CUDA toolkit with an nvcc was found"};
  facts.unknown("launch.toolkit", none, "/usr/local");
  facts.unknown("launch.nvcc", none, "/usr/local");
}

void set_toolkits(const HostView& host, const std::optional<python::Environment>& environment,
                  Facts& facts) {
  const auto dirs = cuda_parts::toolkit_dirs(host);
  cuda_parts::collect_toolkits(host, dirs, facts);
  cuda_parts::collect_path(host, dirs, facts);
  set_ptxas(dirs, of_wheels(host, environment), facts);
  set_toolkit(host, dirs, facts);
}

void set_memory(const HostView& host, Facts& facts) {
  constexpr const char* kFile = "/proc/meminfo";
  const auto text = host.read(kFile);
  const auto values = meminfo(text.value_or(std::string()));
  const auto available = values.find("MemAvailable");
  if (available != values.end())
    return facts.set("launch.memory_available", bytes(static_cast<double>(available->second)),
                     kFile);
  facts.unknown(
      "launch.memory_available",
      text.ok() ? Error{Error::Kind::failed, "/proc/meminfo names no MemAvailable"} : text.error(),
      kFile);
}

/// "0-3,8" is 5.
std::optional<std::int64_t> count_of(std::string_view list) {
  std::int64_t count = 0;
  for (const std::string_view part : split(trimmed(list), ',')) {
    const auto ends = split(part, '-');
    const auto first = whole_number(ends.front()), last = whole_number(ends.back());
    if (ends.size() > 2 || !first || !last || *last < *first) return std::nullopt;
    count += *last - *first + 1;
  }
  return count;
}

void set_cores(const HostView& host, Facts& facts) {
  const auto text = host.read(kOnline);
  const auto count = text.ok() ? count_of(*text) : std::nullopt;
  if (count) return facts.set("launch.cores", *count, kOnline);
  facts.unknown("launch.cores",
                text.ok() ? Error{Error::Kind::failed, "it is no list of CPUs"} : text.error(),
                kOnline);
}

/// What flash-attn wants of CUDA 12. Other packages' libraries are not looked at: that takes longer
/// than a launch may.
void set_flash_attn(const HostView& host, python::Packages packages, const std::string& torch_cuda,
                    Facts& facts) {
  constexpr const char* kKey = "launch.flash_attn_missing";
  const std::string source = "ELF headers of flash-attn";
  if (!python::find(packages, "flash_attn")) return;
  std::erase_if(packages.all, [](const python::Package& package) {
    return !package.name.starts_with("nvidia_") && package.name != "flash_attn";
  });
  const auto table = LibraryTable::built_in();
  if (!table.ok()) return facts.unknown(kKey, table.error(), source);
  const auto machine = ask::printed(host, {{"uname", "-m"}});
  const std::string cpu(trimmed(machine.value_or(std::string())));
  const auto provided = python::machine_libraries(host, *table);
  const auto found = python::libraries(host, packages, {cpu, torch_cuda, provided, *table});
  if (found.missing_cuda12.empty() && found.unread > 0)
    return facts.unknown(kKey, {Error::Kind::failed, "flash-attn's libraries cannot be read"},
                         source);
  facts.set(kKey, found.missing_cuda12, source);
}

bool wants_toolkits(const std::string& path, std::string_view profile, const Facts& facts) {
  if (profile == "build") return true;
  const std::string instance = ask::instance(path);
  return facts.find(key("python", instance, "triton")) &&
         !facts.find(key("python", instance, "triton_ptxas_blackwell"));
}

}  // namespace

Facts launch_facts(const HostView& host, const std::optional<python::Environment>& environment,
                   std::string_view profile, const std::set<std::string>& variables) {
  Facts facts;
  set_identity(host, facts);
  set_variables(host, variables, facts);
  set_cache(host, facts);
  facts.set("python.environments", std::int64_t{environment ? 1 : 0}, "the environment itself");
  if (environment) {
    const python::Packages packages = python::packages(host, *environment);
    const std::string cuda = python::set_versions(host, *environment, packages, facts);
    set_flash_attn(host, packages, cuda, facts);
  }
  if (wants_toolkits(environment ? environment->path : "", profile, facts))
    set_toolkits(host, environment, facts);
  if (profile == "build") {
    set_memory(host, facts);
    set_cores(host, facts);
  }
  return facts;
}

const FactSpec* launch_spec(std::string_view fact) {
  const std::string key = replaced(fact, "[*]", "[x]");
  for (const FactSpec& spec : kSpecs) {
    if (fits(spec.pattern, key)) return &spec;
  }
  return spec_of(key);
}

}  // namespace gb10
