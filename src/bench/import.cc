#include "bench/import.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "bench/import_parts.h"

namespace gb10 {

namespace {

constexpr std::size_t kLargest = 32UL << 20;
constexpr std::size_t kMostBroken = 100;
constexpr std::size_t kShownRows = 40, kShownFigures = 8;
constexpr const char* kForms =
    "known are: vllm bench serve (JSON), llama-bench (JSON, JSONL, CSV, Markdown), llama-benchy "
    "(JSON, CSV, Markdown), nvbandwidth (text, JSON), nccl-tests (text), the bench_gemm log, the "
    "nanochat training log";

Error invalid(std::string what) { return {Error::Kind::invalid, std::move(what), kForms}; }

std::optional<Imported> from_json(const Json& json, const ImportOptions& options) {
  if (const Json::Array* const items = json.as_array()) {
    if (auto out = llama_bench(*items, options)) return out;
    return items->size() == 1 ? vllm_serve(items->front(), options) : std::nullopt;
  }
  if (auto out = vllm_serve(json, options)) return out;
  if (auto out = llama_benchy(json, options)) return out;
  if (auto out = bandwidth_tests(json, options)) return out;
  return llama_bench(std::vector<Json>{json}, options);
}

/// One object a line. A few lines that are none are left out, as where a run was cut off.
std::optional<Imported> from_json_lines(std::string_view text, const ImportOptions& options) {
  std::vector<Json> objects;
  std::size_t broken = 0;
  for (const std::string_view line : lines(text)) {
    if (!trimmed(line).starts_with('{') || objects.size() > kMostRows) continue;
    auto json = parse_json(line);
    if (json.ok()) objects.push_back(*std::move(json));
    if (!json.ok() && ++broken > kMostBroken) return {};
  }
  if (objects.empty()) return {};
  if (auto out = llama_bench(objects, options)) {
    if (!out->rows.empty()) doubt(out->rows.front(), rows_left_out(broken));
    return out;
  }
  Imported out{"", {}};
  for (const Json& object : objects) {
    auto one = vllm_serve(object, options);
    if (!one) continue;
    out.form = one->form;
    out.rows.push_back(std::move(one->rows.front()));
  }
  if (out.rows.empty()) return {};
  doubt(out.rows.front(), rows_left_out(broken));
  return out;
}

std::optional<Imported> from_table(const TextTable& table, const ImportOptions& options) {
  if (auto out = llama_benchy(table, options)) return out;
  return llama_bench(table, options);
}

std::optional<Imported> from_tables(const LogLines& lines, const ImportOptions& options) {
  const std::string gpu = device_named(lines);
  const ImportOptions own = options_for(options, gpu);
  std::optional<Imported> out;
  std::optional<TextTable> table = markdown_table(lines);
  if (table) out = from_table(*table, own);
  if (!out) {
    table = comma_table(lines);
    if (table) out = from_table(*table, own);
  }
  if (!out || out->rows.empty()) return out;
  doubt(out->rows.front(), other_gpu(options, gpu));
  doubt(out->rows.front(), rows_left_out(table->left_out));
  return out;
}

std::optional<Imported> from_text(std::string_view text, const ImportOptions& options) {
  const LogLines lines = short_lines(text);
  if (auto out = gemm_log(lines, options)) return out;
  if (auto out = training_log(lines, options)) return out;
  if (auto out = collective_tests(lines, options)) return out;
  if (auto out = bandwidth_tests(lines, options)) return out;
  return from_tables(lines, options);
}

/// Python writes numbers that are none as bare words, which no JSON has: they become null, outside
/// of strings.
std::string without_bare_words(std::string_view body) {
  std::string out;
  out.reserve(body.size());
  bool is_string = false;
  for (std::size_t i = 0; i < body.size();) {
    std::size_t length = 0;
    for (const std::string_view word : {"NaN", "-Infinity", "Infinity"}) {
      if (!is_string && length == 0 && body.substr(i).starts_with(word)) length = word.size();
    }
    if (length > 0) {
      out += "null";
      i += length;
      continue;
    }
    if (is_string && body[i] == '\\' && i + 1 < body.size())
      out += body[i++];  // and what it escapes
    else if (body[i] == '"')
      is_string = !is_string;
    out += body[i++];
  }
  return out;
}

Result<Json> json_of(std::string_view body) {
  auto json = parse_json(body);
  if (json.ok() || body.find_first_of("NI") == std::string_view::npos) return json;
  const auto repaired = parse_json(without_bare_words(body));
  return repaired.ok() ? repaired : json;
}

/// Nothing in the result: of none of the forms.
Result<std::optional<Imported>> read(std::string_view text, const ImportOptions& options) {
  const std::string_view body = trimmed(text);
  if (!body.starts_with('{') && !body.starts_with('[')) return from_text(text, options);
  const auto json = json_of(body);
  if (json.ok()) return from_json(*json, options);
  if (auto out = from_json_lines(body, options)) return out;
  if (auto out = from_text(text, options)) return out;
  return invalid(fmt::format("it begins like JSON: {}", json.error().what));
}

Json to_json(const std::vector<Objection>& all) {
  Json out = Json::array();
  for (const Objection& each : all) out.push(to_json(each));
  return out;
}

void add_objections(std::string& out, std::string_view kind, const std::vector<Objection>& all) {
  for (const Objection& each : all)
    out += fmt::format("  {:<9}{}: {}\n", kind, each.reason, each.says);
}

std::string value_text(const Figure& figure) {
  if (!std::isfinite(figure.value)) return "not known";
  return figure.unit == Unit::none ? short_number(figure.value)
                                   : to_text(Quantity{figure.value, figure.unit});
}

/// Those with something wrong are shown first.
int weight(const ImportedRow& row) { return !row.invalid.empty() ? 2 : !row.warnings.empty(); }

void add_row(std::string& out, const ImportedRow& row) {
  out += row.name + "\n";
  add_objections(out, "invalid", row.invalid);
  add_objections(out, "warning", row.warnings);
  for (std::size_t i = 0; i < row.figures.size() && i < kShownFigures; ++i) {
    const Figure& figure = row.figures[i];
    out += fmt::format("  {:<24} {:>12}  {}\n", figure.name, value_text(figure), figure.how);
  }
}

}  // namespace

Result<Imported> imported(std::string_view text, const ImportOptions& options) {
  if (text.size() > kLargest)
    return invalid(fmt::format("a file of {} is larger than the 32 MiB that are read",
                               to_text(Quantity{static_cast<double>(text.size()), Unit::bytes})));
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::optional<Imported> out = TRY(read(text, options));
  if (!out) return invalid("it is none of the forms that are known");
  if (out->rows.empty()) return invalid(fmt::format("it holds no result of {}", out->form));
  if (out->rows.size() >= kMostRows)
    return invalid(fmt::format("it holds {} results or more", kMostRows));
  return *std::move(out);
}

bool is_invalid(const Imported& all) {
  for (const ImportedRow& row : all.rows) {
    if (!row.invalid.empty()) return true;
  }
  return false;
}

namespace {

/// The objections of all rows, each with its row's name.
Json of_all(const Imported& all, std::vector<Objection> ImportedRow::*which) {
  Json out = Json::array();
  for (const ImportedRow& row : all.rows) {
    for (const Objection& objection : row.*which) out.push(to_json(objection).set("row", row.name));
  }
  return out;
}

}  // namespace

Json to_json(const Imported& all) {
  Json rows = Json::array();
  for (const ImportedRow& row : all.rows) {
    Json figures = Json::array();
    for (const Figure& figure : row.figures) figures.push(to_json(figure));
    rows.push(Json()
                  .set("name", row.name)
                  .set("invalid", to_json(row.invalid))
                  .set("warnings", to_json(row.warnings))
                  .set("figures", std::move(figures)));
  }
  return Json()
      .set("form", all.form)
      .set("verdict", is_invalid(all) ? "invalid" : "no-contradiction")
      .set("invalid", of_all(all, &ImportedRow::invalid))
      .set("warnings", of_all(all, &ImportedRow::warnings))
      .set("rows", std::move(rows));
}

std::string text(const Imported& all) {
  std::size_t invalid = 0, warned = 0;
  for (const ImportedRow& row : all.rows) {
    invalid += row.invalid.empty() ? 0 : 1;
    warned += row.warnings.empty() ? 0 : 1;
  }
  std::string out =
      fmt::format("{}: {} of {} invalid, {} with a warning\n", all.form, invalid,
                  counted(static_cast<std::int64_t>(all.rows.size()), "result"), warned);
  std::vector<const ImportedRow*> shown;
  for (const ImportedRow& row : all.rows) shown.push_back(&row);
  std::stable_sort(shown.begin(), shown.end(), [](const ImportedRow* a, const ImportedRow* b) {
    return weight(*a) > weight(*b);
  });
  for (std::size_t i = 0; i < shown.size() && i < kShownRows; ++i) add_row(out, *shown[i]);
  if (all.rows.size() > kShownRows)
    out += fmt::format("and {} more; --json has them all\n", all.rows.size() - kShownRows);
  return out;
}

}  // namespace gb10
