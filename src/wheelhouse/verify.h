#pragma once

#include <string>

#include "base/result.h"
#include "model/house_reports.h"
#include "wheelhouse/house.h"

namespace gb10 {

/// Holds the files of a house against its manifest, and that against the seal, several files side
/// by side. Changes nothing. Whoever calls holds the house, where it can be held.
Result<HouseCheck> verified(const std::string& path, const HouseState& state);

}  // namespace gb10
