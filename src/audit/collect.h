#pragma once

#include <map>
#include <string>
#include <vector>

#include "audit/tree.h"
#include "facts/python_parts.h"
#include "host/host.h"
#include "wheel/marker.h"

namespace gb10 {

/// Libraries that were read before, by their paths without links.
using KnownLibraries = std::map<std::string, AuditLibrary>;

/// How much of a tree is looked at.
struct CollectAudit {
  LibraryReading reading;
  bool verify = false;   // hold every file against its RECORD
  unsigned threads = 8;  // waiting for a disk is what takes long, not the processor
  const KnownLibraries* known = nullptr;  // then no file is opened
  bool is_whole = true;      // all that there is was seen: what is not there is missing
  std::string machine = {};  // "aarch64": what markers of requirements are judged for; may be empty
  std::string python = {};   // "3.12" of what has none of its own
};

/// Of many files only those of no more bytes are searched for code outside its sections.
inline constexpr std::uint64_t kSmallOfMany = 1U << 20U;

/// A Python environment: its packages, whose files RECORD tells, and what nobody owns. Error
/// `not_found` when `folder` is none.
Result<AuditTree> environment_tree(const HostView& host, const std::string& folder,
                                   const CollectAudit& options);

/// The same for one that is known already.
AuditTree environment_tree(const HostView& host, const python::Environment& environment,
                           const CollectAudit& options);

/// Every library, cubin and static library below a folder, each for itself.
AuditTree folder_tree(const HostView& host, const std::string& folder, const CollectAudit& options);

/// One file for itself, whatever its name.
Result<AuditTree> file_tree(const HostView& host, const std::string& path,
                            const CollectAudit& options);

/// A wheel, read where it lies. `file` is its name, which tells what it is for.
Result<AuditTree> wheel_tree(const Blob& wheel, const std::string& file,
                             const CollectAudit& options);

/// A file that is to be read, and the package that it belongs to.
struct LibraryTask {
  std::string path;
  int package = -1;
};

/// Reads files side by side; what cannot be opened is a library with a problem. In the order of the
/// tasks.
std::vector<AuditLibrary> read_libraries(const HostView& host,
                                         const std::vector<LibraryTask>& tasks,
                                         const CollectAudit& options);

/// What lies below a folder.
struct FolderFiles {
  std::vector<std::string> files;         // with code, absolute and sorted
  std::vector<std::string> environments;  // which were not gone into: each is a process's own
};

/// Looks through `folder`, following no link. What cannot be listed is added to `unread`.
FolderFiles library_files(const HostView& host, const std::string& folder,
                          std::vector<AuditCause>& unread);

/// The package that a Requires-Dist line asks for on `machine` without an extra: "torch" of
/// "torch (>=2.1) ; python_version > '3.8'"; empty where its marker does not hold.
std::string required_name(std::string_view requirement, const MarkerEnvironment& machine);

/// What is known of `options.machine` and a Python, either of which may be empty.
MarkerEnvironment markers_of(const CollectAudit& options, const std::string& python);

}  // namespace gb10
