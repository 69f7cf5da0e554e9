#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// A JSON value that keeps the order of its members. The parser and the writer behind it live in
/// json.cc alone.
class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : held_(value) {}
  Json(int value) : held_(std::int64_t{value}) {}
  Json(std::int64_t value) : held_(value) {}
  Json(std::uint64_t value) : held_(static_cast<std::int64_t>(value)) {}
  Json(double value) : held_(value) {}
  Json(const char* text) : held_(std::string(text)) {}
  Json(std::string_view text) : held_(std::string(text)) {}
  Json(std::string text) : held_(std::move(text)) {}
  Json(Array items) : held_(std::move(items)) {}
  Json(Object members) : held_(std::move(members)) {}

  static Json array() { return Json(Array{}); }
  static Json object() { return Json(Object{}); }
  /// An array of strings.
  static Json list(const std::vector<std::string>& items);

  bool is_null() const { return std::holds_alternative<std::monostate>(held_); }
  const bool* as_bool() const { return std::get_if<bool>(&held_); }
  const std::int64_t* as_int() const { return std::get_if<std::int64_t>(&held_); }
  const std::string* as_string() const { return std::get_if<std::string>(&held_); }
  const Array* as_array() const { return std::get_if<Array>(&held_); }
  const Object* as_object() const { return std::get_if<Object>(&held_); }
  /// Whole numbers too.
  std::optional<double> as_number() const;

  /// The member named `key`; null when this is no object or has none.
  const Json* find(std::string_view key) const;
  /// The member as text, or `otherwise`.
  std::string text(std::string_view key, std::string_view otherwise = {}) const;

  /// Adds or replaces a member (to null: makes it an object).
  Json& set(std::string_view key, Json value);
  /// Adds a member without looking whether its key is there already (to null: makes it an object).
  Json& append(std::string key, Json value);
  /// Adds an item (to null: makes it an array).
  Json& push(Json value);

  friend bool operator==(const Json&, const Json&) = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> held_;
};

/// Reads one JSON text of at most 256 levels. Bytes that are no UTF-8 are an error of kind
/// `invalid`.
Result<Json> parse_json(std::string_view text);

/// One line when `indent` is negative. Bytes that are no UTF-8 come out as U+FFFD.
std::string to_text(const Json& json, int indent = -1);

}  // namespace gb10
