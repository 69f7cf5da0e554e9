#include "report/run_text.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "base/median.h"
#include "base/text.h"
#include "report/report.h"

namespace gb10 {

namespace {

using Records = std::span<const RunRecord>;
using Words = std::vector<std::string>;

/// One line, in which nothing means something to Markdown.
std::string plain(std::string_view text, std::size_t limit = 400) {
  return replaced(replaced(in_markdown(printable(text, limit)), "[", "\\["), "&", "&amp;");
}

std::string number_text(double value, Unit unit) {
  return std::isfinite(value) ? to_text(Quantity{value, unit}) : "not known";
}

/// "A", "B"; where there is one run it needs no name.
std::string label(std::size_t index) {
  if (index < 26) return std::string(1, static_cast<char>('A' + index));
  return fmt::format("run {}", index + 1);
}

std::string row_text(const Words& cells) { return fmt::format("| {} |\n", joined(cells, " | ")); }

/// The head of a table: `first`, a column for each run, then `rest`.
std::string head(std::string_view first, Records records, const Words& rest = {}) {
  Words cells = {std::string(first)};
  for (std::size_t i = 0; i < records.size(); ++i)
    cells.push_back(records.size() == 1 ? "value" : label(i));
  cells.insert(cells.end(), rest.begin(), rest.end());
  return row_text(cells) + row_text(Words(cells.size(), "---"));
}

std::string utc(std::int64_t nanoseconds) {
  const std::time_t seconds = nanoseconds / 1'000'000'000;
  std::tm parts{};
  if (!gmtime_r(&seconds, &parts)) return "not known";
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", parts.tm_year + 1900,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string param(const RunRecord& record, const std::string& key) {
  const auto found = record.params.find(key);
  return found == record.params.end() ? std::string() : found->second;
}

std::string command(const RunRecord& record) {
  if (record.command.empty()) return "no command";
  Words words;
  for (const std::string& word : record.command) words.push_back(shell_quoted(word));
  return joined(words, " ");
}

std::string run_head(const RunRecord& record, const std::string& name) {
  const std::string verdict = param(record, "result.verdict");
  std::string out = fmt::format("**{}{}**\n\n", name.empty() ? "" : name + ": ",
                                verdict.empty() ? "no verdict is said" : plain(verdict));
  const std::string why = param(record, "result.verdict.why");
  for (const std::string_view line : lines(why)) out += fmt::format("- seen: {}\n", plain(line));
  out += fmt::format("- run: {}\n", plain(command(record), 300));
  out += fmt::format("- begun: {}, id {}, gb10 {}\n", utc(record.begun), plain(record.id),
                     plain(record.version));
  for (const std::string& note : record.notes) out += fmt::format("- note: {}\n", plain(note));
  return out + "\n";
}

/// The names that `names_of` gives for any record, each once, in the order in which they come.
template <class NamesOf>
Words all_names(Records records, NamesOf names_of) {
  Words out;
  std::set<std::string> seen;
  for (const RunRecord& record : records) {
    for (std::string& name : names_of(record)) {
      if (seen.insert(name).second) out.push_back(std::move(name));
    }
  }
  return out;
}

Words result_names(const RunRecord& record) {
  Words out;
  for (const Figure& figure : record.results) out.push_back(figure.name);
  return out;
}

std::string results(Records records) {
  const Words names = all_names(records, result_names);
  if (names.empty()) return "No results.\n\n";
  std::string out = head("result", records, {"evidence", "how"});
  for (const std::string& name : names) {
    Words cells = {plain(name)};
    std::set<std::string> evidence, how;
    for (const RunRecord& record : records) {
      const Figure* const figure = record.find(name);
      cells.push_back(figure ? number_text(figure->value, figure->unit) : "-");
      if (figure) evidence.insert(plain(figure->evidence));
      if (figure) how.insert(plain(figure->how));
    }
    cells.push_back(joined({evidence.begin(), evidence.end()}, "; "));
    cells.push_back(joined({how.begin(), how.end()}, "; "));
    out += row_text(cells);
  }
  return out + "\n";
}

Words param_names(const RunRecord& record) {
  Words out;
  for (const auto& [key, value] : record.params) {
    if (key != "result.verdict" && key != "result.verdict.why") out.push_back(key);
  }
  return out;
}

std::string parameters(Records records) {
  const Words names = all_names(records, param_names);
  if (names.empty()) return {};
  std::string out = head("parameter", records);
  for (const std::string& name : names) {
    Words cells = {plain(name)};
    for (const RunRecord& record : records)
      cells.push_back(record.params.contains(name) ? plain(param(record, name)) : "-");
    out += row_text(cells);
  }
  return out + "\n";
}

std::string series_row(const Series& series, const std::string& name) {
  std::vector<double> known;
  for (const double value : series.values) {
    if (std::isfinite(value)) known.push_back(value);
  }
  std::sort(known.begin(), known.end());
  const auto shown = [&](double value) {
    return known.empty() ? "not known" : number_text(value, series.unit);
  };
  Words cells = {plain(series.metric)};
  if (!name.empty()) cells.push_back(name);
  const double least = known.empty() ? 0 : known.front(), most = known.empty() ? 0 : known.back();
  cells.insert(cells.end(), {fmt::format("{} of {}", known.size(), series.values.size()),
                             shown(least), shown(median(known).value_or(0)), shown(most)});
  return row_text(cells);
}

std::string all_series(Records records) {
  std::string rows;
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (const Series& series : records[i].series) {
      // A median of bits says nothing.
      if (series.metric != "gpu.limits")
        rows += series_row(series, records.size() == 1 ? std::string() : label(i));
    }
  }
  if (rows.empty()) return {};
  Words cells = {"series"};
  if (records.size() > 1) cells.push_back("run");
  cells.insert(cells.end(), {"known", "least", "median", "most"});
  return row_text(cells) + row_text(Words(cells.size(), "---")) + rows + "\n";
}

/// As RFC 4180 quotes it.
std::string field(std::string_view text) {
  std::string out(text);
  if (!out.empty() && std::string_view("=+-@\t\r").find(out[0]) != std::string_view::npos)
    out.insert(0, 1, '\'');
  const bool is_padded = trimmed(out).size() != out.size();
  if (!is_padded && out.find_first_of(",\"\r\n") == std::string::npos) return out;
  return fmt::format("\"{}\"", replaced(out, "\"", "\"\""));
}

void add_rows(std::string& out, const Series& series, std::string_view run) {
  const std::string before =
      fmt::format("{},{},{}", field(run), field(series.metric), word(series.unit));
  for (std::size_t i = 0; i < std::min(series.at.size(), series.values.size()); ++i) {
    const double value = series.values[i];
    out += fmt::format("{},{},{}\n", before, series.at[i],
                       std::isfinite(value) ? fmt::format("{}", value) : std::string());
  }
}

}  // namespace

std::string run_markdown(Records records) {
  std::string out;
  for (std::size_t i = 0; i < records.size(); ++i)
    out += run_head(records[i], records.size() == 1 ? std::string() : label(i));
  return out + results(records) + all_series(records) + parameters(records);
}

std::string run_csv(Records records) {
  std::string out = "run,metric,unit,seconds,value\n";
  for (const RunRecord& record : records) {
    for (const Series& series : record.series) add_rows(out, series, record.id);
  }
  return out;
}

}  // namespace gb10
