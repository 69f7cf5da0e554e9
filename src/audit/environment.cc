#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "audit/collect.h"
#include "audit/record_causes.h"
#include "base/text.h"
#include "facts/paths.h"
#include "facts/python_parts.h"
#include "wheel/metadata.h"
#include "wheel/pep440.h"
#include "wheel/tags.h"

namespace gb10 {

namespace {

constexpr std::size_t kMostRecordCauses = 100;  // of one package

using python::Environment;
using python::Package;

/// Collects the packages of an environment and the files with code that belong to each.
class Collector {
 public:
  Collector(const HostView& host, const CollectAudit& options) : host_(host), options_(options) {}

  AuditTree collect(const Environment& environment) {
    tree_.python = two_numbers(environment.version);
    if (!tree_.python.empty() && runs_threads_freely(environment)) tree_.python += "t";
    const python::Packages packages = python::packages(host_, environment);
    for (const Package& package : packages.all) take(package);
    for (const std::string& broken : packages.broken)
      tree_.unread.push_back({"malformed", broken, environment.path});
    for (const std::string& site : environment.sites) take_unowned(site);
    if (environment.kind == "conda") take_conda(environment.path);
    read_requirements();
    // What a folder of packages is used beside is not known.
    tree_.is_environment = environment.kind != "folder";
    tree_.libraries = read_libraries(host_, tasks_, options_);
    const HostView& host = host_;
    tree_.open = [&host](const std::string& path) { return host.open(path); };
    return std::move(tree_);
  }

 private:
  /// Such a Python loads no modules of the other one of its version.
  static bool runs_threads_freely(const Environment& environment) {
    return std::any_of(environment.sites.begin(), environment.sites.end(), [](const auto& site) {
      const std::string folder(paths::last(paths::parent(site)));
      return folder.starts_with("python3.") && folder.ends_with('t');
    });
  }

  static std::string two_numbers(const std::string& version) {
    const auto numbers = Version{version}.numbers();
    return numbers.size() < 2 ? std::string() : fmt::format("{}.{}", numbers[0], numbers[1]);
  }

  void take(const Package& package) {
    const int index = static_cast<int>(tree_.packages.size());
    tree_.packages.push_back(
        {normalised_name(package.name), package.version, package.info, package.site, {}, {}, {}});
    claimed_.insert(package.site + "/" + paths::last(package.info));
    take_editable(package, index);
    const auto record = host_.read(package.info + "/RECORD");
    if (!record.ok()) {
      if (record.error().kind != Error::Kind::not_found)
        tree_.unread.push_back({"unreadable", record.error().what, package.info + "/RECORD"});
      return;
    }
    take_record(*record, package, index);
    if (options_.verify) verify(*record, package, index);
  }

  void take_record(const std::string& record, const Package& package, int index) {
    const auto use = [&](const RecordLine& line) {
      if (line.path.starts_with("../") || line.path.starts_with('/')) return;
      claim_top(package.site, line.path);
      if (!is_library_name(paths_last(line.path))) return;
      add(package.site + "/" + std::string(line.path), index);
    };
    std::size_t count = 0;
    const auto problem = [&](std::string what) {
      if (++count > kMostRecordCauses + 1) return;
      if (count > kMostRecordCauses) what = "and more";
      tree_.packages[static_cast<std::size_t>(index)].causes.push_back(
          {"malformed", "RECORD: " + what, package.info + "/RECORD"});
    };
    const auto done = each_recorded(record, use, problem);
    if (!done.ok()) problem(done.error().what);
  }

  static std::string_view paths_last(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
  }

  /// Of folders that share a name several packages own a part.
  void claim_top(const std::string& site, std::string_view path) {
    const std::string_view top = path.substr(0, path.find('/'));
    if (site == last_site_ && top == last_top_) return;
    last_site_ = site;
    last_top_ = std::string(top);
    claimed_.insert(site + "/" + last_top_);
  }

