#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "audit/usable.h"
#include "elf/artifact.h"
#include "facts/library_table.h"
#include "model/audit.h"
#include "wheel/tags.h"

namespace gb10 {

/// A distribution, or a file that stands for itself.
struct AuditPackage {
  std::string name, version;        // "flash-attn", "2.7.4"
  std::string path;                 // its .dist-info, or the file
  std::string site;                 // where its files begin; empty for a file
  std::vector<std::string> wanted;  // names of the packages that its metadata requires
  std::vector<WheelTag> tags;       // of a wheel that is not installed: what it is for
  std::vector<AuditCause> causes;   // what its metadata and its record showed
  /// Requirements of NVIDIA's libraries that are not installed: "nvidia-cudnn-cu13==9.24.0.43".
  std::vector<std::string> lacks = {};
};

/// A shared object or another file with code, by what its headers say.
struct AuditLibrary {
  /// Of the file's form, of the disk or of rights, or that what must be there is not.
  enum class Problem { of_form, of_access, missing };

  std::string path;  // absolute on the machine, or inside the wheel
  int package = -1;  // whose it is: an index into AuditTree::packages
  Artifact::Kind kind = Artifact::Kind::other;
  std::optional<ElfInfo> elf;  // without its sections
  std::string problem;         // why nothing more is known of it; empty when all was read
  Problem problem_is = Problem::of_form;
  CodeVerdict code;
  std::vector<GpuProblem> damage;          // parts of its GPU code that make no sense
  std::vector<std::string> torch_symbols;  // what it wants of libtorch
  std::vector<std::string> cuda_symbols;   // what it wants of NVIDIA's libraries
};

/// Files by what their RECORD says of them.
struct RecordCounts {
  std::int64_t compared = 0, without_hash = 0;
};

/// Everything in one process's reach: an environment, a wheel, an image, a folder, a file.
struct AuditTree {
  std::vector<AuditPackage> packages;
  std::vector<AuditLibrary> libraries;
  std::vector<AuditCause> unread;         // folders and files that could not be looked at
  std::string python;                     // "3.12"; empty when not known
  RecordCounts recorded;                  // files that were held against a RECORD
  std::vector<std::string> environments;  // below a folder, not part of it
  bool is_environment = false;            // all that a process of it can import is here
  /// Opens a library of the tree again, for the symbols that others want of it.
  std::function<Result<std::unique_ptr<Blob>>(const std::string& path)> open;
};

/// Whether a file is one that is read, by its name: "libx.so.1", "x.node", "x.cubin".
bool is_library_name(std::string_view name);

/// How a library is read for a target.
struct LibraryReading {
  const GpuTarget& gpu;
  const GpuRules& rules;
  const LibraryTable& table;
  ArtifactOptions artifact;
};

/// Reads what `blob` holds into a library with that path. What is no ELF file, cubin, fatbin or
/// static library comes back with the kind `other`.
AuditLibrary read_library(const Blob& blob, std::string path, const LibraryReading& reading);

}  // namespace gb10
