#pragma once

#include <string>

#include "gpu/gpu.h"

namespace gb10 {

/// Why a GPU's settings must not be touched now: it is busy far below its clock, with little power
/// and no reason for it, which a cap would hide. Empty where one look, or ten seconds after a
/// suspicious one, show otherwise; also where the driver tells too little.
std::string stuck_clock(const GpuView& gpu, int number);

}  // namespace gb10
