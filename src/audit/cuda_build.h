#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "audit/requirement_set.h"

namespace gb10 {

/// For which CUDA something is built, as "cu130", "cpu" or the end of an index's address tells.
struct CudaBuild {
  bool is_cpu = false;
  int major = 0, minor = -1;  // of CUDA; -1 where the tag does not tell
  std::string tag;            // "cu130"

  bool is_cuda_13() const { return major == 13; }
  bool is_cuda_12() const { return major > 0 && major < 13; }
  /// CUDA 12.8 is the first whose compilers make code that a GB10 runs as it is.
  bool is_too_old() const { return is_cuda_12() && (major < 12 || (minor >= 0 && minor < 8)); }
};

/// What a tag such as "cu128", "cu13" or "cpu" says; nothing for any other text.
std::optional<CudaBuild> cuda_build(std::string_view tag);

/// What the local part of a version says ("2.9.0+cu130").
std::optional<CudaBuild> cuda_build_of(const PepVersion& version);

/// What the address of an index says: its last part that is a tag.
std::optional<CudaBuild> cuda_build_of_index(std::string_view url);

/// Whether PyTorch's own indexes have it: torch, torchvision and torchaudio come together.
bool is_of_torch_family(std::string_view package);

/// The build that an index, chosen for this package or for all, gives to `package` on a machine.
std::optional<CudaBuild> cuda_build_from_indexes(const RequirementSet& set,
                                                 std::string_view package,
                                                 const MarkerEnvironment& machine);

/// Where uv is told to take `package` from on a machine; null when it is told nothing.
const PackageSource* source_of(const RequirementSet& set, std::string_view package,
                               const MarkerEnvironment& machine);

}  // namespace gb10
