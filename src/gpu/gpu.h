#pragma once
// gpu/ is the door to the GPU: NVML and the CUDA driver, opened at run time, asked in a helper
// process because a driver can hang. Above this door there are only plain values. It refuses to
// change a setting of the GPU, but for the lock of its clock (control.h).

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/fact.h"
#include "model/sample.h"

namespace gb10 {

/// Everything the driver says of one GPU, under the keys of gpu_fields() ("name", "pci.bus_id",
/// "memory.total"), each a value or why not.
struct GpuInfo {
  int index = 0;
  Facts fields;
};

/// A process that holds memory of a GPU.
struct GpuProcess {
  int gpu = 0;
  std::int64_t pid = 0;
  std::optional<std::uint64_t> memory;  // bytes; nothing where the driver does not tell
  std::string type;                     // "compute" or "graphics"
};

/// What the driver says of itself.
struct GpuDriver {
  Result<std::string> driver_version;  // "580.142"
  Result<std::string> nvml_version;
  Result<std::int64_t> cuda_version;  // 13000
  /// cuInit's answer: 0 when the compute engine lives. Only this shows a dead engine; device counts
  /// do not.
  Result<std::int64_t> cu_init;
};

enum class LoadKind { fma, matrix_vector, copy };
const char* word(LoadKind kind);

/// What own load on a GPU showed.
struct LoadResult {
  LoadKind kind = LoadKind::fma;
  double seconds = 0;              // measured with device events
  double rate = 0;                 // FLOP/s for fma, bytes/s else
  bool verified = false;           // the result was compared with the CPU's
  std::vector<GpuSample> samples;  // about every 0.5 s while it ran
};

class GpuView {
 public:
  virtual ~GpuView() = default;
  virtual Result<std::vector<GpuInfo>> list() const = 0;
  virtual Result<GpuDriver> driver() const = 0;
  virtual Result<std::vector<GpuProcess>> processes() const = 0;
  /// Samples over `window`: live one every 0.5 s (just one for a window of 0); of a tree or a
  /// snapshot all that it holds, whatever the window.
  virtual Result<GpuSeries> samples(int gpu, std::chrono::duration<double> window) const = 0;
  /// Own load for `length`, sampled meanwhile; of a tree or snapshot what was recorded.
  virtual Result<LoadResult> load(int gpu, LoadKind kind,
                                  std::chrono::duration<double> length) const = 0;
};

/// One line per field that NVML may give: name, type, unit, words; the getter stands beside it in
/// nvml.cc.
std::span<const FactSpec> gpu_fields();

}  // namespace gb10
