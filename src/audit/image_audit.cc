#include "audit/image_audit.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <elf.h>
#include <fmt/format.h>

#include "audit/image.h"
#include "base/text.h"
#include "facts/paths.h"
#include "facts/python_parts.h"
#include "model/version.h"

namespace gb10 {

namespace {

/// Keeps what the files of an image are, not their bytes.
class Looker : public ImageFiles {
 public:
  explicit Looker(const LibraryReading& reading) : reading_(reading) {}

  void look(const std::string& path, const Blob& blob) override {
    found_[path] = read_library(blob, path, reading_);
  }
  void same(const std::string& path, const std::string& shown) override {
    const auto first = found_.find(shown);
    if (first == found_.end()) return;
    AuditLibrary copy = first->second;
    copy.path = path;
    found_[path] = std::move(copy);
    files_[path] = file_of(shown);
  }
  void forget(const std::string& path) override {
    found_.erase(path);
    files_.erase(path);
  }

  const KnownLibraries& found() const { return found_; }
  /// The name under which the file was shown first: the same for all names of a file.
  std::string file_of(const std::string& path) const {
    const auto known = files_.find(path);
    return known == files_.end() ? path : known->second;
  }

 private:
  const LibraryReading& reading_;
  KnownLibraries found_;
  std::map<std::string, std::string> files_;  // of names that are not the first of their file
};

Result<Image> opened(const HostView& host, const std::string& path, const ImageOptions& options,
                     Looker& looker) {
  const FileInfo info = TRY(host.info(path));
  if (info.kind == FileKind::directory) return read_image(host, path, options, looker);
  const std::unique_ptr<Blob> blob = TRY(host.open(path));
  return read_image(*blob, options, looker);
}

/// Of the C library that a program of the image is started with; others may lie in toolchains.
std::string glibc_in(const Image& image, const LoaderView& loader,
                     const KnownLibraries& libraries) {
  const auto path = loader.on_system("libc.so.6");
  if (!path) return {};
  const auto real = image.host->real_path(*path);
  const auto found = libraries.find(real.value_or(*path));
  return found == libraries.end() || !found->second.elf ? std::string()
                                                        : newest_glibc(*found->second.elf);
}

/// A tree for each environment of the image, and one of the libraries that no package owns: a
/// process belongs to one of them.
class ImageTrees {
 public:
  ImageTrees(const Image& image, const Looker& looker, CollectAudit options)
      : image_(image), looker_(looker), known_(looker.found()), options_(std::move(options)) {
    options_.known = &known_;
    options_.is_whole = image.problems.empty();
  }

  std::vector<AuditTree> trees() {
    const python::Found found = python::environments(*image_.host, {});
    for (const python::Environment& each : found.environments) take(each);
    for (const std::string& site : sites_with_code()) {
      if (sites_.count(site) > 0) continue;
      take({.path = paths::parent(paths::parent(paths::parent(site))),
            .kind = "venv",
            .version = {},
            .base = {},
            .sites = {site}});
    }
    take_rest();
    return std::move(trees_);
  }

 private:
  /// Folders of packages, wherever in the image they are: an image need not have the interpreter
  /// that its packages are for in the place where a system has it.
  std::set<std::string> sites_with_code() const {
    std::set<std::string> out;
    for (const auto& [path, library] : known_) {
      for (const std::string_view name : {"/site-packages/", "/dist-packages/"}) {
        const std::size_t at = path.find(name);
        if (at != std::string::npos) out.insert(path.substr(0, at + name.size() - 1));
      }
    }
    return out;
  }

  void take(const python::Environment& environment) {
    for (const std::string& site : environment.sites)
      sites_.insert(image_.host->real_path(site).value_or(site));
    AuditTree tree = environment_tree(*image_.host, environment, options_);
    for (const AuditLibrary& library : tree.libraries)
      owned_.insert(looker_.file_of(image_.host->real_path(library.path).value_or(library.path)));
    trees_.push_back(std::move(tree));
  }

  /// Libraries and programs with GPU code that no package of Python owns, each for itself.
  void take_rest() {
    AuditTree rest;
    for (const auto& [path, library] : known_) {
      if (owned_.count(looker_.file_of(path)) > 0 || library.code.modules == 0) continue;
      // What an installer keeps for the next time is loaded by nobody.
      if (path.find("/.cache/uv/") != std::string::npos) continue;
      AuditLibrary copy = library;
      copy.package = static_cast<int>(rest.packages.size());
      AuditPackage package;
      package.name = package.path = path;
      rest.packages.push_back(std::move(package));
      rest.libraries.push_back(std::move(copy));
    }
    trees_.push_back(std::move(rest));
  }

