#include "audit/collect.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/paths.h"
#include "wheel/pep440.h"
#include "wheel/tags.h"

namespace gb10 {

namespace {

constexpr int kDeepest = 40;
constexpr std::size_t kMostFiles = 200'000, kMostEntries = 1'000'000;

bool is_candidate(std::string_view name) {
  return is_library_name(name) || name.ends_with(".a") || name.ends_with(".o");
}

/// Goes through the folders below one, and remembers how much it has seen.
class FolderWalk {
 public:
  FolderWalk(const HostView& host, std::vector<AuditCause>& unread)
      : host_(host), unread_(unread) {}

  void walk(const std::string& folder, int depth) {
    const auto entries = host_.list(folder);
    if (!entries.ok()) {
      unread_.push_back({"unreadable", entries.error().what, folder});
      return;
    }
    const bool is_environment =
        std::any_of(entries->begin(), entries->end(), [](const DirEntry& entry) {
          return entry.name == "pyvenv.cfg" || entry.name == "conda-meta";
        });
    if (is_environment && depth > 0) {
      environments.push_back(folder);
      return;
    }
    for (const DirEntry& entry : *entries) {
      if (is_full()) return;
      ++seen_;
      take(entry, folder == "/" ? "/" + entry.name : folder + "/" + entry.name, depth);
    }
  }

  /// Why it ended early; empty when it did not.
  std::string limit() const {
    if (files.size() >= kMostFiles) return fmt::format("more than {} files", kMostFiles);
    if (seen_ >= kMostEntries) return fmt::format("more than {} files and folders", kMostEntries);
    return {};
  }

  std::vector<std::string> files;
  std::vector<std::string> environments;  // which it did not go into

 private:
  bool is_full() const { return files.size() >= kMostFiles || seen_ >= kMostEntries; }

  void take(const DirEntry& entry, const std::string& path, int depth) {
    if (entry.kind == FileKind::directory && depth == kDeepest) {
      unread_.push_back({"unreadable", fmt::format("lies below {} folders", kDeepest), path});
    } else if (entry.kind == FileKind::directory) {
      walk(path, depth + 1);
    } else if (entry.kind == FileKind::regular && is_candidate(entry.name)) {
      files.push_back(path);
    }
  }

