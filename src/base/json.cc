#include "base/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gb10 {

namespace {

using Tree = nlohmann::ordered_json;

constexpr int kMaxDepth = 256;

/// Builds our value from the parser's events, without recursion: hostile depth must not reach our
/// stack.
class Builder : public nlohmann::json_sax<Tree> {
 public:
  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(number_integer_t value) override { return add(Json(std::int64_t{value})); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return add(Json(static_cast<double>(value)));
    return add(Json(static_cast<std::int64_t>(value)));
  }
  bool number_float(number_float_t value, const string_t&) override { return add(Json(value)); }
  bool string(string_t& value) override { return add(Json(std::move(value))); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return push(Json::object()); }
  bool key(string_t& value) override {
    keys_.back() = std::move(value);
    return true;
  }
  bool end_object() override { return pop(); }
  bool start_array(std::size_t) override { return push(Json::array()); }
  bool end_array() override { return pop(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    problem_ = fmt::format("no JSON at byte {}", position);
    return false;
  }

  Result<Json> result(bool finished) {
    if (finished) return std::move(root_);
    return Error{Error::Kind::invalid, problem_};
  }

 private:
  bool add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().as_array()) {
      open_.back().push(std::move(value));
    } else {
      open_.back().append(std::move(keys_.back()), std::move(value));
    }
    return true;
  }
  bool push(Json container) {
    if (open_.size() >= kMaxDepth) {
      problem_ = "nested too deep";
      return false;
    }
    open_.push_back(std::move(container));
    keys_.emplace_back();
    return true;
  }
  bool pop() {
    Json done = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    return add(std::move(done));
  }

  Json root_;
  std::vector<Json> open_;
  std::vector<std::string> keys_;
  std::string problem_ = "no JSON";
};

// NOLINTNEXTLINE(misc-no-recursion): our own values, whose depth the reader bounds
Tree tree_of(const Json& json) {
  if (const bool* const value = json.as_bool()) return *value;
  if (const std::int64_t* const value = json.as_int()) return *value;
  if (const std::string* const value = json.as_string()) return *value;
  if (const Json::Array* const items = json.as_array()) {
    Tree out = Tree::array();
    for (const Json& item : *items) out.push_back(tree_of(item));
    return out;
  }
  if (const Json::Object* const members = json.as_object()) {
    Tree out = Tree::object();
    for (const auto& [key, value] : *members) out[key] = tree_of(value);
    return out;
  }
  if (const std::optional<double> value = json.as_number()) return *value;
  return nullptr;
}

}  // namespace

Json Json::list(const std::vector<std::string>& items) {
  Array out;
  for (const std::string& item : items) out.emplace_back(item);
  return Json(std::move(out));
}

std::optional<double> Json::as_number() const {
  if (const std::int64_t* const whole = as_int()) return static_cast<double>(*whole);
  if (const double* const value = std::get_if<double>(&held_)) return *value;
  return std::nullopt;
}

const Json* Json::find(std::string_view key) const {
  const Object* const members = as_object();
  if (!members) return nullptr;
  for (const Member& member : *members) {
    if (member.first == key) return &member.second;
  }
  return nullptr;
}

std::string Json::text(std::string_view key, std::string_view otherwise) const {
  const Json* const member = find(key);
  const std::string* const value = member ? member->as_string() : nullptr;
  return value ? *value : std::string(otherwise);
}

Json& Json::append(std::string key, Json value) {
  if (is_null()) held_ = Object{};
  Object* const members = std::get_if<Object>(&held_);
  CHECK(members != nullptr);
  members->emplace_back(std::move(key), std::move(value));
  return *this;
}

Json& Json::set(std::string_view key, Json value) {
  if (Object* const members = std::get_if<Object>(&held_)) {
    for (Member& member : *members) {
      if (member.first != key) continue;
      member.second = std::move(value);
      return *this;
    }
  }
  return append(std::string(key), std::move(value));
}

Json& Json::push(Json value) {
  if (is_null()) held_ = Array{};
  Array* const items = std::get_if<Array>(&held_);
  CHECK(items != nullptr);
  items->push_back(std::move(value));
  return *this;
}

Result<Json> parse_json(std::string_view text) {
  Builder builder;
  bool finished = false;
  try {
    finished = Tree::sax_parse(text.begin(), text.end(), &builder);
  } catch (const std::exception& e) {
    return Error{Error::Kind::invalid, fmt::format("no JSON: {}", e.what())};
  }
  return builder.result(finished);
}

std::string to_text(const Json& json, int indent) {
  return tree_of(json).dump(indent, ' ', false, Tree::error_handler_t::replace);
}

}  // namespace gb10
