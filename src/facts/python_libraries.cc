#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "elf/elf.h"
#include "facts/libraries.h"
#include "facts/paths.h"
#include "facts/python_parts.h"

namespace gb10::python {

namespace {

constexpr std::size_t kMostFiles = 2000;

/// Distributions whose compiled parts load CUDA; a "*" stands for any ending.
constexpr std::string_view kWithCuda[] = {
    "torch",
    "torchvision",
    "torchaudio",
    "torchcodec",
    "torchao",
    "vllm*",
    "sgl_kernel*",
    "sglang*",
    "flash_attn*",
    "flashinfer*",
    "xformers",
    "bitsandbytes",
    "apex",
    "transformer_engine*",
    "ctranslate2",
    "onnxruntime*",
    "llama_cpp_python*",
    "sageattention*",
    "deep_gemm*",
    "cupy*",
    "tensorrt*",
    "mamba_ssm",
    "causal_conv1d",
    "exllamav*",
    "deepspeed",
    "lmcache",
    "k2",
    "natten",
    "gsplat",
    "tilert",
    "jax_cuda*",
    "pennylane_lightning*",
    "custatevec*",
    "decord",
    "spconv*",
    "torch_scatter",
    "torch_sparse",
    "torch_cluster",
    "pytorch3d",
};

bool loads_cuda(const Package& package) {
  return std::any_of(std::begin(kWithCuda), std::end(kWithCuda),
                     [&](std::string_view pattern) { return fits_glob(pattern, package.name); });
}

bool is_library(std::string_view file) {
  const std::string name = paths::last(file);
  const std::size_t so = name.find(".so");
  return so != std::string::npos && (so + 3 == name.size() || name[so + 3] == '.');
}

/// The shared objects of a package, by its RECORD: a path, a hash and a size per line.
std::vector<std::string> recorded_files(std::string_view record) {
  std::vector<std::string> files;
  for (const std::string_view line : lines(record)) {
    const std::string_view file = line.substr(0, line.find(','));
    if (file.find(".so") == std::string_view::npos || !is_library(file)) continue;
    if (file.find("../") != std::string_view::npos) continue;
    files.emplace_back(file);
  }
  return files;
}

struct Module {
  std::string file;  // below the site
  const Package* package = nullptr;
};

/// `unread` counts the packages whose list of files cannot be read.
std::vector<Module> modules(const HostView& host, const Packages& packages, std::size_t& unread) {
  std::vector<Module> found;
  for (const Package& package : packages.all) {
    if (!loads_cuda(package)) continue;
    const auto record = host.read(package.info + "/RECORD");
    if (!record.ok() && record.error().kind != Error::Kind::not_found) ++unread;
    if (!record.ok()) continue;
    for (std::string& file : recorded_files(*record)) found.push_back({std::move(file), &package});
  }
  return found;
}

/// bitsandbytes brings a library for each CUDA there is and loads the one that torch was built for.
bool is_unused_variant(const std::string& file, const std::string& torch_cuda) {
  constexpr std::string_view kStart = "libbitsandbytes_cuda";
  const std::string name = paths::last(file);
  if (!name.starts_with(kStart)) return false;
  const std::string wanted = replaced(torch_cuda, ".", "");
  return wanted.empty() || !name.starts_with(std::string(kStart) + wanted);
}

void add_names(const HostView& host, const std::string& dir, std::set<std::string>& names) {
  const auto entries = host.list(dir);
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    if (is_library(entry.name)) names.insert(entry.name);
  }
}

/// Names of the libraries that packages bring: NVIDIA's wheels below nvidia/, and what lies beside
/// the modules themselves.
std::set<std::string> brought(const HostView& host, const Packages& packages,
                              const std::vector<Module>& modules) {
  std::set<std::string> names, sites;
  for (const Package& package : packages.all) sites.insert(package.site);
  for (const std::string& site : sites) {
    const auto entries = host.list(site + "/nvidia");
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      add_names(host, fmt::format("{}/nvidia/{}/lib", site, entry.name), names);
    }
    for (const char* const dir : {"torch/lib", "tensorrt_libs"}) {
      add_names(host, site + "/" + dir, names);
    }
    // Conda keeps the libraries of all packages in <prefix>/lib, above lib/python3.X.
    const std::string prefix = paths::parent(paths::parent(site));
    if (!prefix.starts_with("/usr")) add_names(host, prefix, names);
  }
  for (const Module& module : modules) names.insert(paths::last(module.file));
  return names;
}

