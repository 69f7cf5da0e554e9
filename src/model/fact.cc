#include "model/fact.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::array kTypes = {"boolean",  "integer", "number", "text",
                               "quantity", "version", "list"};

std::string value_text(bool value) { return value ? "yes" : "no"; }
std::string value_text(std::int64_t value) { return fmt::format("{}", value); }
std::string value_text(double value) { return fmt::format("{:g}", value); }
std::string value_text(const std::string& value) { return value; }
std::string value_text(const Quantity& value) { return to_text(value); }
std::string value_text(const Version& value) { return value.text; }
std::string value_text(const std::vector<std::string>& value) {
  return value.empty() ? "none" : joined(value, ", ");
}

Json value_json(bool value) { return value; }
Json value_json(std::int64_t value) { return value; }
Json value_json(double value) { return value; }
Json value_json(const std::string& value) { return value; }
Json value_json(const Quantity& value) {
  return Json().set("quantity", value.value).set("unit", word(value.unit));
}
Json value_json(const Version& value) { return Json().set("version", value.text); }
Json value_json(const std::vector<std::string>& value) { return Json::list(value); }

Result<Value> list_from(const Json::Array& items) {
  std::vector<std::string> out;
  for (const Json& item : items) {
    const std::string* const text = item.as_string();
    if (!text) return Error{Error::Kind::invalid, "a list of texts is wanted"};
    out.push_back(*text);
  }
  return Value(std::move(out));
}

Result<Value> tagged_from(const Json& json) {
  if (const Json* const version = json.find("version"); version && version->as_string()) {
    return Value(Version{*version->as_string()});
  }
  const Json* const number = json.find("quantity");
  const std::optional<double> amount = number ? number->as_number() : std::nullopt;
  const std::optional<Unit> of = unit(json.text("unit"));
  if (amount && of) return Value(Quantity{*amount, *of});
  return Error{Error::Kind::invalid, "neither a quantity nor a version"};
}

}  // namespace

const char* word(Type type) { return kTypes[static_cast<std::size_t>(type)]; }

std::string to_text(const Value& value) {
  return std::visit([](const auto& held) { return value_text(held); }, value);
}

Json to_json(const Value& value) {
  return std::visit([](const auto& held) { return value_json(held); }, value);
}

Result<Value> value_from(const Json& json) {
  if (const bool* const truth = json.as_bool()) return Value(*truth);
  if (const std::int64_t* const whole = json.as_int()) return Value(*whole);
  if (const std::string* const text = json.as_string()) return Value(*text);
  if (const Json::Array* const items = json.as_array()) return list_from(*items);
  if (json.as_object()) return tagged_from(json);
  if (const std::optional<double> number = json.as_number()) return Value(*number);
  return Error{Error::Kind::invalid, "no value"};
}

void Facts::set(std::string key, Value value, std::string source) {
  put(std::move(key), std::move(value), std::move(source));
}

void Facts::unknown(std::string key, Error why, std::string source) {
  put(std::move(key), std::move(why), std::move(source));
}

void Facts::put(std::string key, Result<Value> value, std::string source) {
  map_.insert_or_assign(std::move(key), Fact{std::move(value), std::move(source)});
}

void Facts::incomplete(std::string_view key, std::string gaps) {
  const auto at = map_.find(key);
  if (at != map_.end()) at->second.gaps = std::move(gaps);
}

const Fact* Facts::find(std::string_view key) const {
  const auto at = map_.find(key);
  return at == map_.end() ? nullptr : &at->second;
}

std::vector<std::string> Facts::instances(std::string_view topic) const {
  std::vector<std::string> found;
  const std::string prefix = std::string(topic) + "[";
  for (auto at = map_.lower_bound(prefix); at != map_.end() && at->first.starts_with(prefix);
       ++at) {
    const std::size_t end = at->first.find(']', prefix.size());
    if (end == std::string::npos) continue;
    std::string instance = at->first.substr(prefix.size(), end - prefix.size());
    if (found.empty() || found.back() != instance) found.push_back(std::move(instance));
  }
  return found;
}

void Facts::merge(Facts&& other) {
  for (auto& [key, fact] : other.map_) map_.insert_or_assign(key, std::move(fact));
}

std::string key(std::string_view topic, std::string_view instance, std::string_view field) {
  return fmt::format("{}[{}].{}", topic, replaced(instance, "]", ")"), field);
}

bool fits(std::string_view pattern, std::string_view key) {
  const std::size_t star = pattern.find("[*]");
  if (star == std::string_view::npos) return pattern == key;
  const std::size_t open = star + 1;
  if (!key.starts_with(pattern.substr(0, open))) return false;
  const std::size_t close = key.find(']', open);
  return close != std::string_view::npos && key.substr(close) == pattern.substr(star + 2);
}

Json to_json(const Fact& fact) {
  Json out = Json::object();
  if (fact.value.ok()) {
    out.set("value", to_json(*fact.value));
  } else {
    const Error& error = fact.value.error();
    out.set("unknown", word(error.kind)).set("why", error.what);
    if (!error.hint.empty()) out.set("hint", error.hint);
  }
  if (!fact.gaps.empty()) out.set("gaps", fact.gaps);
  return out.set("source", fact.source);
}

Json to_json(const Facts& facts) {
  Json out = Json::object();
  for (const auto& [key, fact] : facts.all()) out.append(key, to_json(fact));
  return out;
}

}  // namespace gb10
