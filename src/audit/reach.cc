#include "audit/reach.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "facts/paths.h"

namespace gb10 {

namespace {

bool is_torch_library(const std::string& soname) {
  return soname.starts_with("libtorch") || soname.starts_with("libc10");
}

}  // namespace

Reach::Reach(const AuditTree& tree, const AuditContext& context) : tree_(tree), context_(context) {
  for (std::size_t i = 0; i < tree.libraries.size(); ++i) {
    const AuditLibrary& library = tree.libraries[i];
    if (!library.elf) continue;
    const std::string file = paths::last(library.path);
    by_path_.emplace(library.path, i);
    const auto& needed = library.elf->needed;
    if (std::any_of(needed.begin(), needed.end(), is_torch_library)) with_torch_.insert(&library);
    // Once it is loaded, what wants it finds it by its soname.
    by_name_[library.elf->soname.empty() ? file : library.elf->soname].push_back(i);
  }
  for (std::size_t i = 0; i < tree.packages.size(); ++i) {
    if (tree.packages[i].name == "torch") torch_ = static_cast<int>(i);
  }
  name_as_wanted();
  if (torch_ >= 0) load_torch();
}

/// A library also bears the name that it was first asked for by, whatever its soname is.
void Reach::name_as_wanted() {
  for (const AuditLibrary& library : tree_.libraries) {
    if (!library.elf) continue;
    for (const std::string& wanted : library.elf->needed) {
      const auto path = own_path(library, wanted, {});
      const auto there = path ? by_path_.find(*path) : by_path_.end();
      if (there == by_path_.end()) continue;
      std::vector<std::size_t>& named = by_name_[wanted];
      if (std::find(named.begin(), named.end(), there->second) == named.end())
        named.push_back(there->second);
    }
  }
}

const AuditLibrary* Reach::at(const std::string& path) const {
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? nullptr : &tree_.libraries[found->second];
}

/// The loader goes on where it meets a library for another one.
bool Reach::is_for_same_processor(const AuditLibrary& wanting, std::size_t index) const {
  return tree_.libraries[index].elf->machine == wanting.elf->machine;
}

std::optional<std::string> Reach::own_path(const AuditLibrary& library, const std::string& soname,
                                           const std::vector<std::string>& inherited) const {
  std::vector<std::string> folders = own_folders(*library.elf, library.path);
  // A RUNPATH is all that counts of a library that has one.
  const bool has_runpath = !library.elf->runpath.empty() && !library.elf->path_is_inherited;
  if (!has_runpath) folders.insert(folders.end(), inherited.begin(), inherited.end());
  for (const std::string& folder : folders) {
    const auto there = by_path_.find(folder + "/" + soname);
    if (there != by_path_.end() && is_for_same_processor(library, there->second))
      return there->first;
  }
  if (!context_.system) return std::nullopt;
  for (const std::string& folder : folders) {
    const std::string path = folder + "/" + soname;
    if (by_path_.count(path) == 0 && context_.system->is_in(folder, soname)) return path;
  }
  return std::nullopt;
}

/// What a process holds once torch is imported: its libraries and all that they want, found by
/// their own paths, which libraries with an RPATH pass on.
void Reach::load_torch() {
  struct Step {
    std::size_t library;
    std::vector<std::string> inherited;
  };
  std::deque<Step> ahead;
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < tree_.libraries.size(); ++i) {
    const AuditLibrary& library = tree_.libraries[i];
    if (library.package != torch_ || !library.elf) continue;
    torch_loads_.insert(paths::last(library.path));
    if (seen.insert(i).second) ahead.push_back({i, {}});
  }
  while (!ahead.empty()) {
    const Step step = std::move(ahead.front());
    ahead.pop_front();
    const AuditLibrary& library = tree_.libraries[step.library];
    std::vector<std::string> passed = step.inherited;
    if (library.elf->path_is_inherited) {
      const auto own = own_folders(*library.elf, library.path);
      passed.insert(passed.end(), own.begin(), own.end());
    }
    for (const std::string& soname : library.elf->needed) {
      const auto path = own_path(library, soname, step.inherited);
      if (path || (context_.system && context_.system->on_system(soname)))
        torch_loads_.insert(soname);
      const auto there = path ? by_path_.find(*path) : by_path_.end();
      if (there != by_path_.end() && seen.insert(there->second).second)
        ahead.push_back({there->second, passed});
    }
  }
  for (const std::string& soname : torch_loads_) {
    const auto major = context_.table.cuda_major(soname);
    if (major) torch_cuda_ = std::max(torch_cuda_, *major);
  }
}

bool Reach::relies_on_torch(int package) const {
  if (torch_ < 0 || package < 0) return false;
  if (package == torch_) return true;
  const auto& wanted = tree_.packages[static_cast<std::size_t>(package)].wanted;
  return std::find(wanted.begin(), wanted.end(), "torch") != wanted.end();
}

std::vector<const AuditLibrary*> Reach::named(const std::string& soname) const {
  std::vector<const AuditLibrary*> out;
  const auto found = by_name_.find(soname);
  if (found == by_name_.end()) return out;
  for (const std::size_t i : found->second) out.push_back(&tree_.libraries[i]);
  return out;
}

