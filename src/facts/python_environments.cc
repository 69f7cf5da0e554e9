#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/paths.h"
#include "facts/python_parts.h"

namespace gb10::python {

namespace {

constexpr int kHomeDepth = 3, kOptDepth = 2;

/// Where tools keep environments inside a home, besides what a person makes in projects.
constexpr const char* kToolDirs[] = {
    ".virtualenvs",
    ".local/share/uv/tools",
    ".local/share/pipx/venvs",
    ".local/share/virtualenvs",
    ".cache/pypoetry/virtualenvs",
    ".conda/envs",
    ".pyenv/versions",
};

/// "3.12" of "python3.12", "3.13t" of "python3.13t"; empty for other names.
std::string version_of_dir(std::string_view name) {
  if (!name.starts_with("python3.")) return {};
  const std::string_view version = name.substr(6);
  std::string_view numbers = version;
  if (numbers.ends_with('t')) numbers.remove_suffix(1);
  return numbers.find_first_not_of("0123456789.") == std::string_view::npos ? std::string(version)
                                                                            : std::string();
}

/// The lib/python3.X directories below a prefix, newest first.
std::vector<std::string> library_versions(const HostView& host, const std::string& prefix) {
  std::vector<std::string> versions;
  const auto entries = host.list(prefix + "/lib");
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    const std::string version = version_of_dir(entry.name);
    if (!version.empty()) versions.push_back(version);
  }
  std::sort(versions.begin(), versions.end(), [](const std::string& a, const std::string& b) {
    return compared(Version{a}, Version{b}) > 0;
  });
  return versions;
}

std::vector<std::string> sites_below(const HostView& host, const std::string& prefix) {
  std::vector<std::string> sites;
  for (const std::string& version : library_versions(host, prefix)) {
    for (const char* const name : {"site-packages", "dist-packages"}) {
      const std::string dir = fmt::format("{}/lib/python{}/{}", prefix, version, name);
      if (host.info(dir).ok()) sites.push_back(dir);
    }
  }
  return sites;
}

/// The value of a line "key = value", in which the key may be written in capitals.
std::string setting(std::string_view text, std::string_view name) {
  for (const std::string_view line : lines(text)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || lower(trimmed(line.substr(0, equals))) != name)
      continue;
    return std::string(trimmed(line.substr(equals + 1)));
  }
  return {};
}

/// "3.12.3" of "3.12.3.final.0", as virtualenv writes it.
std::string numbers_of(std::string_view version) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(version, '.')) {
    if (parts.size() == 3 || !whole_number(part)) break;
    parts.emplace_back(part);
  }
  return joined(parts, ".");
}

void add_system_sites(const HostView& host, Environment& environment) {
  for (const Environment& system : system_environments(host)) {
    if (system.base != environment.base) continue;
    environment.sites.insert(environment.sites.end(), system.sites.begin(), system.sites.end());
  }
}

/// `sites` without those of other versions of Python: what an upgrade of the system leaves behind
/// is loaded by nobody.
std::vector<std::string> of_version(std::vector<std::string> sites, const std::string& version) {
  const auto parts = Version{version}.numbers();
  if (parts.size() < 2) return sites;
  const std::string own = fmt::format("/lib/python{}.{}", parts[0], parts[1]);
  std::erase_if(sites, [&](const std::string& site) {
    const bool is_own =
        site.find(own + "/") != std::string::npos || site.find(own + "t/") != std::string::npos;
    return site.find("/lib/python3.") != std::string::npos && !is_own;
  });
  return sites;
}

Environment venv(const HostView& host, const std::string& dir, std::string_view config) {
  Environment found{.path = dir, .kind = "venv", .version = {}, .base = {}, .sites = {}};
  const std::string version = setting(config, "version");
  found.version = numbers_of(version.empty() ? setting(config, "version_info") : version);
  const std::string home = setting(config, "home");
  if (!home.empty()) found.base = paths::parent(home);
  found.sites = of_version(sites_below(host, dir), found.version);
  if (lower(setting(config, "include-system-site-packages")) == "true") {
    add_system_sites(host, found);
  }
  return found;
}

/// Conda keeps one file per package, whose name tells the version: python-3.12.4-h1.json.
std::string conda_version(const HostView& host, const std::string& dir) {
  const auto entries = host.list(dir + "/conda-meta");
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    constexpr std::string_view kStart = "python-";
    if (!entry.name.starts_with(kStart) || entry.name.size() == kStart.size()) continue;
    const std::string rest = entry.name.substr(kStart.size());
    if (std::isdigit(static_cast<unsigned char>(rest[0])) != 0) {
      return numbers_of(rest.substr(0, rest.find('-')));
    }
  }
  return {};
}

