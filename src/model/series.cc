#include "model/series.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

Error invalid(std::string_view what) { return {Error::Kind::invalid, std::string(what)}; }

/// JSON knows no number that is none, nor one without end.
Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numbers_json(const std::vector<double>& values) {
  Json out = Json::array();
  for (const double value : values) out.push(number_json(value));
  return out;
}

Result<std::vector<double>> numbers_from(const Json& json, std::string_view key) {
  const Json* const member = json.find(key);
  const Json::Array* const items = member ? member->as_array() : nullptr;
  if (!items) return invalid(fmt::format("\"{}\" of a series is no list", key));
  std::vector<double> out;
  out.reserve(items->size());
  for (const Json& item : *items) {
    const std::optional<double> number = item.as_number();
    if (!number && !item.is_null())
      return invalid(fmt::format("\"{}\" of a series holds what is no number", key));
    out.push_back(number.value_or(kNone));
  }
  return out;
}

Result<Unit> unit_from(const Json& json) {
  const std::string text = json.text("unit");
  const std::optional<Unit> known = unit(text);
  if (!known) return invalid(fmt::format("\"{}\" is no unit", printable(text, 40)));
  return *known;
}

Result<std::string> name_from(const Json& json, std::string_view key) {
  std::string name = json.text(key);
  if (name.empty()) return invalid(fmt::format("\"{}\" is missing", key));
  return name;
}

}  // namespace

bool operator==(const Series& a, const Series& b) {
  if (a.metric != b.metric || a.unit != b.unit || a.at != b.at) return false;
  if (a.values.size() != b.values.size()) return false;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (!same(a.values[i], b.values[i])) return false;
  }
  return true;
}

bool operator==(const Figure& a, const Figure& b) {
  return a.name == b.name && a.unit == b.unit && same(a.value, b.value) &&
         a.evidence == b.evidence && a.how == b.how;
}

Json to_json(const Series& series) {
  return Json()
      .set("metric", series.metric)
      .set("unit", word(series.unit))
      .set("at", numbers_json(series.at))
      .set("values", numbers_json(series.values));
}

Result<Series> series_from(const Json& json) {
  Series out;
  out.metric = TRY(name_from(json, "metric"));
  out.unit = TRY(unit_from(json));
  out.at = TRY(numbers_from(json, "at"));
  out.values = TRY(numbers_from(json, "values"));
  if (out.at.size() != out.values.size())
    return invalid("a series has another number of times than of values");
  for (std::size_t i = 0; i < out.at.size(); ++i) {
    if (!std::isfinite(out.at[i]) || (i > 0 && out.at[i] < out.at[i - 1]))
      return invalid("the times of a series do not grow");
  }
  return out;
}

Json to_json(const Figure& figure) {
  return Json()
      .set("name", figure.name)
      .set("unit", word(figure.unit))
      .set("value", number_json(figure.value))
      .set("evidence", figure.evidence)
      .set("how", figure.how);
}

Result<Figure> figure_from(const Json& json) {
  Figure out;
  out.name = TRY(name_from(json, "name"));
  out.unit = TRY(unit_from(json));
  const Json* const value = json.find("value");
  if (!value || (!value->is_null() && !value->as_number()))
    return invalid(fmt::format("\"value\" of {} is no number", printable(out.name, 60)));
  out.value = value->as_number().value_or(kNone);
  out.evidence = json.text("evidence");
  out.how = json.text("how");
  return out;
}

}  // namespace gb10
