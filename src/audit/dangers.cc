#include <map>
#include <set>

#include <fmt/format.h>

#include "audit/judge.h"
#include "base/text.h"
#include "facts/paths.h"

namespace gb10 {

namespace {

std::string owner(const AuditTree& tree, const AuditLibrary& library) {
  if (library.package < 0) return library.path;
  const AuditPackage& package = tree.packages[static_cast<std::size_t>(library.package)];
  return package.version.empty() ? package.name
                                 : fmt::format("{} {}", package.name, package.version);
}

void add_copies(const AuditTree& tree, const AuditContext& context, std::vector<AuditCause>& out) {
  std::map<std::string, std::vector<const AuditLibrary*>> by_soname;
  for (const AuditLibrary& library : tree.libraries) {
    if (!library.elf || library.elf->soname.empty()) continue;
    // What programs are linked against is never loaded.
    const bool is_stub = library.path.find("/stubs/") != std::string::npos;
    if (!is_stub && context.table.must_be_single(library.elf->soname))
      by_soname[library.elf->soname].push_back(&library);
  }
  for (const auto& [soname, copies] : by_soname) {
    if (copies.size() < 2) continue;
    std::vector<std::string> owners;
    for (const AuditLibrary* const each : copies) owners.push_back(owner(tree, *each));
    out.push_back(
        {"two-copies",
         fmt::format("{} is there {} times: {}", soname, copies.size(), joined(owners, ", ")),
         copies.front()->path});
  }
}

/// A system's copy goes before the environment's where LD_LIBRARY_PATH names its folder.
void add_shadows(const AuditTree& tree, const AuditContext& context, std::vector<AuditCause>& out) {
  if (!context.system || !context.host) return;
  const auto& environment = context.host->self().environment;
  const auto path = environment.find("LD_LIBRARY_PATH");
  if (path == environment.end()) return;
  std::set<std::string> named;
  for (const AuditLibrary& library : tree.libraries) {
    if (!library.elf || !context.table.must_be_single(library.elf->soname)) continue;
    if (!named.insert(library.elf->soname).second) continue;
    for (const std::string_view folder : split(path->second, ':')) {
      const std::string plain = paths::plain(folder);
      if (!folder.starts_with('/') || paths::parent(library.path) == plain) continue;
      if (!context.system->is_in(plain, library.elf->soname)) continue;
      out.push_back({"two-copies",
                     fmt::format("LD_LIBRARY_PATH puts {}/{} before that of {}", plain,
                                 library.elf->soname, owner(tree, library)),
                     library.path});
      break;
    }
  }
}

/// A package with libraries of several generations brings one for each and chooses.
std::set<int> choosing_packages(const AuditTree& tree, const AuditContext& context) {
  std::map<int, std::set<int>> majors;
  for (const AuditLibrary& library : tree.libraries) {
    const auto major =
        library.elf ? context.table.cuda_major(library.elf->soname) : std::optional<int>();
    if (major) majors[library.package].insert(*major);
  }
  std::set<int> out;
  for (const auto& [package, found] : majors) {
    if (package >= 0 && found.size() > 1) out.insert(package);
  }
  return out;
}

void add_generations(const AuditTree& tree, const AuditContext& context,
                     std::vector<AuditCause>& out) {
  const std::set<int> choosing = choosing_packages(tree, context);
  std::map<int, const AuditLibrary*> first;
  for (const AuditLibrary& library : tree.libraries) {
    if (!library.elf || choosing.count(library.package) > 0) continue;
    if (context.table.is_apart(library.elf->soname)) continue;
    const auto major = context.table.cuda_major(library.elf->soname);
    if (major) first.emplace(*major, &library);
  }
  if (first.size() < 2) return;
  std::vector<std::string> names;
  for (const auto& [major, library] : first)
    names.push_back(fmt::format("CUDA {} ({})", major, owner(tree, *library)));
  out.push_back({"two-cuda-majors",
                 "two generations of CUDA in one environment: " + joined(names, ", "),
                 first.begin()->second->path});
}

}  // namespace

std::vector<AuditCause> dangers_of(const AuditTree& tree, const AuditContext& context) {
  std::vector<AuditCause> out;
  add_generations(tree, context, out);
  add_copies(tree, context, out);
  add_shadows(tree, context, out);
  return out;
}

}  // namespace gb10