/// The version that the name behind a python3 link tells ("python3.12").
std::string linked_version(const HostView& host, const std::string& prefix) {
  const auto real = paths::resolved(host, prefix + "/bin/python3");
  return real.ok() ? version_of_dir(paths::last(*real)) : std::string();
}

std::optional<Environment> system_below(const HostView& host, const std::string& prefix) {
  if (!host.info(prefix + "/bin/python3").ok()) return std::nullopt;
  Environment found{.path = prefix, .kind = "system", .version = {}, .base = prefix, .sites = {}};
  found.version = linked_version(host, prefix);
  found.sites = of_version(sites_below(host, prefix), found.version);
  return found;
}

void add_user_sites(const HostView& host, const std::string& home, Found& found) {
  const std::string dir = home + "/.local";
  const auto versions = library_versions(host, dir);
  if (versions.empty()) return;
  const std::string system = linked_version(host, "/usr");
  const std::string version = system.empty() ? versions[0] : system;
  const auto sites = of_version(sites_below(host, dir), version);
  if (sites.empty()) return;
  found.environments.push_back(
      {.path = dir, .kind = "user", .version = version, .base = "/usr", .sites = sites});
}

/// Directories that Conda remembers for a user.
std::vector<std::string> conda_list(const HostView& host, const std::string& home) {
  std::vector<std::string> dirs;
  const auto text = host.read(home + "/.conda/environments.txt");
  const std::string known = text.value_or(std::string());
  for (const std::string_view line : lines(known)) {
    if (trimmed(line).starts_with('/')) dirs.push_back(paths::plain(trimmed(line)));
  }
  return dirs;
}

std::vector<std::string> children(const HostView& host, const std::string& dir) {
  std::vector<std::string> dirs;
  const auto entries = host.list(dir);
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    if (entry.kind == FileKind::directory) dirs.push_back(dir + "/" + entry.name);
  }
  return dirs;
}

std::vector<std::string> candidates(const HostView& host, std::vector<std::string>& not_searched) {
  std::vector<std::string> dirs;
  for (const char* const name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const auto value = host.self().environment.find(name);
    if (value != host.self().environment.end() && value->second.starts_with('/')) {
      dirs.push_back(paths::plain(value->second));
    }
  }
  const auto add = [&](const std::vector<std::string>& more) {
    dirs.insert(dirs.end(), more.begin(), more.end());
  };
  const std::vector<std::string> all = homes(host);
  if (all.size() == kMostHomes) {
    not_searched.push_back(fmt::format("homes beyond the first {}", kMostHomes));
  }
  int budget = kMostDirectories;
  for (const std::string& home : all) {
    add(search(host, {home, kHomeDepth}, budget, not_searched));
    for (const char* const dir : kToolDirs) add(children(host, home + "/" + dir));
    add(conda_list(host, home));
  }
  int for_opt = kMostDirectories;
  add(search(host, {"/opt", kOptDepth}, for_opt, not_searched));
  return dirs;
}

/// The environment whose prefix a folder is.
Result<Environment> environment_with(const HostView& host, const std::string& dir) {
  const auto config = host.read(dir + "/pyvenv.cfg");
  if (config.ok()) return venv(host, dir, *config);
  if (config.error().kind != Error::Kind::not_found) return config.error();
  const bool conda = host.info(dir + "/conda-meta").ok();
  const auto sites = sites_below(host, dir);
  if (!conda && sites.empty()) {
    return Error{Error::Kind::not_found,
                 fmt::format("{} is no Python environment: it has no pyvenv.cfg, no conda-meta and "
                             "no lib/python3.*/site-packages",
                             dir)};
  }
  Environment found{
      .path = dir, .kind = conda ? "conda" : "system", .version = {}, .base = dir, .sites = sites};
  if (conda) found.version = conda_version(host, dir);
  if (found.version.empty()) found.version = linked_version(host, dir);
  return found;
}

/// A folder that packages were put into: the environment that it is the place of, or itself, as
/// `pip install --target` makes it.
std::optional<Environment> of_packages(const HostView& host, const std::string& dir) {
  const auto entries = host.list(dir);
  const auto all = entries.value_or(std::vector<DirEntry>());
  const bool has_packages = std::any_of(all.begin(), all.end(), [](const DirEntry& entry) {
    return entry.name.ends_with(".dist-info");
  });
  if (!has_packages) return std::nullopt;
  // <prefix>/lib/python3.12/site-packages; lib64 is a link to lib.
  const std::string real = paths::resolved(host, dir).value_or(dir);
  const std::string prefix = paths::parent(paths::parent(paths::parent(real)));
  std::vector<Environment> around = system_environments(host);
  auto own = environment_with(host, prefix);
  if (own.ok()) around.push_back(*std::move(own));
  for (const Environment& each : around) {
    if (std::find(each.sites.begin(), each.sites.end(), real) != each.sites.end()) return each;
  }
  return Environment{.path = dir,
                     .kind = "folder",
                     .version = version_of_dir(paths::last(paths::parent(real))),
                     .base = {},
                     .sites = {real}};
}

