#pragma once

#include <optional>

#include "base/blob.h"
#include "base/result.h"
#include "elf/elf.h"
#include "elf/gpu_image.h"

namespace gb10 {

/// A file that may hold code for a GPU or want libraries.
struct Artifact {
  enum class Kind { elf, cubin, fatbin, archive, other };
  Kind kind = Kind::other;
  std::optional<Result<ElfInfo>> elf;  // of an ELF file for the host
  GpuCode code;

  /// What the loader would read; null where there is nothing or it makes no sense.
  const ElfInfo* info() const { return elf && elf->ok() ? &**elf : nullptr; }
};

struct ArtifactOptions {
  /// Whether data sections are searched for containers and cubins: only where a library of the GPU
  /// has no section for them or the file is small (`by_need`), or in each file up to a size.
  enum class Deep { by_need, always };
  Deep deep = Deep::by_need;
  std::uint64_t small = 16U << 20U;        // bytes up to which a file is searched by need
  std::uint64_t most = ~std::uint64_t{0};  // bytes up to which it is searched at all
  bool with_names = false;                 // sources of images
  /// Bytes read at a time: the padding before a container (to a multiple of 32), its header and
  /// that of its first image.
  std::uint64_t step = 24 + 16 + 64;
};

/// Reads headers and tables of an ELF file, a cubin, a fatbin or a static library; nothing of it is
/// run or loaded. What makes no sense is in `code.problems`; an Error is only what cannot be read.
Result<Artifact> read_artifact(const Blob& blob, const ArtifactOptions& options);

/// One line of a list of everything that a file holds for GPUs, in the order of the file.
struct GpuListRow {
  std::string where, container, kind, arch, packing, version, stored, unpacked, note;
};
/// Never empty: a file without code has a row that says so.
std::vector<GpuListRow> gpu_list(const GpuCode& code);

/// Whether it wants a library of CUDA by name.
bool wants_cuda(const ElfInfo& info);

}  // namespace gb10
