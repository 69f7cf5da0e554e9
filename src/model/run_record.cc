#include "model/run_record.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

Error invalid(std::string_view what) { return {Error::Kind::invalid, std::string(what)}; }

Result<std::vector<std::string>> texts_from(const Json& json, std::string_view key) {
  const Json* const member = json.find(key);
  const Json::Array* const items = member ? member->as_array() : nullptr;
  if (!items) return invalid(fmt::format("\"{}\" is no list", key));
  std::vector<std::string> out;
  for (const Json& item : *items) {
    const std::string* const text = item.as_string();
    if (!text) return invalid(fmt::format("\"{}\" holds what is no text", key));
    out.push_back(*text);
  }
  return out;
}

/// The members of a list, each read by `read`.
template <class T>
Result<std::vector<T>> all_from(const Json& json, std::string_view key,
                                Result<T> (*read)(const Json&)) {
  const Json* const member = json.find(key);
  const Json::Array* const items = member ? member->as_array() : nullptr;
  if (!items) return invalid(fmt::format("\"{}\" is no list", key));
  std::vector<T> out;
  for (const Json& item : *items) {
    T value = TRY(read(item));
    out.push_back(std::move(value));
  }
  return out;
}

Result<Fact> fact_from(const Json& json) {
  Fact out{Error{}, json.text("source"), json.text("gaps")};
  if (const Json* const value = json.find("value")) {
    const Value known = TRY(value_from(*value));
    out.value = known;
    return out;
  }
  const std::optional<Error::Kind> kind = error_kind(json.text("unknown"));
  if (!kind) return invalid("a fact with neither a value nor a reason");
  out.value = Error{*kind, json.text("why"), json.text("hint")};
  return out;
}

Result<Facts> facts_from(const Json& json) {
  const Json* const member = json.find("machine");
  const Json::Object* const all = member ? member->as_object() : nullptr;
  if (!all) return invalid("\"machine\" is no object");
  Facts out;
  for (const auto& [key, text] : *all) {
    const Fact fact = TRY(fact_from(text));
    out.put(key, fact.value, fact.source);
    if (!fact.gaps.empty()) out.incomplete(key, fact.gaps);
  }
  return out;
}

Result<std::map<std::string, std::string>> params_from(const Json& json) {
  const Json* const member = json.find("params");
  const Json::Object* const all = member ? member->as_object() : nullptr;
  if (!all) return invalid("\"params\" is no object");
  std::map<std::string, std::string> out;
  for (const auto& [key, value] : *all) {
    const std::string* const text = value.as_string();
    if (!text) return invalid("\"params\" holds what is no text");
    out.emplace(key, *text);
  }
  return out;
}

template <class T>
Json list_json(const std::vector<T>& all) {
  Json out = Json::array();
  for (const T& each : all) out.push(to_json(each));
  return out;
}

Result<void> check_schema(const Json& json) {
  const Json* const schema = json.find("schema");
  const std::int64_t* const number = schema ? schema->as_int() : nullptr;
  if (!number) return invalid("no record of a run: \"schema\" is missing");
  if (*number == RunRecord::kSchema) return {};
  return Error{
      Error::Kind::unsupported,
      fmt::format("a record of form {}; this gb10 reads form {}", *number, RunRecord::kSchema),
      "read it with the gb10 that wrote it, or a newer one"};
}

}  // namespace

const Figure* RunRecord::find(std::string_view name) const {
  for (const Figure& figure : results) {
    if (figure.name == name) return &figure;
  }
  return nullptr;
}

bool operator==(const RunRecord& a, const RunRecord& b) {
  // Facts are equal when they say the same.
  return a.id == b.id && a.command == b.command && a.version == b.version && a.begun == b.begun &&
         a.params == b.params && a.series == b.series && a.results == b.results &&
         a.notes == b.notes && to_json(a.machine) == to_json(b.machine);
}

Json to_json(const RunRecord& record) {
  Json params = Json::object();
  for (const auto& [key, value] : record.params) params.append(key, value);
  return Json()
      .set("schema", RunRecord::kSchema)
      .set("id", record.id)
      .set("command", Json::list(record.command))
      .set("version", record.version)
      .set("begun", record.begun)
      .set("machine", to_json(record.machine))
      .set("params", std::move(params))
      .set("results", list_json(record.results))
      .set("notes", Json::list(record.notes))
      .set("series", list_json(record.series));
}

Result<RunRecord> run_record_from(const Json& json) {
  TRY(check_schema(json));
  RunRecord out;
  out.id = json.text("id");
  out.command = TRY(texts_from(json, "command"));
  out.version = json.text("version");
  const Json* const begun = json.find("begun");
  if (!begun || !begun->as_int()) return invalid("\"begun\" is no whole number");
  out.begun = *begun->as_int();
  out.machine = TRY(facts_from(json));
  out.params = TRY(params_from(json));
  out.results = TRY(all_from(json, "results", figure_from));
  out.notes = TRY(texts_from(json, "notes"));
  out.series = TRY(all_from(json, "series", series_from));
  return out;
}

}  // namespace gb10