  const Image& image_;
  const Looker& looker_;
  const KnownLibraries& known_;
  CollectAudit options_;
  std::vector<AuditTree> trees_;
  std::set<std::string> sites_, owned_;
};

/// {13, 1} of "13.1.0"; nothing for what is no version.
std::optional<CudaVersion> cuda_of(std::string_view text) {
  const auto numbers = Version{std::string(text)}.numbers();
  if (numbers.size() < 2) return std::nullopt;
  return CudaVersion{static_cast<int>(numbers[0]), static_cast<int>(numbers[1])};
}

AuditItem of_image(AuditVerdict verdict, std::vector<AuditCause> causes) {
  AuditItem out;
  out.name = "the image";
  out.verdict = verdict;
  out.causes = std::move(causes);
  return out;
}

/// What differs is told of the image: which files of it are worth nothing is not known.
void take_check(const Image& image, Audit& audit) {
  if (image.compared > 0)
    audit.notes.push_back(counted(image.compared, "file") +
                          " of the image held against their SHA-256");
  if (image.without_digest > 0)
    audit.notes.push_back("no SHA-256 is known of " + counted(image.without_digest, "file") +
                          " of the image");
  if (image.differences.empty()) return;
  std::vector<AuditCause> causes;
  for (const ImageProblem& each : image.differences)
    causes.push_back({"changed-file", each.what, each.where});
  audit.items.insert(audit.items.begin(), of_image(AuditVerdict::not_judged, std::move(causes)));
}

void take_config(const Image& image, const AuditTarget& target, Audit& audit) {
  const ImageConfig& config = image.config;
  std::vector<std::string> told = image.names;
  told.insert(told.end(), image.platforms.begin(), image.platforms.end());
  if (!told.empty()) audit.notes.push_back(joined(told, ", "));
  if (!target.machine.empty() && !config.machine().empty() && config.machine() != target.machine) {
    audit.items.insert(
        audit.items.begin(),
        of_image(AuditVerdict::cannot_load,
                 {{"wrong-processor",
                   fmt::format("is for {}, this is {}", config.machine(), target.machine),
                   {}}}));
  }
  if (!config.entrypoint.empty())
    audit.notes.push_back("entry point: " + joined(config.entrypoint, " "));
  for (const auto& [name, value] : config.environment) {
    if (name.starts_with("NCCL_") || name == "LD_LIBRARY_PATH" ||
        name.starts_with("NVIDIA_REQUIRE") || name == "CUDA_VERSION")
      audit.notes.push_back(fmt::format("{}={}", name, printable(value, 200)));
  }
  const auto version = config.environment.find("CUDA_VERSION");
  const auto cuda = version == config.environment.end() ? std::nullopt : cuda_of(version->second);
  if (!cuda || !target.gpu.driver_cuda || *cuda <= *target.gpu.driver_cuda) return;
  const bool has_compat = image.host->info("/usr/local/cuda/compat").ok();
  audit.dangers.push_back(
      {"newer-driver",
       fmt::format("its CUDA {} is newer than the driver's {}: {}", text(*cuda),
                   text(*target.gpu.driver_cuda),
                   has_compat
                       ? "what it compiles at run time needs its own compatibility libraries "
                         "(/usr/local/cuda/compat), which its entry point turns on; keep it"
                       : "what it compiles at run time is refused"),
       {}});
}

}  // namespace

Result<Audit> audited_image(const HostView& host, const std::string& path,
                            const AuditSetting& setting) {
  CollectAudit options{{setting.target.gpu, setting.rules, setting.table, {}}, false, 1};
  options.machine = setting.target.machine;
  options.reading.artifact.small = kSmallOfMany;
  if (setting.deep) options.reading.artifact.deep = ArtifactOptions::Deep::always;
  Looker looker(options.reading);
  ImageOptions wanted;
  wanted.verify = setting.verify;
  if (!setting.target.machine.empty()) wanted.machine = setting.target.machine;
  const Image image = TRY(opened(host, path, wanted, looker));
  const LoaderView loader(*image.host, machine_number(image.config.machine()));
  AuditTarget inside = setting.target;
  inside.glibc = glibc_in(image, loader, looker.found());
  AuditContext context{inside, setting.rules, setting.table};
  context.system = &loader;
  Audit out = judged({}, context);
  for (const AuditTree& tree : ImageTrees(image, looker, options).trees())
    merge(out, judged(tree, context));
  order(out.items);
  for (const ImageProblem& each : image.problems)
    out.unread.push_back({"malformed", each.what, each.where});
  take_check(image, out);
  take_config(image, setting.target, out);
  out.not_known.emplace_back(
      "symbols that extensions want of libtorch and of NVIDIA's libraries are not compared inside "
      "images");
  return out;
}

}  // namespace gb10
