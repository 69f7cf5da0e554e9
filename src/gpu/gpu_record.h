#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/gpu.h"

namespace gb10 {

/// Answers of a GpuView, kept: the text of .gb10/gpu.jsonl and of a snapshot, one line each.
struct GpuRecord {
  using Loads = std::map<std::pair<int, LoadKind>, Result<LoadResult>>;

  std::optional<Result<GpuDriver>> driver;
  std::optional<Result<std::vector<GpuInfo>>> list;
  std::optional<Result<std::vector<GpuProcess>>> processes;
  std::map<int, Result<std::vector<GpuSample>>> samples;  // by GPU, in the order of time
  Loads loads;

  /// The lines. Each sample is a line of its own.
  std::string jsonl() const;

  /// Reads the lines; empty ones count for nothing. `invalid`, with the line's number, for a line
  /// that cannot be read, and for a second answer to a question other than "sample".
  static Result<GpuRecord> read(std::string_view text);
};

}  // namespace gb10