/// Folders with packages that lines of *.pth files add to sys.path, in their order; lines that
/// Python executes ("import …") are not followed.
std::vector<std::string> added_by_pth(const HostView& host, const std::string& site) {
  std::vector<std::string> out;
  const auto entries = host.list(site);
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    if (!entry.name.ends_with(".pth")) continue;
    const std::string text = host.read(site + "/" + entry.name).value_or(std::string());
    for (const std::string_view line : lines(text)) {
      const std::string_view name = trimmed(line);
      if (name.empty() || name.starts_with('#') || name.starts_with("import")) continue;
      const std::string dir = paths::plain(
          name.starts_with('/') ? std::string(name) : fmt::format("{}/{}", site, name));
      const auto inside = host.list(dir);
      const auto all = inside.value_or(std::vector<DirEntry>());
      if (std::any_of(all.begin(), all.end(), [](const DirEntry& each) {
            return each.name.ends_with(".dist-info") || each.name.ends_with(".egg-info");
          }))
        out.push_back(dir);
    }
  }
  return out;
}

/// Behind each of its places those that it adds.
Environment with_added(const HostView& host, Environment environment) {
  std::vector<std::string> sites;
  const auto add = [&](const std::string& site) {
    if (std::find(sites.begin(), sites.end(), site) == sites.end()) sites.push_back(site);
  };
  for (const std::string& site : environment.sites) {
    add(site);
    for (const std::string& added : added_by_pth(host, site)) add(added);
  }
  environment.sites = std::move(sites);
  return environment;
}

}  // namespace

Result<Environment> environment_in(const HostView& host, const std::string& dir) {
  auto found = environment_with(host, dir);
  if (found.ok()) return with_added(host, *std::move(found));
  if (found.error().kind != Error::Kind::not_found) return found;
  if (auto packages = of_packages(host, dir)) return *packages;
  // <prefix>/lib and <prefix>/lib/python3.12 are parts of it.
  std::string prefix;
  const std::string name = paths::last(dir);
  if (name == "lib" || name == "lib64") prefix = paths::parent(dir);
  if (!version_of_dir(name).empty()) prefix = paths::parent(paths::parent(dir));
  const bool is_part = !prefix.empty() && (host.info(prefix + "/pyvenv.cfg").ok() ||
                                           host.info(prefix + "/conda-meta").ok());
  if (!is_part) return found;
  const Environment whole = TRY(environment_with(host, prefix));
  return with_added(host, whole);
}

std::vector<Environment> system_environments(const HostView& host) {
  std::vector<Environment> found;
  auto local = system_below(host, "/usr/local");
  if (auto system = system_below(host, "/usr")) {
    // Debian's interpreter also looks where its administrator installs, and in one directory for
    // all versions.
    for (const std::string& site : of_version(sites_below(host, "/usr/local"), system->version)) {
      if (site.ends_with("dist-packages")) system->sites.insert(system->sites.begin(), site);
    }
    if (host.info("/usr/lib/python3/dist-packages").ok()) {
      system->sites.emplace_back("/usr/lib/python3/dist-packages");
    }
    found.push_back(*system);
  }
  if (local) found.push_back(*local);
  return found;
}

Result<std::vector<std::string>> interpreters(const HostView& host) {
  std::vector<std::string> found;
  for (const char* const dir : {"/usr/bin", "/usr/local/bin"}) {
    const auto entries = host.list(dir);
    if (!entries.ok() && entries.error().kind != Error::Kind::not_found) return entries.error();
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      const bool own = entry.name == "python3" && entry.kind != FileKind::link;
      if (own || !version_of_dir(entry.name).empty())
        found.push_back(fmt::format("{}/{}", dir, entry.name));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

Found environments(const HostView& host, const CollectOptions& options) {
  Found found;
  std::set<std::string> seen;
  for (Environment& system : system_environments(host)) {
    seen.insert(system.path);
    found.environments.push_back(std::move(system));
  }
  const auto take = [&](const std::string& dir) -> std::optional<Error> {
    if (!seen.insert(paths::resolved(host, dir).value_or(dir)).second) return std::nullopt;
    const auto environment = environment_in(host, dir);
    if (!environment.ok()) return environment.error();
    found.environments.push_back(*environment);
    return std::nullopt;
  };
  for (const std::string& dir : options.environments) {
    if (const auto wrong = take(paths::plain(dir))) found.wrong.emplace_back(dir, *wrong);
  }
  // What turns up in the search may vanish or be closed to us: then it is none.
  for (const std::string& dir : candidates(host, found.not_searched)) take(dir);
  for (const std::string& home : homes(host)) add_user_sites(host, home, found);
  return found;
}

}  // namespace gb10::python
