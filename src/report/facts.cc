#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

std::string value_text(const Fact& fact) {
  if (fact.value.ok()) {
    const std::string value = printable(to_text(*fact.value), 2000);
    return fact.gaps.empty() ? value
                             : fmt::format("{}; not whole: {}", value, printable(fact.gaps, 300));
  }
  return fmt::format("not known: {}", fact.value.error().what);
}

/// Columns that the last cell of a row wants at least; with fewer it goes below its row.
constexpr std::size_t kLeast = 24;

/// The last cell of a row behind the others, or below them where little room is left.
std::string with_last(const std::string& line, const std::string& cell, const Dress& dress) {
  std::string out = line;
  std::size_t indent = columns(line);
  std::vector<std::string> pieces;
  if (indent + kLeast <= dress.width || indent == 0) {
    pieces = wrapped(cell, dress.width - indent);
  } else {
    indent = std::min(line.find_first_not_of(' '), line.size()) + 4;
    pieces = wrapped(cell, dress.width - indent);
    out = line.substr(0, line.find_last_not_of(' ') + 1);
    pieces.insert(pieces.begin(), "");
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    out += i == 0 ? pieces[i] : "\n" + std::string(indent, ' ') + pieces[i];
  }
  return out;
}

}  // namespace

std::string table(std::span<const std::vector<std::string>> rows, const Dress& dress) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string out;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      if (!last) {
        line += row[i] + std::string(widths[i] - columns(row[i]) + 2, ' ');
        continue;
      }
      line = with_last(line, row[i], dress);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string text(std::span<const FactGroup> groups, const Dress& dress) {
  std::string out;
  for (const FactGroup& group : groups) {
    out += fmt::format("{}{}   {}{}\n", dress.color ? "\x1b[1m" : "", group.name, group.words,
                       dress.color ? "\x1b[0m" : "");
    std::vector<std::vector<std::string>> rows;
    for (const auto& [key, fact] : group.facts) {
      const std::string source =
          fact.source.empty() ? "" : fmt::format("   ({})", printable(fact.source, 200));
      rows.push_back({"  " + printable(key, 200), value_text(fact) + source});
    }
    out += table(rows, dress) + "\n";
  }
  return out;
}

std::string markdown(std::span<const FactGroup> groups) {
  std::string out;
  for (const FactGroup& group : groups) {
    out += fmt::format("### {}: {}\n\n| fact | value | source |\n|---|---|---|\n", group.name,
                       group.words);
    for (const auto& [key, fact] : group.facts) {
      out += fmt::format("| {} | {} | {} |\n", in_markdown(printable(key, 200)),
                         in_markdown(value_text(fact)), in_markdown(printable(fact.source, 200)));
    }
    out += "\n";
  }
  return out;
}

}  // namespace gb10
