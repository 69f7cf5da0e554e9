#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/fact.h"
#include "model/series.h"

namespace gb10 {

/// What was seen while something ran: of which machine, how it was asked, what came over time, and
/// what it came to. `report` and `compare` read nothing else. One JSON form, which has a number.
struct RunRecord {
  static constexpr int kSchema = 1;

  std::string id;                    // another one for each run: "20261128-171502-4711"
  std::vector<std::string> command;  // its words; empty where no command was run
  std::string version;               // of gb10
  std::int64_t begun = 0;            // nanoseconds since 1970
  Facts machine;
  std::map<std::string, std::string> params;  // "rate" = "10 Hz"
  std::vector<Series> series;
  std::vector<Figure> results;
  /// Why something is missing; each a sentence.
  std::vector<std::string> notes;

  /// The number that a run came to; null where it has none of that name.
  const Figure* find(std::string_view name) const;

  friend bool operator==(const RunRecord& a, const RunRecord& b);
};

Json to_json(const RunRecord& record);
/// Error `unsupported` for a form of a later version, `invalid` for what is none.
Result<RunRecord> run_record_from(const Json& json);

}  // namespace gb10
