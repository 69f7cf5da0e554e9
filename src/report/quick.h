#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/run_record.h"

namespace gb10 {

/// What a part of `gb10 bench quick` came to; `why` without a record says why there is none.
struct QuickPart {
  const char* name = "";
  std::string verdict = {}, why = {}, remedy = {};
  std::optional<RunRecord> record = {};
};

/// False where a part is worse than healthy; what cannot be told is not.
bool is_as_it_should_be(const std::vector<QuickPart>& parts);
/// One verdict for all: what is wrong first, then what is not known; then each part.
std::string quick_text(const std::vector<QuickPart>& parts);
Json to_json(const std::vector<QuickPart>& parts);

}  // namespace gb10
