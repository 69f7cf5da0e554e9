#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "model/finding.h"

namespace gb10 {

/// A line of a log and what stands around it, each with its number.
struct LogEvidence {
  std::int64_t line = 0;
  std::string text;  // without colours, at most some hundred columns around what matters
  std::vector<std::pair<std::int64_t, std::string>> before, after;

  friend bool operator==(const LogEvidence&, const LogEvidence&) = default;
};

/// Something that a log shows and that is known.
struct Known {
  std::string name, catalogue, title, why, applies, fixed, source, date;
  LogEvidence evidence;
  std::int64_t count = 1;       // lines that show it
  bool count_is_least = false;  // there may be more: not every line was looked at
  std::vector<Step> remedy;
  std::vector<std::string> not_remedy, facts;
  std::vector<std::string> here;  // what the machine at hand says to it

  friend bool operator==(const Known&, const Known&) = default;
};

/// The first line of a log that reports an error, whether it is known or not.
struct FirstError {
  LogEvidence evidence;
  std::string kind;  // "an exception of Python"

  friend bool operator==(const FirstError&, const FirstError&) = default;
};

/// What a log says.
struct Explanation {
  std::vector<Known> causes;            // the first is the one to mend
  std::vector<Known> consequences;      // what follows from a cause
  std::vector<Known> harmless;          // what looks bad and is not
  std::vector<Known> not_this_machine;  // what shows that the log is of another machine
  std::vector<Known> withheld;          // what would be a cause on a GB10
  std::optional<FirstError> first_error;
  std::int64_t lines = 0, bytes = 0;
};

Json to_json(const LogEvidence& evidence);
Json to_json(const Known& known);
Json to_json(const Explanation& explanation);

}  // namespace gb10