  const HostView& host_;
  std::vector<AuditCause>& unread_;
  std::size_t seen_ = 0;
};

constexpr const char *kNotThere = "is not there", *kEmptyFile = "is empty";

/// Why a library that nobody read is not known.
void set_problem(const Result<FileInfo>& info, bool is_whole, AuditLibrary& library) {
  using Problem = AuditLibrary::Problem;
  const bool is_missing = !info.ok() && info.error().kind == Error::Kind::not_found;
  if (is_missing && !is_whole) {
    library.problem = "may lie in what could not be read";
    library.problem_is = Problem::of_access;
  } else if (is_missing) {
    library.problem = kNotThere;
    library.problem_is = Problem::missing;
  } else if (info.ok() && info->size == 0) {
    library.problem = kEmptyFile;
    library.problem_is = Problem::of_form;
  } else {
    library.problem = info.ok() ? "was not looked into" : info.error().what;
    library.problem_is = Problem::of_access;
  }
}

AuditLibrary known_one(const HostView& host, const LibraryTask& task, const CollectAudit& options) {
  const auto real = paths::resolved(host, task.path);
  const KnownLibraries& known = *options.known;
  const auto found = known.find(real.value_or(task.path));
  AuditLibrary out;
  if (found != known.end()) {
    out = found->second;
  } else {
    set_problem(host.info(task.path), options.is_whole, out);
  }
  out.path = task.path;
  out.package = task.package;
  return out;
}

AuditLibrary read_one(const HostView& host, const LibraryTask& task, const CollectAudit& options) {
  if (options.known) return known_one(host, task, options);
  const auto blob = host.open(task.path);
  AuditLibrary out;
  if (blob.ok()) {
    out = read_library(**blob, task.path, options.reading);
  } else {
    out.path = task.path;
    const bool is_missing = blob.error().kind == Error::Kind::not_found;
    out.problem_is = is_missing ? AuditLibrary::Problem::missing : AuditLibrary::Problem::of_access;
    out.problem = is_missing ? kNotThere : blob.error().what;
  }
  out.package = task.package;
  return out;
}

/// A package that stands for one file.
AuditPackage package_of_file(const std::string& path, const std::string& below) {
  AuditPackage out;
  const bool is_inside = !below.empty() && path.starts_with(below + "/");
  out.name = is_inside ? path.substr(below.size() + 1) : path;
  out.path = path;
  return out;
}

AuditTree tree_of_files(const HostView& host, const std::vector<std::string>& files,
                        const std::string& below, const CollectAudit& options) {
  AuditTree tree;
  std::vector<LibraryTask> tasks;
  for (const std::string& file : files) {
    tasks.push_back({file, static_cast<int>(tree.packages.size())});
    tree.packages.push_back(package_of_file(file, below));
  }
  tree.libraries = read_libraries(host, tasks, options);
  tree.open = [&host](const std::string& path) { return host.open(path); };
  return tree;
}

/// Few files take most of the time: begun last, one of them would be waited for alone. Where there
/// are many, their sizes cost more than that.
std::vector<std::size_t> largest_first(const HostView& host, const std::vector<LibraryTask>& tasks,
                                       const CollectAudit& options) {
  constexpr std::size_t kFew = 200;
  std::vector<std::size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0);
  if (options.known || tasks.size() > kFew) return order;
  std::vector<std::uint64_t> sizes(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto info = host.info(tasks[i].path);
    sizes[i] = info.ok() ? info->size : 0;
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  return order;
}

}  // namespace

FolderFiles library_files(const HostView& host, const std::string& folder,
                          std::vector<AuditCause>& unread) {
  FolderWalk found(host, unread);
  found.walk(folder, 0);
  const std::string limit = found.limit();
  if (!limit.empty()) unread.push_back({"unreadable", limit, folder});
  return {std::move(found.files), std::move(found.environments)};
}

std::vector<AuditLibrary> read_libraries(const HostView& host,
                                         const std::vector<LibraryTask>& tasks,
                                         const CollectAudit& options) {
  std::vector<AuditLibrary> out(tasks.size());
  const std::vector<std::size_t> order = largest_first(host, tasks, options);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size(); i = next++)
      out[order[i]] = read_one(host, tasks[order[i]], options);
  };
  const auto count = std::min<std::size_t>(host.self().live ? options.threads : 1, tasks.size());
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < count; ++i) others.emplace_back(work);
  work();
  others.clear();
  return out;
}

std::string required_name(std::string_view requirement, const MarkerEnvironment& machine) {
  const std::size_t behind = requirement.find(';');
  if (behind != std::string_view::npos) {
    const auto condition = marker(requirement.substr(behind + 1));
    if (condition.ok() && condition->holds(machine) == false) return {};
  }
  const std::size_t end = requirement.find_first_of(" \t[(<>=!~;@");
  return normalised_name(trimmed(requirement.substr(0, end)));
}

MarkerEnvironment markers_of(const CollectAudit& options, const std::string& python) {
  std::string_view numbers = python;
  if (numbers.ends_with('t')) numbers.remove_suffix(1);
  MarkerEnvironment out = linux_environment(options.machine, numbers);
  if (options.machine.empty()) out.values.erase("platform_machine");
  if (python.empty()) {
    for (const char* const name :
         {"python_version", "python_full_version", "implementation_version"})
      out.values.erase(name);
    out.highest.clear();
  }
  return out;
}

AuditTree folder_tree(const HostView& host, const std::string& folder,
                      const CollectAudit& options) {
  std::vector<AuditCause> unread;
  FolderFiles found = library_files(host, folder, unread);
  AuditTree tree = tree_of_files(host, found.files, folder, options);
  tree.environments = std::move(found.environments);
  tree.unread = std::move(unread);
  return tree;
}

Result<AuditTree> file_tree(const HostView& host, const std::string& path,
                            const CollectAudit& options) {
  // A file that was named must be there; of a folder's files a missing one is told with the rest.
  TRY(host.open(path));
  return tree_of_files(host, {path}, "", options);
}

}  // namespace gb10
