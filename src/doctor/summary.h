#pragma once

#include <string>

#include "model/diagnosis.h"
#include "model/fact.h"

namespace gb10 {

/// What became of the GPU's speed: judged under load; under load, but no rule knows what this GPU
/// should reach; or never under load.
enum class Speed { judged, unknown, untested };

/// The verdict in words: "2 faults, 1 warning", "no fault found; GPU speed not tested".
std::string headline(const Diagnosis& diagnosis, Speed speed);

/// "NVIDIA DGX Spark   DGX OS 7.5.0   kernel 6.17.0-1014-nvidia   driver 580.142"; what is not
/// known is left out.
std::string machine_line(const Facts& facts);

/// What was seen of one part of the machine, one line.
std::string area_summary(Area area, const Facts& facts);

}  // namespace gb10
