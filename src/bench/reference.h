#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/gates.h"
#include "host/tables.h"
#include "model/version.h"

namespace gb10 {

/// What is known of one kind of product on a GPU.
struct GemmReference {
  std::string type;
  double flop_per_clock = 0;                         // of a multiprocessor; what cannot be exceeded
  std::optional<std::pair<double, double>> healthy;  // FLOP/s of large products, as reported
  std::string reported_by;                           // where that is from
};

/// How a GPU that is well looks under a GEMM.
struct GpuStateReference {
  std::pair<double, double> clock;  // Hz
  std::pair<double, double> power;  // W
  double sick_clock = 0, sick_power = 0;
  std::string remedy, source, date;
};

/// What a part of the memory's work comes to on good units.
struct RateReference {
  std::string name;                   // of the figure
  std::pair<double, double> healthy;  // bytes per second
  double sick = 0;                    // below it a unit is not well
  std::optional<double> least;        // bytes of what was moved; less is not judged by it
  std::string source, date;
};

/// A state in which a matrix times a vector is slow and a copy is not. No remedy is known.
struct HiddenStateReference {
  std::pair<double, double> healthy;  // the rate of the one over that of the other
  double sick_ratio = 0;              // not above it
  std::string report;                 // how the state was described
  std::string source, date;
};

/// What is known of one GPU.
struct GpuReference {
  std::string name, title, source, date;
  Version capability;
  /// Where they are known: multiprocessors, the default clock in Hz, and what the memory can move
  /// in bytes per second, and is seen to be read with.
  std::optional<int> processors;
  std::optional<double> clock, memory, memory_read;
  std::optional<double> other_caches;  // bytes before the memory, besides the GPU's own
  std::optional<GpuStateReference> state;
  std::optional<HiddenStateReference> hidden_state;
  std::vector<RateReference> rates;
  std::vector<GemmReference> types;

  /// Of "fp8-e4m3" that of "fp8", where it has none of its own. Null where nothing is known of it.
  const GemmReference* type(std::string_view name) const;
};

/// Error `invalid`, with file and line.
Result<GpuReference> read_gpu_reference(const DataFile& file);
Result<std::vector<GpuReference>> gpu_references(std::span<const DataFile> files);
/// The same for the gates of numbers.
GpuCeilings ceilings_of(const GpuReference& gpu);
/// Null for a GPU that none of them is of.
const GpuReference* reference_of(std::span<const GpuReference> all, const Version& capability);

}  // namespace gb10
