#pragma once

#include <span>
#include <string>

#include "model/compat.h"
#include "report/report.h"

namespace gb10 {

/// The matrix, a line each.
std::string text(std::span<const DatedRow> rows, const Dress& dress);
/// The same as a table whose every row has its evidence.
std::string markdown(std::span<const DatedRow> rows);

/// One row with its evidence and remedy.
std::string text(const DatedRow& dated, const Dress& dress);

/// What a machine says to the rows that it can test. `origin` says which machine.
std::string text(const CompatReport& report, const std::string& origin, const Dress& dress);
std::string markdown(const CompatReport& report, const std::string& origin);

}  // namespace gb10
