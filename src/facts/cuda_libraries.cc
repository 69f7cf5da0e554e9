#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "elf/elf.h"
#include "facts/cuda_parts.h"
#include "facts/libraries.h"
#include "facts/paths.h"

namespace gb10::cuda_parts {

namespace {

/// The libraries that are looked for, and the fact that tells which copy programs get.
struct Wanted {
  std::string_view library;
  const char* fact;  // null for those that are only listed
};
constexpr Wanted kWanted[] = {
    {"libcudart", nullptr},       {"libcublas", nullptr},   {"libcublasLt", "cuda.cublaslt"},
    {"libcudnn", "cuda.cudnn"},   {"libnccl", "cuda.nccl"}, {"libcusparseLt", "cuda.cusparselt"},
    {"libcufile", "cuda.cufile"}, {"libnvrtc", nullptr},    {"libnvJitLink", nullptr},
    {"libnvinfer", nullptr},      {"libcutensor", nullptr},
};

constexpr const char* kSource = "names of files in the library directories";

struct Copy {
  std::string library, version, path;  // path of the file itself, links followed
  std::size_t dir = 0;                 // its place in the order of the directories
};

struct Found {
  std::vector<Copy> copies;
  std::vector<std::string> renamed;  // libcudart under another major's name
};

std::string soname(const HostView& host, const std::string& path) {
  const auto blob = host.open(path);
  if (!blob.ok()) return {};
  const auto elf = read_elf(**blob);
  return elf.ok() ? elf->soname : std::string();
}

/// The major version of a libcudart as the library itself says, or as its name does.
std::string runtime_major(const HostView& host, const std::string& path,
                          const std::string& version) {
  const auto own = libraries::named(soname(host, path));
  return libraries::major(own && !own->version.empty() ? own->version : version);
}

/// Notes a libcudart.so.12 that is another major's library in truth.
void check_runtime(const HostView& host, const std::string& name, const Copy& copy, Found& found) {
  const auto said = libraries::named(paths::last(name));
  if (copy.library != "libcudart" || !said || said->version.empty()) return;
  const std::string is = runtime_major(host, copy.path, copy.version);
  if (is.empty() || is == libraries::major(said->version)) return;
  found.renamed.push_back(name == copy.path ? fmt::format("{} is libcudart.so.{}", name, is)
                                            : fmt::format("{} -> {}", name, copy.path));
}

void look_in(const HostView& host, const std::string& dir, std::size_t order, Found& found,
             std::set<std::string>& seen) {
  const auto entries = host.list(dir);
  if (!entries.ok()) return;
  for (const DirEntry& entry : *entries) {
    const auto library = libraries::named(entry.name);
    const bool wanted =
        library && std::any_of(std::begin(kWanted), std::end(kWanted),
                               [&](const Wanted& one) { return one.library == library->name; });
    if (!wanted) continue;
    const std::string name = dir + "/" + entry.name;
    const std::string real = paths::resolved(host, name).value_or(name);
    const auto file = libraries::named(paths::last(real));
    const std::string version = file ? file->version : library->version;
    const Copy copy{library->name, version, real, order};
    check_runtime(host, name, copy, found);
    if (version.empty() || !host.info(real).ok() || !seen.insert(real).second) continue;
    found.copies.push_back(copy);
  }
}

/// A toolkit keeps its libraries under targets/<machine>/lib; lib64 is a link to it.
std::vector<std::string> toolkit_library_dirs(const HostView& host, const std::string& toolkit) {
  std::vector<std::string> dirs;
  const auto targets = host.list(toolkit + "/targets");
  for (const DirEntry& entry : targets.value_or(std::vector<DirEntry>())) {
    dirs.push_back(fmt::format("{}/targets/{}/lib", toolkit, entry.name));
  }
  dirs.push_back(toolkit + "/lib64");
  return dirs;
}

Found find_copies(const HostView& host, const std::vector<std::string>& toolkits) {
  std::vector<std::string> dirs = libraries::loader_dirs(host);
  for (const std::string& toolkit : toolkits) {
    for (const std::string& dir : toolkit_library_dirs(host, toolkit)) {
      const std::string real = paths::resolved(host, dir).value_or(dir);
      if (std::find(dirs.begin(), dirs.end(), real) == dirs.end()) dirs.push_back(real);
    }
  }
  Found found;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < dirs.size(); ++i) look_in(host, dirs[i], i, found, seen);
  return found;
}

/// The copy that programs get: the newest in the first directory that has one.
const Copy* chosen(const std::vector<Copy>& copies, std::string_view library) {
  const Copy* best = nullptr;
  for (const Copy& copy : copies) {
    if (copy.library != library || (best && copy.dir != best->dir)) continue;
    if (!best || compared(Version{copy.version}, Version{best->version}) > 0) best = &copy;
  }
  return best;
}

/// "libcudnn.so.9" alone tells a major version, which must not pass for 9.0.
Result<Value> version_of(const Copy* copy, std::string_view library) {
  if (!copy) {
    return Error{Error::Kind::not_found, fmt::format("no {} outside Python environments", library)};
  }
  if (copy->version.find('.') != std::string::npos) return Value(Version{copy->version});
  return Error{Error::Kind::failed,
               fmt::format("the name of {} tells only its major version", copy->path)};
}

void set_versions(const std::vector<Copy>& copies, Facts& facts) {
  for (const Wanted& wanted : kWanted) {
    if (!wanted.fact) continue;
    const Copy* const copy = chosen(copies, wanted.library);
    facts.put(wanted.fact, version_of(copy, wanted.library), copy ? copy->path : kSource);
  }
}

void set_compat(const HostView& host, Facts& facts) {
  std::vector<Copy> copies;
  for (const std::string& dir : cuda_dirs(host)) {
    const auto entries = host.list(dir + "/compat");
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      const auto library = libraries::named(entry.name);
      if (!library || library->name != "libcuda") continue;
      if (library->version.find('.') == std::string::npos) continue;
      copies.push_back({"libcuda", library->version, dir + "/compat/" + entry.name, 0});
    }
  }
  const Copy* const best = chosen(copies, "libcuda");
  if (best) return facts.set("cuda.compat", Version{best->version}, best->path);
  facts.unknown("cuda.compat", {Error::Kind::not_found, "no CUDA compatibility libraries"},
                "/usr/local/cuda*/compat");
}

}  // namespace

void collect_libraries(const HostView& host, const std::vector<std::string>& toolkits,
                       Facts& facts) {
  const Found found = find_copies(host, toolkits);
  std::vector<std::string> listed;
  std::set<std::string> majors;
  for (const Copy& copy : found.copies) {
    listed.push_back(fmt::format("{} {} {}", copy.library, copy.version, copy.path));
    if (copy.library == "libcudart") majors.insert(runtime_major(host, copy.path, copy.version));
  }
  facts.set("cuda.libraries", listed, kSource);
  facts.set("cuda.cudart_majors", std::vector<std::string>(majors.begin(), majors.end()), kSource);
  facts.set("cuda.cudart_links", found.renamed, kSource);
  set_versions(found.copies, facts);
  set_compat(host, facts);
}

}  // namespace gb10::cuda_parts
