#pragma once

#include <utility>

#include "base/toml.h"
#include "model/quantity.h"

namespace gb10 {

/// The number of a text such as "231 GB/s", in base units. Error `invalid`, with file and line, for
/// another unit and for what is not above 0.
Result<double> quantity_in(const toml::Node& node, Unit unit);
/// Two of one unit, the second not below the first.
Result<std::pair<double, double>> range_in(const toml::Node& node, Unit unit);

}  // namespace gb10
