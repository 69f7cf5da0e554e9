#pragma once
// audit/ tells whether code can run: it reads files, wheels, environments and images by their
// headers and tables, and judges them for a target. It refuses to import, load or start anything.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// A version of CUDA: {13, 0}.
struct CudaVersion {
  int major = 0, minor = 0;
  friend auto operator<=>(const CudaVersion&, const CudaVersion&) = default;
};
std::string text(CudaVersion version);

/// A GPU that code is judged for.
struct GpuTarget {
  int arch = 0;                            // 121 for compute capability 12.1
  std::optional<CudaVersion> driver_cuda;  // what its driver takes; nothing when not known
  std::string capability() const;          // "12.1"
};

/// A machine that can be named, as documents describe it.
struct NamedTarget {
  std::string name, title, machine, driver, glibc, python;
  int arch = 0, cuda = 0;
};

/// What NVIDIA says of code, GPUs and drivers (data/audit/gpu-code.toml).
class GpuRules {
 public:
  static Result<GpuRules> from(std::string_view toml, std::string_view file);
  static Result<GpuRules> built_in();

  /// Whether code for the family of `arch` runs on `device`; nothing when the family is unknown.
  std::optional<bool> is_in_family(int arch, int device) const;
  bool is_tegra(int arch) const;
  /// The CUDA whose driver takes PTX of this version; nothing when nobody said.
  std::optional<CudaVersion> cuda_of_ptx(int major, int minor) const;
  /// The first driver that takes what CUDA `version` made; empty when not known.
  std::string driver_of(CudaVersion version) const;
  /// The CUDA of a driver ("580", "580.142"), {0, 0} for one older than the table; nothing for one
  /// beyond it, and for what is no driver.
  std::optional<CudaVersion> cuda_of_driver(std::string_view driver) const;
  /// The oldest branch of drivers that runs programs of a CUDA generation; 0 when not known.
  int driver_floor(int cuda) const;
  const NamedTarget* target(std::string_view name) const;
  const std::vector<NamedTarget>& targets() const { return targets_; }

 private:
  struct Ptx {
    CudaVersion version, cuda;
    std::string driver;
  };
  std::map<int, std::vector<int>> families_;
  std::vector<int> tegra_;
  std::vector<Ptx> ptx_;  // by version
  std::map<int, int> floors_;
  std::vector<NamedTarget> targets_;
};

}  // namespace gb10