  void add(std::string path, int package) {
    const auto [owner, is_new] = owners_.emplace(path, package);
    if (is_new) {
      tasks_.push_back({std::move(path), package});
      return;
    }
    if (owner->second == package) return;
    const AuditPackage& first = tree_.packages[static_cast<std::size_t>(owner->second)];
    AuditPackage& second = tree_.packages[static_cast<std::size_t>(package)];
    if (!told_.insert({owner->second, package}).second) return;
    second.causes.push_back(
        {"two-copies",
         fmt::format("installs the same files as {} {}: only the later of the two is there",
                     first.name, first.version),
         path});
  }

  void verify(const std::string& text, const Package& package, int index) {
    AuditPackage& owner = tree_.packages[static_cast<std::size_t>(index)];
    const auto record = read_record(text);
    if (!record.ok()) {
      owner.causes.push_back({"malformed", record.error().what, package.info + "/RECORD"});
      return;
    }
    PackageFiles files;
    files.open = [&](const std::string& path) { return host_.open(package.site + "/" + path); };
    verify_package(*record, files, owner, tree_.recorded);
  }

  /// "/home/u/my project" of "/home/u/my%20project", as addresses write it.
  static std::string path_of_address(std::string_view address) {
    std::string out;
    for (std::size_t i = 0; i < address.size(); ++i) {
      const auto code = address[i] == '%' && address.size() - i > 2
                            ? whole_number(address.substr(i + 1, 2), 16)
                            : std::nullopt;
      out.push_back(code ? static_cast<char>(*code) : address[i]);
      i += code ? 2 : 0;
    }
    return out;
  }

  /// Whether it is the whole machine, or lies where the kernel shows what is no file.
  bool is_no_source(const std::string& folder) const {
    const auto real = paths::resolved(host_, folder);
    const std::string path = paths::plain(real.ok() ? *real : folder);
    if (path == "/") return true;
    const std::string top = path.substr(0, path.find('/', 1));
    return top == "/proc" || top == "/sys" || top == "/dev";
  }

  /// An editable installation has its code where its source is.
  void take_editable(const Package& package, int index) {
    const auto text = host_.read(package.info + "/direct_url.json");
    if (!text.ok()) return;
    const auto url = read_direct_url(*text);
    constexpr std::string_view kFile = "file://";
    if (!url.ok() || !url->editable || !url->url.starts_with(kFile)) return;
    const std::string folder = path_of_address(url->url.substr(kFile.size()));
    if (!host_.info(folder).ok()) {
      tree_.unread.push_back({"missing-file", "its source is not there", folder});
      return;
    }
    if (is_no_source(folder)) {
      tree_.unread.push_back({"unreadable", "is no folder of a source", folder});
      return;
    }
    for (const std::string& file : library_files(host_, folder, tree_.unread).files) {
      // An environment that lies in the source folder has owners of its own.
      const bool is_of_others = file.find("/build/") != std::string::npos ||
                                file.find("/site-packages/") != std::string::npos;
      if (is_library_name(paths_last(file)) && !is_of_others) add(file, index);
    }
  }

  /// What no RECORD lists: copied in by hand, or by an installer that keeps none.
  void take_unowned(const std::string& site) {
    const auto entries = host_.list(site);
    if (!entries.ok()) {
      if (entries.error().kind != Error::Kind::not_found)
        tree_.unread.push_back({"unreadable", entries.error().what, site});
      return;
    }
    for (const DirEntry& entry : *entries) {
      const std::string path = site + "/" + entry.name;
      const bool is_info = entry.name.ends_with(".dist-info") || entry.name.ends_with(".egg-info");
      if (is_info || entry.name == "__pycache__" || claimed_.count(path) > 0) continue;
      if (entry.kind == FileKind::directory) {
        take_folder(path, entry.name, site);
      } else if (entry.kind == FileKind::regular && is_library_name(entry.name)) {
        add(path, new_package(entry.name, path, site));
      }
    }
  }

