#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "base/blob.h"
#include "base/text.h"
#include "facts/python_parts.h"

namespace gb10::python {

namespace {

constexpr std::uint64_t kHead = 4096;

/// Package names are compared without case and with "-", "_" and "." as one.
std::string plain_name(std::string_view name) {
  std::string out;
  for (const char c : lower(name)) {
    const bool separator = c == '-' || c == '.' || c == '_';
    if (separator && !out.empty() && out.back() == '_') continue;
    out.push_back(separator ? '_' : c);
  }
  return out;
}

/// Name and version as the name of a .dist-info or .egg-info tells them.
Package named(std::string_view stem, bool egg) {
  // "numpy-1.26.4-py3.12": the Python of an egg stands behind the version.
  if (egg) stem = stem.substr(0, stem.rfind("-py3"));
  const std::size_t dash = stem.rfind('-');
  const bool versioned = dash != std::string_view::npos && dash + 1 < stem.size() &&
                         std::isdigit(static_cast<unsigned char>(stem[dash + 1])) != 0;
  if (!versioned) return {.name = plain_name(stem), .version = {}, .info = {}, .site = {}};
  return {.name = plain_name(stem.substr(0, dash)),
          .version = std::string(stem.substr(dash + 1)),
          .info = {},
          .site = {}};
}

/// The first bytes of a METADATA file: name and version stand at its top, and the rest may be long.
std::string head(const HostView& host, const std::string& file) {
  const auto blob = host.open(file);
  if (!blob.ok()) return {};
  return bytes_at(**blob, 0, std::min(kHead, (*blob)->size())).value_or(std::string());
}

void complete(const HostView& host, Package& package) {
  if (!package.version.empty()) return;
  const bool egg = package.info.ends_with(".egg-info");
  const std::string text = head(host, package.info + (egg ? "/PKG-INFO" : "/METADATA"));
  if (const auto version = value_of(text, "Version")) package.version = std::string(*version);
}

/// What is wrong with a wheel's record; empty when nothing is. Debian and Conda leave files out on
/// purpose, so that only what pip and uv installed is looked at.
std::string damage(const HostView& host, const Package& package) {
  const auto metadata = host.info(package.info + "/METADATA");
  if (!metadata.ok()) return "no METADATA";
  if (metadata->size == 0) return "METADATA is empty";
  return host.info(package.info + "/RECORD").ok() ? std::string() : "no RECORD";
}

std::optional<Package> package_of(const DirEntry& entry, const std::string& site) {
  for (const std::string_view ending : {".dist-info", ".egg-info"}) {
    if (!entry.name.ends_with(ending) || entry.name.size() == ending.size()) continue;
    const std::string_view name = entry.name;
    Package package = named(name.substr(0, name.size() - ending.size()), ending == ".egg-info");
    package.info = site + "/" + entry.name;
    package.site = site;
    return package;
  }
  return std::nullopt;
}

std::string shown(const Package& package) {
  return package.version.empty() ? package.name
                                 : fmt::format("{} {}", package.name, package.version);
}

void read_site(const HostView& host, const Environment& environment, const std::string& site,
               Packages& into) {
  const auto entries = host.list(site);
  if (!entries.ok()) return;
  const bool whole = environment.kind == "venv" || environment.kind == "user";
  for (const DirEntry& entry : *entries) {
    if (entry.name.starts_with('~')) {
      into.broken.push_back(entry.name + ": left by an interrupted installation");
      continue;
    }
    auto package = package_of(entry, site);
    if (!package) continue;
    complete(host, *package);
    const bool wheel = package->info.ends_with(".dist-info");
    const std::string wrong = whole && wheel ? damage(host, *package) : std::string();
    if (!wrong.empty()) into.broken.push_back(fmt::format("{}: {}", shown(*package), wrong));
    into.all.push_back(std::move(*package));
  }
}

/// Keeps the first of each name and notes others in the same directory: the later installation did
/// not take the earlier one away.
void keep_first(Packages& packages) {
  std::stable_sort(packages.all.begin(), packages.all.end(),
                   [](const Package& a, const Package& b) { return a.name < b.name; });
  std::vector<Package> kept;
  for (Package& package : packages.all) {
    if (kept.empty() || kept.back().name != package.name) {
      kept.push_back(std::move(package));
    } else if (kept.back().site == package.site && kept.back().version != package.version) {
      packages.broken.push_back(fmt::format("{}: recorded as {} and as {}", package.name,
                                            kept.back().version, package.version));
    }
  }
  packages.all = std::move(kept);
}

}  // namespace

Packages packages(const HostView& host, const Environment& environment) {
  Packages found;
  for (const std::string& site : environment.sites) read_site(host, environment, site, found);
  keep_first(found);
  return found;
}

const Package* find(const Packages& packages, std::string_view name) {
  const auto at =
      std::lower_bound(packages.all.begin(), packages.all.end(), name,
                       [](const Package& package, std::string_view n) { return package.name < n; });
  return at != packages.all.end() && at->name == name ? &*at : nullptr;
}

}  // namespace gb10::python
