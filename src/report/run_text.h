#pragma once

#include <span>
#include <string>

#include "model/run_record.h"

namespace gb10 {

/// Runs for a forum: what each was, its verdict, then results, series and parameters side by side.
/// What is not known is said so, with the reason where there is one.
std::string run_markdown(std::span<const RunRecord> records);

/// Every sample of every series: "run,metric,unit,seconds,value", a line each, in base units. A
/// value that is not known is empty. A text that a spreadsheet would take for a formula has a "'"
/// before it.
std::string run_csv(std::span<const RunRecord> records);

}  // namespace gb10
