#pragma once
// Runs for the tests of a comparison.

#include <string>
#include <vector>

#include "model/run_record.h"

namespace gb10 {

/// A series of blocks of ten seconds, `at[i]` seconds after the run began.
inline Series block_series(std::string metric, Unit unit, std::vector<double> values,
                           std::vector<double> at = {}) {
  for (std::size_t i = at.size(); i < values.size(); ++i)
    at.push_back(10.0 * static_cast<double>(i));
  return {std::move(metric), unit, std::move(at), std::move(values)};
}

inline RunRecord block_run(std::string id, std::vector<Series> series) {
  RunRecord out;
  out.id = std::move(id);
  out.version = "0.1.0";
  out.params = {{"driver", "580.95.05"}, {"result.note", out.id}};
  out.series = std::move(series);
  return out;
}

}  // namespace gb10
