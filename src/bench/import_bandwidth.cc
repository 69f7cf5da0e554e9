#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

constexpr std::string_view kCopies = "nvbandwidth", kCollectives = "nccl-tests";
constexpr std::string_view kMatrixMark = "bandwidth (GB/s)";

/// What one test of nvbandwidth printed.
struct CopyTest {
  std::string name;
  std::vector<double> cells = {};  // bytes per second, those that were measured
  double sum = kUnknownFigure;
  std::string state = {};  // empty or "Passed" when it ran
};

ImportedRow row_of(const CopyTest& test, const ImportOptions& options) {
  ImportedRow row;
  row.name = printable(test.name, 80);
  double most = kUnknownFigure, least = kUnknownFigure,
         sum = test.cells.empty() ? kUnknownFigure : 0;
  for (const double cell : test.cells) {
    most = std::fmax(most, cell);
    least = std::fmin(least, cell);
    sum += cell;
  }
  std::string source = "a copy, its bytes counted once";
  if (!test.state.empty() && test.state != "Passed")
    source = fmt::format("its state is {}", printable(test.state, 40));
  report(row, "bandwidth.most", {most, Unit::bytes_per_second}, source);
  report(row, "bandwidth.least", {least, Unit::bytes_per_second}, source);
  refuse(row, bandwidth_over_ceiling("the fastest copy", most, options.ceilings));
  refuse(row, sums_disagree("the sum in GB/s", test.sum / 1e9, sum / 1e9));
  return row;
}

CopyTest test_of(const Json& json) {
  CopyTest out{json.text("name", "a test without a name")};
  out.state = json.text("status");
  out.sum = member_number(json, "sum") * 1e9;
  const Json* const matrix = json.find("bandwidth_matrix");
  const Json::Array* const rows = matrix ? matrix->as_array() : nullptr;
  const bool is_rate =
      json.text("bandwidth_description", kMatrixMark).find("GB/s") != std::string::npos;
  if (!rows || !is_rate) return out;
  for (const Json& row : *rows) {
    const Json::Array* const cells = row.as_array();
    if (!cells) continue;
    for (const Json& cell : *cells) {
      const double value = member_number(Json().set("cell", cell), "cell");
      if (std::isfinite(value)) out.cells.push_back(value * 1e9);
    }
  }
  return out;
}

/// Reads the tests of nvbandwidth's text line by line.
class CopyReader {
 public:
  void take(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("Running "))
      begin(text.substr(8));
    else if (text.find(kMatrixMark) != std::string_view::npos)
      begin_matrix();
    else if (text.starts_with("SUM "))
      take_sum(text);
    else if (in_matrix_)
      take_cells(text);
  }
  std::vector<CopyTest> tests() { return std::move(tests_); }

 private:
  void begin(std::string_view name) {
    while (name.ends_with('.')) name.remove_suffix(1);
    name_ = std::string(name);
    in_matrix_ = false;
  }
  void begin_matrix() {
    tests_.push_back({name_.empty() ? "a copy" : name_});
    in_matrix_ = true;
    is_head_ = true;
  }
  void take_sum(std::string_view text) {
    const auto parts = words(text);
    in_matrix_ = false;
    if (parts.size() == 3 && !tests_.empty() && parts[1] == tests_.back().name)
      tests_.back().sum = decimal_number(parts[2]).value_or(kUnknownFigure) * 1e9;
  }
  void take_cells(std::string_view text) {
    const auto parts = words(text);
    in_matrix_ = whole_number(parts.front()).has_value();
    for (std::size_t i = 1; i < parts.size() && in_matrix_ && !is_head_; ++i) {
      if (const auto value = decimal_number(parts[i])) tests_.back().cells.push_back(*value * 1e9);
    }
    is_head_ = false;
  }

  std::vector<CopyTest> tests_;
  std::string name_;
  bool in_matrix_ = false, is_head_ = false;
};

Imported copies(const std::vector<CopyTest>& tests, const ImportOptions& options,
                std::string_view gpu) {
  Imported out{std::string(kCopies), {}};
  const ImportOptions own = options_for(options, gpu);
  for (const CopyTest& test : tests) {
    if (out.rows.size() >= kMostRows) break;
    out.rows.push_back(row_of(test, own));
  }
  if (!out.rows.empty()) doubt(out.rows.front(), other_gpu(options, gpu));
  return out;
}

/// The columns of nccl-tests: the first of each name is measured out of place, the second in place.
struct Columns {
  std::size_t count = 0;
  std::vector<std::size_t> time = {}, algorithm = {}, bus = {}, wrong = {};
};

std::string_view without_rank(std::string_view line) {
  line = trimmed(line);
  const std::size_t colon = line.find(": ");
  const bool is_rank = colon != std::string_view::npos && whole_number(line.substr(0, colon));
  return is_rank ? trimmed(line.substr(colon + 2)) : line;
}

