#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/import.h"

namespace gb10 {

/// Not known.
inline constexpr double kUnknownFigure = std::numeric_limits<double>::quiet_NaN();
/// Readers stop there, and the file is refused.
inline constexpr std::size_t kMostRows = 20'000;

/// Lines of a log or a table. Longer ones than any such program writes are left out.
std::vector<std::string_view> short_lines(std::string_view text);

/// The number that begins behind the first `key` of `line`, blanks between; commas between its
/// digits do not count. Nothing when there is none.
std::optional<double> number_behind(std::string_view line, std::string_view key);

/// The member as a number, or not known; texts that are numbers count.
double member_number(const Json& json, std::string_view key);

/// Adds what the file says, in the base unit, or that it does not say it.
void report(ImportedRow& row, std::string_view name, Quantity value, std::string_view source);
/// Adds what follows from what the file says.
void compute(ImportedRow& row, std::string_view name, Quantity value, std::string_view how);

void refuse(ImportedRow& row, std::optional<Objection> objection);
void doubt(ImportedRow& row, std::optional<Objection> objection);
/// Refuses the row when more bytes per token were read than the memory can give, and doubts it when
/// no reading kernel was seen to be as fast.
void judge_decode(ImportedRow& row, const DecodeClaim& claim, const GpuCeilings& ceilings);

/// The name of the GPU in "Device 0: NAME, …" of a log; empty when it does not say.
std::string device_named(const std::vector<std::string_view>& lines);

/// `options` for a file of that GPU: without ceilings when it is another than theirs. An empty name
/// changes nothing.
ImportOptions options_for(const ImportOptions& options, std::string_view gpu);
/// "other-gpu": why numbers of that GPU were not held against ceilings.
std::optional<Objection> other_gpu(const ImportOptions& options, std::string_view gpu);

/// A table whose cells are texts, trimmed. Rows are as wide as the head.
struct TextTable {
  std::vector<std::string_view> head;
  std::vector<std::vector<std::string>> rows;
  std::size_t left_out =
      0;  // lines of the file that look like rows and are of no such width or head

  /// The place of the column whose name is `name`; -1 when there is none.
  int column(std::string_view name) const;
};

/// "rows-left-out": so many lines were not read. Nothing for 0.
std::optional<Objection> rows_left_out(std::size_t count);

/// The first Markdown table (or the tables of the same head) among `lines`, which has a column
/// "test". Rows of other tables are left out.
std::optional<TextTable> markdown_table(const std::vector<std::string_view>& lines);
/// Comma-separated values whose first line is the head. Cells may be in double quotes.
std::optional<TextTable> comma_table(const std::vector<std::string_view>& lines);

/// "12.5 ± 0.3" as both numbers; each is not known where it is missing.
std::pair<double, double> mean_and_deviation(std::string_view cell);

// The readers of one form each. Nothing when the text is not of that form; no rows when it holds no
// result.
std::optional<Imported> vllm_serve(const Json& json, const ImportOptions& options);
std::optional<Imported> llama_bench(const std::vector<Json>& results, const ImportOptions& options);
std::optional<Imported> llama_bench(const TextTable& table, const ImportOptions& options);
std::optional<Imported> llama_benchy(const Json& json, const ImportOptions& options);
std::optional<Imported> llama_benchy(const TextTable& table, const ImportOptions& options);
std::optional<Imported> bandwidth_tests(const Json& json, const ImportOptions& options);

using LogLines = std::vector<std::string_view>;
std::optional<Imported> bandwidth_tests(const LogLines& lines, const ImportOptions& options);
std::optional<Imported> collective_tests(const LogLines& lines, const ImportOptions& options);
std::optional<Imported> gemm_log(const LogLines& lines, const ImportOptions& options);
std::optional<Imported> training_log(const LogLines& lines, const ImportOptions& options);

}  // namespace gb10