  void take_folder(const std::string& path, const std::string& name, const std::string& site) {
    const std::vector<std::string> files = library_files(host_, path, tree_.unread).files;
    if (files.empty()) return;
    int index = package_named(normalised_name(name));
    if (index < 0) index = new_package(name, path, site);
    for (const std::string& file : files) {
      if (is_library_name(paths_last(file))) add(file, index);
    }
  }

  int package_named(const std::string& name) const {
    for (std::size_t i = 0; i < tree_.packages.size(); ++i) {
      if (tree_.packages[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }

  int new_package(const std::string& name, const std::string& path, const std::string& site) {
    tree_.packages.push_back({name, "", path, site, {}, {}, {}});
    return static_cast<int>(tree_.packages.size()) - 1;
  }

  void take_conda(const std::string& prefix) {
    const auto entries = host_.list(prefix + "/conda-meta");
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      if (!entry.name.ends_with(".json")) continue;
      const std::string file = prefix + "/conda-meta/" + entry.name;
      const auto text = host_.read(file);
      const auto package =
          text.ok() ? read_conda_package(*text) : Result<CondaPackage>(text.error());
      if (!package.ok()) {
        tree_.unread.push_back({"malformed", package.error().what, file});
        continue;
      }
      int index = -1;
      for (const std::string& path : package->files) {
        if (!is_library_name(paths_last(path)) || owners_.count(prefix + "/" + path) > 0) continue;
        const auto info = host_.link(prefix + "/" + path);
        if (info.ok()) continue;  // another name of a file that is listed too
        if (index < 0) {
          index = new_package(package->name, file, prefix);
          tree_.packages.back().version = package->version;
        }
        add(prefix + "/" + path, index);
      }
    }
  }

  /// Only of packages that have something to load: the rest want nothing of the loader.
  void read_requirements() {
    const MarkerEnvironment machine = markers_of(options_, tree_.python);
    std::set<int> with_code;
    for (const LibraryTask& task : tasks_) with_code.insert(task.package);
    for (const int index : with_code) {
      AuditPackage& package = tree_.packages[static_cast<std::size_t>(index)];
      if (!package.path.ends_with("-info")) continue;
      const bool is_egg = package.path.ends_with(".egg-info");
      const std::string file = package.path + (is_egg ? "/PKG-INFO" : "/METADATA");
      const auto text = host_.read(file);
      const auto metadata =
          text.ok() ? read_metadata(*text) : Result<PackageMetadata>(text.error());
      if (!metadata.ok()) {
        tree_.unread.push_back({"unreadable", metadata.error().what, file});
        continue;
      }
      for (const std::string& each : metadata->requires_dist) {
        std::string name = required_name(each, machine);
        if (name.starts_with("nvidia-") && package_named(name) < 0)
          package.lacks.emplace_back(trimmed(std::string_view(each).substr(0, each.find(';'))));
        if (!name.empty()) package.wanted.push_back(std::move(name));
      }
    }
  }

  const HostView& host_;
  const CollectAudit& options_;
  AuditTree tree_;
  std::vector<LibraryTask> tasks_;
  std::map<std::string, int> owners_;
  std::set<std::string> claimed_;
  std::set<std::pair<int, int>> told_;
  std::string last_site_, last_top_;
};

}  // namespace

AuditTree environment_tree(const HostView& host, const Environment& environment,
                           const CollectAudit& options) {
  return Collector(host, options).collect(environment);
}

Result<AuditTree> environment_tree(const HostView& host, const std::string& folder,
                                   const CollectAudit& options) {
  for (const Environment& system : python::system_environments(host)) {
    if (system.path == folder) return environment_tree(host, system, options);
  }
  const Environment environment = TRY(python::environment_in(host, folder));
  return environment_tree(host, environment, options);
}

}  // namespace gb10