std::optional<Columns> columns_of(std::string_view line) {
  if (!line.starts_with('#')) return {};
  Columns out;
  for (const std::string_view word : words(line.substr(1))) {
    if (word == "time" || word == "cputime") out.time.push_back(out.count);
    if (word == "algbw") out.algorithm.push_back(out.count);
    if (word == "busbw") out.bus.push_back(out.count);
    if (word == "#wrong") out.wrong.push_back(out.count);
    ++out.count;
  }
  const bool is_head = !out.bus.empty() && out.bus.size() == out.algorithm.size() &&
                       out.bus.size() == out.time.size();
  return is_head ? std::optional<Columns>(out) : std::nullopt;
}

ImportedRow row_of(const std::vector<std::string_view>& cells, const Columns& columns,
                   const GpuCeilings& ceilings) {
  const auto number = [&](std::size_t column) {
    return decimal_number(cells[column]).value_or(kUnknownFigure);
  };
  ImportedRow row;
  const double size = number(0);
  row.name = to_text(Quantity{size, Unit::bytes});
  for (std::size_t i = 0; i < columns.bus.size(); ++i) {
    const std::string place = i == 0 ? "out of place" : "in place";
    const std::string end = i == 0 ? ".out_of_place" : ".in_place";
    const double rate = number(columns.algorithm[i]), time = number(columns.time[i]);
    report(row, "bus_bandwidth" + end, {number(columns.bus[i]) * 1e9, Unit::bytes_per_second},
           place);
    report(row, "bandwidth" + end, {rate * 1e9, Unit::bytes_per_second}, place);
    report(row, "time" + end, {time / 1e6, Unit::seconds}, place);
    refuse(row,
           bandwidth_over_ceiling("on the bus, " + place, number(columns.bus[i]) * 1e9, ceilings));
    // Below a GB/s two decimals are too few to compare.
    const double shown = rate >= 1 ? rate : kUnknownFigure;
    refuse(row, sums_disagree("GB/s " + place, shown, size / time / 1e3));
  }
  double wrong = 0;
  for (const std::size_t column : columns.wrong) wrong += std::fmax(number(column), 0);
  if (wrong > 0)
    refuse(row, Objection{"wrong-results",
                          fmt::format("{} values of the result were wrong", short_number(wrong))});
  return row;
}

std::string gpu_of_rank(std::string_view line) {
  const std::size_t end = line.find("] ");
  const bool is_it = line.starts_with('#') && line.find(" Rank ") != std::string_view::npos &&
                     line.find(" device ") != std::string_view::npos;
  return is_it && end != std::string_view::npos ? printable(trimmed(line.substr(end + 2)), 80)
                                                : std::string();
}

}  // namespace

std::optional<Imported> bandwidth_tests(const Json& json, const ImportOptions& options) {
  const Json* const inner = json.find("nvbandwidth");
  const Json* const member = inner ? inner->find("testcases") : nullptr;
  const Json::Array* const cases = member ? member->as_array() : nullptr;
  if (!inner) return {};
  std::vector<CopyTest> tests;
  for (std::size_t i = 0; cases && i < cases->size() && i <= kMostRows; ++i)
    tests.push_back(test_of((*cases)[i]));
  std::string gpu;
  const Json* const devices = inner->find("GPU Device list");
  const Json::Array* const list = devices ? devices->as_array() : nullptr;
  if (list && !list->empty() && list->front().as_string()) gpu = *list->front().as_string();
  return copies(tests, options, gpu);
}

std::optional<Imported> bandwidth_tests(const LogLines& lines, const ImportOptions& options) {
  CopyReader reader;
  for (const std::string_view line : lines) reader.take(line);
  const std::vector<CopyTest> tests = reader.tests();
  if (tests.empty()) return {};
  return copies(tests, options, device_named(lines));
}

std::optional<Imported> collective_tests(const LogLines& lines, const ImportOptions& options) {
  std::optional<Columns> columns;
  std::string gpu;
  Imported out{std::string(kCollectives), {}};
  ImportOptions own = options;
  for (const std::string_view each : lines) {
    const std::string_view line = without_rank(each);
    if (gpu.empty()) {
      gpu = gpu_of_rank(line);
      own = options_for(options, gpu);
    }
    if (const auto head = columns_of(line)) columns = head;
    const bool is_row = columns && line.find_first_of("0123456789") == 0;
    if (!is_row || out.rows.size() >= kMostRows) continue;
    const auto cells = words(line);
    if (cells.size() == columns->count) out.rows.push_back(row_of(cells, *columns, own.ceilings));
  }
  if (!columns) return {};
  if (!out.rows.empty()) doubt(out.rows.front(), other_gpu(options, gpu));
  return out;
}

}  // namespace gb10
