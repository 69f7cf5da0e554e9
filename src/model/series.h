#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/quantity.h"

namespace gb10 {

/// One metric over time: `values[i]` was read `at[i]` seconds after the record began. A value that
/// was not known is not a number; in JSON it is null.
struct Series {
  std::string metric;  // "gpu.power"
  Unit unit = Unit::none;
  std::vector<double> at, values;  // of the same length, `at` grows

  /// Values that are not known are equal to each other.
  friend bool operator==(const Series& a, const Series& b);
};

/// One number that a run came to.
struct Figure {
  std::string name;  // "gpu.energy"
  Unit unit = Unit::none;
  double value = 0;      // not a number: not known, and `how` says why
  std::string evidence;  // "measured", "reported" or "computed"
  std::string how;       // where it comes from, in words

  friend bool operator==(const Figure& a, const Figure& b);
};

Json to_json(const Series& series);
Result<Series> series_from(const Json& json);
Json to_json(const Figure& figure);
Result<Figure> figure_from(const Json& json);

}  // namespace gb10
