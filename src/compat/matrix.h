#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compat/row.h"
#include "host/tables.h"

namespace gb10 {

/// The compatibility matrix in force.
class CompatMatrix {
 public:
  /// The rows that came with the program.
  static Result<CompatMatrix> built_in();
  /// The rows of `files` (data_files of kind "compat"); a mistake is the error, with file and line.
  static Result<CompatMatrix> open(std::span<const DataFile> files);

  /// The row that covers a package, whose name is normalised as PyPI does; null when none does. A
  /// row that names it goes before one whose pattern fits it.
  const CompatRow* for_package(std::string_view normalised_name) const;
  /// The row of that name; null when there is none.
  const CompatRow* named(std::string_view name) const;
  /// Sorted by name; none of a matrix that is gone at the end of the expression.
  std::span<const CompatRow> rows() const& { return rows_; }
  std::span<const CompatRow> rows() && = delete;
  /// Of the rows that have one.
  std::span<const CompatTest> tests() const& { return tests_; }
  std::span<const CompatTest> tests() && = delete;

 private:
  std::vector<CompatRow> rows_;
  std::vector<CompatTest> tests_;
};

/// What a version says of itself: "2.9.1+cpu" computes on the CPU, whatever its number, and of
/// "2.9.1+cu121" no row speaks. Nothing where it names no such build.
std::optional<CompatRange> status_of_build(std::string_view version);

/// What is known of one version; null when no range of the row holds it: then no source says.
const CompatRange* status_for(const CompatRow& row, std::string_view version);

}  // namespace gb10