/// Whether something has loaded a library of that name before this one is: its own package, torch,
/// or a package that looks through the environment.
bool Reach::loads_before(const AuditLibrary& library, const std::string& soname) const {
  std::vector<const AuditLibrary*> there = named(soname);
  std::erase_if(
      there, [&](const AuditLibrary* each) { return each->elf->machine != library.elf->machine; });
  const bool of_same_package =
      std::any_of(there.begin(), there.end(), [&](const AuditLibrary* each) {
        return each->package == library.package && each != &library;
      });
  if (of_same_package) return true;
  const bool with_torch = relies_on_torch(library.package) || with_torch_.count(&library) > 0;
  if (with_torch && torch_loads_.count(soname) > 0) return true;
  if (there.empty()) return false;
  const std::string package = library.package < 0
                                  ? std::string()
                                  : tree_.packages[static_cast<std::size_t>(library.package)].name;
  if (context_.table.preloads(package)) return true;
  // Elsewhere in the tree: somebody may load it first, unless torch has loaded another generation.
  const auto major = context_.table.cuda_major(soname);
  return !(with_torch && major && torch_cuda_ != 0 && *major != torch_cuda_);
}

/// Whether the package's metadata asks for NVIDIA's libraries of a generation of CUDA, which are
/// not in the tree where a wheel stands alone. Since CUDA 13 their packages bear no number.
bool Reach::is_required(int package, int cuda) const {
  if (package < 0) return false;
  const std::string ending = fmt::format("-cu{}", cuda);
  const auto& wanted = tree_.packages[static_cast<std::size_t>(package)].wanted;
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
    if (!name.starts_with("nvidia-") && !name.starts_with("cuda-")) return false;
    const bool has_number = name.find("-cu1") != std::string::npos;
    return has_number ? name.ends_with(ending) : cuda >= 13;
  });
}

/// In an environment a library of torch comes from torch, and one of NVIDIA's from the packages
/// that the metadata asks for: where those are not there, it is missing, whatever the machine may
/// have.
bool Reach::lacks_what_it_requires(const AuditLibrary& library, const std::string& soname) const {
  if (!tree_.is_environment || library.package < 0) return false;
  if (is_torch_library(soname)) return torch_ < 0 || library.package == torch_;
  const bool of_nvidia =
      soname.starts_with("libcu") || soname.starts_with("libnccl") || soname.starts_with("libnv");
  if (!of_nvidia) return false;
  const auto& wanted = tree_.packages[static_cast<std::size_t>(library.package)].wanted;
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
    return name.starts_with("nvidia-") &&
           std::none_of(tree_.packages.begin(), tree_.packages.end(),
                        [&](const AuditPackage& each) { return each.name == name; });
  });
}

/// As ld.so goes about it: an RPATH, LD_LIBRARY_PATH, a RUNPATH, the cache and the folders it
/// knows.
std::optional<std::string> Reach::loaded_from(const AuditLibrary& library,
                                              const std::string& soname) const {
  if (context_.system && !library.elf->path_is_inherited) {
    if (auto path = context_.system->on_library_path(soname)) return path;
  }
  if (auto path = own_path(library, soname, {})) return path;
  return context_.system ? context_.system->on_system(soname) : std::nullopt;
}

/// What is wanted by its path is looked for nowhere else; a relative one hangs on the folder that
/// the process is in.
Provision Reach::by_path(const std::string& path) const {
  if (!path.starts_with('/')) return {Provision::Kind::not_seen, {}};
  if (at(path)) return {Provision::Kind::found, path};
  if (!context_.system) return {Provision::Kind::not_seen, {}};
  const bool is_there = context_.system->is_in(paths::parent(path), std::string(paths::last(path)));
  return {is_there ? Provision::Kind::found : Provision::Kind::missing, path};
}

Provision Reach::provision(const AuditLibrary& library, const std::string& soname) const {
  if (soname.find('/') != std::string::npos) return by_path(soname);
  if (context_.table.is_of_driver(soname)) return {Provision::Kind::by_driver, {}};
  if (const auto path = loaded_from(library, soname)) return {Provision::Kind::found, *path};
  if (loads_before(library, soname)) return {Provision::Kind::found, {}};
  const auto major = context_.table.cuda_major(soname);
  if (major && !context_.system && is_required(library.package, *major))
    return {Provision::Kind::not_seen, {}};
  const bool has_other = major && ((torch_cuda_ != 0 && *major != torch_cuda_) ||
                                   (context_.target.cuda != 0 && *major != context_.target.cuda));
  if (has_other) return {Provision::Kind::other_cuda, {}};
  if (lacks_what_it_requires(library, soname)) return {Provision::Kind::missing, {}};
  // A system that is not seen has its C library, and CUDA of its own generation where it is known.
  if (!context_.system) {
    if (!major || (context_.target.cuda != 0 && *major == context_.target.cuda))
      return {Provision::Kind::not_seen, {}};
  }
  if (context_.table.is_of_c_library(soname)) return {Provision::Kind::not_seen, {}};
  return {Provision::Kind::missing, {}};
}

}  // namespace gb10
