#pragma once

#include <map>
#include <string>
#include <vector>

#include "audit/tree.h"
#include "facts/python_parts.h"
#include "host/host.h"

namespace gb10 {

/// Libraries that were read before, by their paths without links.
using KnownLibraries = std::map<std::string, AuditLibrary>;

/// How much of a tree is looked at.
struct CollectAudit {
  LibraryReading reading;
  bool verify = false;   // hold every file against its RECORD
  unsigned threads = 8;  // waiting for a disk is what takes long, not the processor
  const KnownLibraries* known = nullptr;  // then no file is opened
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

/// Names of files with code below `folder`, absolute and sorted, no link followed. What cannot be
/// listed is added to `unread`.
std::vector<std::string> library_files(const HostView& host, const std::string& folder,
                                       std::vector<AuditCause>& unread);

/// The packages that a Requires-Dist line may ask for without an extra: "torch" of
/// "torch (>=2.1) ; python_version > '3.8'"; empty for one that belongs to an extra.
std::string required_name(std::string_view requirement);

}  // namespace gb10
