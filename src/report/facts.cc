#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

std::string value_text(const Fact& fact) {
  if (fact.value.ok()) return printable(to_text(*fact.value), 2000);
  return fmt::format("not known: {}", fact.value.error().what);
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
      const std::size_t indent = columns(line);
      const std::size_t left = dress.width > indent + 24 ? dress.width - indent : 24;
      const std::vector<std::string> pieces = wrapped(row[i], left);
      for (std::size_t j = 0; j < pieces.size(); ++j) {
        line += j == 0 ? pieces[j] : "\n" + std::string(indent, ' ') + pieces[j];
      }
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