/// Missing libraries, each once per package with the first module that wants it.
class Missing {
 public:
  void note(const Module& module, const std::string& library) {
    if (!seen_.insert({module.package->name, library}).second) return;
    const Package& package = *module.package;
    list_.push_back(fmt::format("{} ({} {}) needs {}", module.file,
                                replaced(package.name, "_", "-"), package.version, library));
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::set<std::pair<std::string, std::string>> seen_;
  std::vector<std::string> list_;
};

/// True when one of the directories that the module itself names has the library.
bool is_on_runpath(const HostView& host, const Module& module, const ElfInfo& elf,
                   const std::string& library) {
  const std::string origin = paths::parent(module.package->site + "/" + module.file);
  for (const std::string_view part : split(elf.runpath, ':')) {
    const std::string dir = replaced(replaced(part, "$ORIGIN", origin), "${ORIGIN}", origin);
    if (dir.starts_with('/') && host.info(paths::plain(dir) + "/" + library).ok()) return true;
  }
  return false;
}

struct Judge {
  const HostView& host;
  const Surroundings& around;
  std::set<std::string> brought;
  Missing cuda12 = {}, cuda13 = {};
  std::vector<std::string> foreign = {};

  bool is_provided(const std::string& library) const {
    return brought.count(library) != 0 ||
           std::binary_search(around.provided.begin(), around.provided.end(), library);
  }

  void look_at(const Module& module, const ElfInfo& elf) {
    const std::string machine = machine_name(elf.machine);
    if (!around.machine.empty() && machine != around.machine) {
      foreign.push_back(fmt::format("{} ({} {}) is for {}", module.file,
                                    replaced(module.package->name, "_", "-"),
                                    module.package->version, machine));
      return;
    }
    for (const std::string& library : elf.needed) {
      const auto major = around.table.cuda_major(library);
      const bool is12 = major == 12, is13 = major == 13;
      if ((!is12 && !is13) || is_provided(library)) continue;
      if (is_on_runpath(host, module, elf, library)) continue;
      (is12 ? cuda12 : cuda13).note(module, library);
    }
  }
};

}  // namespace

Libraries libraries(const HostView& host, const Packages& packages, const Surroundings& around) {
  Libraries result;
  std::vector<Module> all = modules(host, packages, result.unread);
  std::erase_if(
      all, [&](const Module& module) { return is_unused_variant(module.file, around.torch_cuda); });
  if (all.empty()) return result;
  Judge judge{host, around, brought(host, packages, all)};
  if (all.size() > kMostFiles) {
    result.unread += all.size() - kMostFiles;
    all.resize(kMostFiles);
  }
  for (const Module& module : all) {
    const auto blob = host.open(module.package->site + "/" + module.file);
    if (!blob.ok()) {
      // A file that RECORD names and that is not there is not loaded either.
      if (blob.error().kind != Error::Kind::not_found) ++result.unread;
      continue;
    }
    const auto elf = read_elf(**blob);
    if (elf.ok())
      judge.look_at(module, *elf);
    else
      ++result.unread;
  }
  result.missing_cuda12 = judge.cuda12.take();
  result.missing_cuda13 = judge.cuda13.take();
  result.foreign = std::move(judge.foreign);
  return result;
}

std::vector<std::string> machine_libraries(const HostView& host, const LibraryTable& table) {
  std::vector<std::string> dirs = gb10::libraries::loader_dirs(host);
  const auto path = host.self().environment.find("LD_LIBRARY_PATH");
  if (path != host.self().environment.end()) {
    for (const std::string& dir : gb10::libraries::path_dirs(path->second)) dirs.push_back(dir);
  }
  std::set<std::string> names;
  for (const std::string& dir : dirs) {
    const auto entries = host.list(dir);
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      // Only what may be asked for: a library directory holds thousands of others.
      if (table.cuda_major(entry.name)) names.insert(entry.name);
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace gb10::python
