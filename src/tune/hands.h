#pragma once

#include <string>
#include <string_view>

#include "gpu/control.h"
#include "host/host.h"
#include "model/tune.h"

namespace gb10 {

/// What a tuner changes things with.
struct TuneHands {
  Host& host;
  GpuControl* gpu = nullptr;  // null where no GPU is to be touched
};

/// Cells of a GPU are no files: "nvml:0:sm_clocks". What they hold cannot be read back.
inline constexpr std::string_view kGpuCell = "nvml:";
inline bool is_gpu_cell(std::string_view path) { return path.starts_with(kGpuCell); }

/// Asks the driver for "0 2200", lowest and highest clock in MHz; empty takes the lock away.
Result<void> set_gpu_cell(TuneHands& hands, const CellChange& cell, std::string_view value);

}  // namespace gb10
