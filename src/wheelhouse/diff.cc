#include "wheelhouse/diff.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/python_parts.h"
#include "host/held_file.h"
#include "wheel/metadata.h"
#include "wheel/pep440.h"
#include "wheelhouse/export.h"
#include "wheelhouse/files.h"
#include "wheelhouse/house.h"

namespace gb10 {

namespace {

namespace files = house_files;
using Kind = HouseDiffRow::Kind;

/// The versions and the files of a package.
struct PackageFilesOfHouse {
  std::vector<std::string> versions;         // in their order
  std::map<std::string, std::string> files;  // hashes by name
};

std::map<std::string, PackageFilesOfHouse> packages_of(const HouseManifest& manifest) {
  std::map<std::string, PackageFilesOfHouse> out;
  for (const HouseWheel& wheel : manifest.wheels) {
    if (wheel.replaced) continue;
    PackageFilesOfHouse& package = out[wheel.name];
    if (package.versions.empty() || package.versions.back() != wheel.version)
      package.versions.push_back(wheel.version);
    package.files.emplace(wheel.file, wheel.sha256);
  }
  return out;
}

std::string versions_of(const PackageFilesOfHouse& package) {
  return joined(package.versions, ", ");
}

/// Packages of the same versions: file by file.
void compare_files(const PackageFilesOfHouse& here, const PackageFilesOfHouse& there,
                   HouseDiff& out) {
  const std::size_t before = out.rows.size();
  for (const auto& [file, sum] : here.files) {
    const auto other = there.files.find(file);
    if (other == there.files.end())
      out.rows.push_back({Kind::only_here, file, "", ""});
    else if (other->second != sum)
      out.rows.push_back({Kind::bytes, file, sum, other->second});
  }
  for (const auto& [file, sum] : there.files) {
    if (here.files.find(file) == here.files.end())
      out.rows.push_back({Kind::only_there, file, "", ""});
  }
  if (out.rows.size() == before) ++out.same;
}

void compare_houses(const HouseManifest& here, const HouseManifest& there, HouseDiff& out) {
  const auto left = packages_of(here), right = packages_of(there);
  for (const auto& [name, package] : left) {
    const auto other = right.find(name);
    if (other == right.end())
      out.rows.push_back({Kind::only_here, name, versions_of(package), ""});
    else if (other->second.versions != package.versions)
      out.rows.push_back({Kind::version, name, versions_of(package), versions_of(other->second)});
    else
      compare_files(package, other->second, out);
  }
  for (const auto& [name, package] : right) {
    if (left.find(name) == left.end())
      out.rows.push_back({Kind::only_there, name, "", versions_of(package)});
  }
}

bool has_version(const PackageFilesOfHouse& package, const std::string& version) {
  const auto wanted = pep_version(version);
  return std::any_of(package.versions.begin(), package.versions.end(), [&](const auto& each) {
    const auto read = pep_version(each);
    return wanted.ok() && read.ok() ? compared(*wanted, *read) == 0 : each == version;
  });
}

void compare_installed(const HouseManifest& here,
                       const std::map<std::string, std::string>& installed, HouseDiff& out) {
  const auto left = packages_of(here);
  for (const auto& [name, version] : installed) {
    const auto package = left.find(name);
    if (package == left.end() && (name == "pip" || name == "setuptools"))
      out.notes.push_back(fmt::format("{} {}: it comes with every environment", name, version));
    else if (package == left.end())
      out.rows.push_back({Kind::only_there, name, "", version});
    else if (!has_version(package->second, version))
      out.rows.push_back({Kind::version, name, versions_of(package->second), version});
    else
      ++out.same;
  }
  for (const auto& [name, package] : left) {
    if (installed.find(name) == installed.end())
      out.rows.push_back({Kind::only_here, name, versions_of(package), ""});
  }
  out.notes.push_back(
      "the files of what is installed: gb10 audit --verify holds them against their RECORD");
}

Result<DiffSubject> file_subject(const std::string& path) {
  DiffSubject out{path, "manifest", {}, {}};
  if (path.ends_with(".json")) {
    const std::string text = TRY(files::text_of(path, kManifestBytes));
    out.manifest = TRY(read_manifest(text));
    return out;
  }
  Descriptor file = TRY(files::open_plain(path, true));
  const std::uint64_t size = TRY(files::size_of(file, path));
  const HeldFile blob(std::move(file), size, path);
  HouseState state = TRY(archive_manifest(blob));
  out.kind = "archive";
  out.manifest = std::move(state.manifest);
  return out;
}

}  // namespace

std::map<std::string, std::string> installed_packages(const HostView& host,
                                                      const std::string& environment) {
  std::map<std::string, std::string> out;
  const auto found = python::environment_in(host, environment);
  if (!found.ok()) return out;
  for (const python::Package& package : python::packages(host, *found).all)
    out.emplace(normalised_name(package.name), package.version);
  return out;
}

std::map<std::string, std::vector<std::string>> installed_wants(const HostView& host,
                                                                const std::string& environment) {
  std::map<std::string, std::vector<std::string>> out;
  const auto found = python::environment_in(host, environment);
  if (!found.ok()) return out;
  for (const python::Package& package : python::packages(host, *found).all) {
    const auto text = host.read(package.info + "/METADATA");
    const auto metadata = text.ok() ? read_metadata(*text) : Result<PackageMetadata>(text.error());
    if (metadata.ok()) out.emplace(normalised_name(package.name), metadata->requires_dist);
  }
  return out;
}

Result<DiffSubject> diff_subject(const HostView& host, const std::string& path) {
  const FileInfo info = TRY(host.info(path));
  if (info.kind != FileKind::directory) return file_subject(path);
  auto state = read_house(path);
  if (state.ok()) return DiffSubject{path, "house", std::move(state->manifest), {}};
  const auto environment = python::environment_in(host, path);
  const bool is_house = state.error().kind != Error::Kind::not_found;  // which cannot be read
  if (!environment.ok() && is_house) return state.error();
  if (!environment.ok())
    return Error{Error::Kind::not_found,
                 fmt::format("{} is neither a wheelhouse nor an environment", printable(path, 300)),
                 "name a house, a manifest.json, an exported archive or an environment"};
  return DiffSubject{path, "environment", {}, installed_packages(host, path)};
}

HouseDiff difference(const std::string& path, const HouseManifest& here, const DiffSubject& there) {
  HouseDiff out;
  out.here = path;
  out.there = there.path;
  out.there_is = there.kind;
  if (there.kind == "environment")
    compare_installed(here, there.installed, out);
  else
    compare_houses(here, there.manifest, out);
  if (there.kind != "environment")
    out.notes.push_back(
        "the bytes of the files: gb10 wheelhouse verify holds them against the manifest");
  return out;
}

}  // namespace gb10
