#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "facts/ask.h"
#include "facts/compiler.h"
#include "facts/cuda_parts.h"
#include "facts/libraries.h"
#include "facts/paths.h"

namespace gb10::cuda_parts {

namespace {

constexpr const char* kDefault = "/usr/local/cuda";

void add(std::vector<std::string>& list, const std::string& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

bool is_there(const HostView& host, const std::string& path) { return host.info(path).ok(); }

/// A directory that only holds compatibility libraries or leftovers is no toolkit.
bool is_toolkit(const HostView& host, const std::string& dir) {
  for (const char* const part :
       {"/bin/nvcc", "/bin/ptxas", "/version.json", "/targets", "/lib64"}) {
    if (is_there(host, dir + part)) return true;
  }
  return false;
}

/// A version and where it was found.
struct Found {
  Result<Value> version = Error{Error::Kind::not_found, "no version was found"};
  std::string source;
};

/// What version.json says of one of the toolkit's components.
std::optional<std::string> listed(const Result<Json>& listing, std::string_view component) {
  const Json* const entry = listing.ok() ? listing->find(component) : nullptr;
  const std::string version = entry ? entry->text("version") : std::string();
  return version.empty() ? std::nullopt : std::optional(version);
}

/// "13-0" of "/usr/local/cuda-13.0", as Debian packages carry it; empty when the name has none.
std::string package_suffix(const std::string& dir) {
  const std::string name = paths::last(dir);
  return name.starts_with("cuda-") ? replaced(name.substr(5), ".", "-") : std::string();
}

/// The version that dpkg knows, without what Debian adds to the maker's ("12.0.140~12.0.1-4").
std::optional<std::string> packaged(const HostView& host, const std::string& dir,
                                    std::string_view part) {
  const std::string suffix = package_suffix(dir);
  const std::string package =
      dir == kDebianToolkit ? "nvidia-cuda-toolkit" : fmt::format("cuda-{}-{}", part, suffix);
  if (suffix.empty() && dir != kDebianToolkit) return std::nullopt;
  const auto status = host.read(ask::kPackageStatus);
  const auto version =
      status.ok() ? ask::package_version(*status, package) : std::optional<std::string>();
  return version ? std::optional(version->substr(0, version->find_first_of("~-"))) : std::nullopt;
}

Found tool_version(const HostView& host, const std::string& dir, const char* tool,
                   const Result<Json>& listing) {
  if (const auto version = listed(listing, "cuda_nvcc")) {
    return {Value(Version{*version}), dir + "/version.json"};
  }
  const std::string program = dir + "/bin/" + tool;
  const auto read = compiler_version(host, program);
  if (read.ok()) return {Value(Version{*read}), program};
  if (const auto version = packaged(host, dir, "nvcc")) {
    return {Value(Version{*version}), std::string(ask::kPackageStatus)};
  }
  return {read.error(), program};
}

Found toolkit_version(const HostView& host, const std::string& dir, const Result<Json>& listing,
                      const Found& nvcc) {
  if (const auto version = listed(listing, "cuda")) {
    return {Value(Version{*version}), dir + "/version.json"};
  }
  if (nvcc.version.ok()) return nvcc;
  if (const auto version = packaged(host, dir, "toolkit")) {
    return {Value(Version{*version}), std::string(ask::kPackageStatus)};
  }
  const Error why = listing.ok()
                        ? Error{Error::Kind::failed, dir + "/version.json names no version"}
                        : listing.error();
  return {why, dir + "/version.json"};
}

Result<Json> listing_of(const HostView& host, const std::string& dir) {
  const std::string file = dir + "/version.json";
  const std::string text = TRY(host.read(file));
  auto listing = parse_json(text);
  if (listing.ok()) return listing;
  return Error{Error::Kind::failed, fmt::format("{}: {}", file, listing.error().what)};
}

/// Tools that are not installed have no fact, whatever version.json lists.
void set_toolkit(const HostView& host, const std::string& dir, Facts& facts) {
  const auto listing = listing_of(host, dir);
  Found nvcc;
  for (const char* const tool : {"ptxas", "nvcc"}) {
    if (!is_there(host, fmt::format("{}/bin/{}", dir, tool))) continue;
    const Found found = tool_version(host, dir, tool, listing);
    facts.put(key("toolkit", dir, tool), found.version, found.source);
    nvcc = found;
  }
  const Found whole = toolkit_version(host, dir, listing, nvcc);
  facts.put(key("toolkit", dir, "version"), whole.version, whole.source);
}

void set_default(const HostView& host, Facts& facts) {
  const auto path = paths::resolved(host, kDefault);
  const auto info = host.info(kDefault);
  if (!path.ok() || !info.ok()) {
    Error why = path.ok() ? info.error() : path.error();
    if (path.ok() && *path != kDefault)
      why.what = fmt::format("it leads to {}, {}", *path, why.what);
    facts.unknown("cuda.default_path", why, kDefault);
    return facts.unknown("cuda.default", why, kDefault);
  }
  facts.set("cuda.default_path", *path, kDefault);
  const Fact* const version = facts.find(key("toolkit", *path, "version"));
  if (version) return facts.put("cuda.default", version->value, version->source);
  facts.unknown("cuda.default", {Error::Kind::not_found, *path + " holds no toolkit"}, kDefault);
}

}  // namespace

std::vector<std::string> cuda_dirs(const HostView& host) {
  std::vector<std::string> dirs;
  const auto entries = host.list("/usr/local");
  if (!entries.ok()) return dirs;
  for (const DirEntry& entry : *entries) {
    if (entry.name != "cuda" && !entry.name.starts_with("cuda-")) continue;
    const auto real = paths::resolved(host, "/usr/local/" + entry.name);
    const auto info = real.ok() ? host.info(*real) : Result<FileInfo>(real.error());
    if (info.ok() && info->kind == FileKind::directory) add(dirs, *real);
  }
  return dirs;
}

std::vector<std::string> toolkit_dirs(const HostView& host) {
  std::vector<std::string> candidates = cuda_dirs(host);
  candidates.emplace_back(kDebianToolkit);
  const auto home = host.self().environment.find("CUDA_HOME");
  if (home != host.self().environment.end() && home->second.starts_with('/')) {
    add(candidates, paths::resolved(host, home->second).value_or(home->second));
  }
  std::vector<std::string> found;
  for (const std::string& dir : candidates) {
    // "/usr" as CUDA_HOME means Debian's own, which is looked at anyway.
    if (dir != "/usr" && is_toolkit(host, dir)) found.push_back(dir);
  }
  return found;
}

void collect_toolkits(const HostView& host, const std::vector<std::string>& toolkits,
                      Facts& facts) {
  for (const std::string& dir : toolkits) set_toolkit(host, dir, facts);
  facts.set("cuda.toolkits", static_cast<std::int64_t>(toolkits.size()), "/usr/local");
  set_default(host, facts);
}

}  // namespace gb10::cuda_parts
