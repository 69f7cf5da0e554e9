#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

constexpr std::size_t kMostColumns = 200;

std::vector<std::string_view> cells_between_bars(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string_view> cells = split(line, '|');
  for (std::string_view& cell : cells) cell = trimmed(cell);
  return cells;
}

bool is_in(const std::vector<std::string_view>& cells, std::string_view name) {
  return std::find(cells.begin(), cells.end(), name) != cells.end();
}

bool is_ruler(const std::vector<std::string_view>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
    return cell.find_first_not_of("-: ") == std::string_view::npos;
  });
}

/// The cells of one line; two quotes inside quotes are one.
std::vector<std::string> cells_between_commas(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

void add_row(TextTable& table, std::vector<std::string> cells) {
  if (cells.size() != table.head.size())
    ++table.left_out;
  else if (table.rows.size() <= kMostRows)
    table.rows.push_back(std::move(cells));
}

}  // namespace

int TextTable::column(std::string_view name) const {
  const auto at = std::find(head.begin(), head.end(), name);
  return at == head.end() ? -1 : static_cast<int>(at - head.begin());
}

std::optional<Objection> rows_left_out(std::size_t count) {
  if (count == 0) return {};
  return Objection{"rows-left-out",
                   fmt::format("{} of the file could not be read, and nothing is said of them",
                               counted(static_cast<std::int64_t>(count), "row"))};
}

std::optional<TextTable> markdown_table(const std::vector<std::string_view>& lines) {
  std::optional<TextTable> out;
  bool is_other = false;  // a table of another head
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!trimmed(lines[i]).starts_with('|')) continue;
    const std::vector<std::string_view> cells = cells_between_bars(lines[i]);
    if (cells.size() > kMostColumns || is_ruler(cells)) continue;
    const bool is_head = i + 1 < lines.size() && trimmed(lines[i + 1]).starts_with('|') &&
                         is_ruler(cells_between_bars(lines[i + 1]));
    if (!out) {
      if (is_in(cells, "test")) out.emplace().head = cells;
      continue;
    }
    if (cells == out->head || is_head) {
      is_other = cells != out->head;
    } else if (is_other) {
      ++out->left_out;
    } else {
      add_row(*out, {cells.begin(), cells.end()});
    }
  }
  return out;
}

std::optional<TextTable> comma_table(const std::vector<std::string_view>& lines) {
  if (lines.empty()) return {};
  TextTable out;
  out.head = split(lines.front(), ',');
  if (out.head.size() < 2 || out.head.size() > kMostColumns) return {};
  for (std::string_view& name : out.head) {
    name = trimmed(name);
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
      name = name.substr(1, name.size() - 2);
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!trimmed(lines[i]).empty()) add_row(out, cells_between_commas(lines[i]));
  }
  return out;
}

std::pair<double, double> mean_and_deviation(std::string_view cell) {
  constexpr std::string_view kBetween = "±";
  const std::size_t at = cell.find(kBetween);
  const std::optional<double> mean = decimal_number(cell.substr(0, at));
  std::optional<double> deviation;
  if (at != std::string_view::npos) deviation = decimal_number(cell.substr(at + kBetween.size()));
  return {mean.value_or(kUnknownFigure), deviation.value_or(kUnknownFigure)};
}

}  // namespace gb10
