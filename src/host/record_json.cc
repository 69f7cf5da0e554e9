#include "host/record_json.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10::record_json {

namespace {

constexpr std::array kKinds = {"regular", "directory", "link", "other"};
static_assert(kKinds.size() == static_cast<std::size_t>(FileKind::other) + 1);

Error wrong(std::string_view what) { return {Error::Kind::invalid, std::string(what)}; }

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

Result<std::string> bytes_of(std::string_view digits) {
  if (digits.size() % 2 != 0) return wrong("an odd number of hex digits");
  std::string out;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const auto value = whole_number(digits.substr(i, 2), 16);
    if (!value || *value < 0 || *value > 255) return wrong("no hex digits");
    out += static_cast<char>(*value);
  }
  return out;
}

/// True when a JSON text can carry `value` byte for byte.
bool is_utf8(const std::string& value) {
  const auto back = parse_json(to_text(Json(value)));
  return back.ok() && back->as_string() && *back->as_string() == value;
}

}  // namespace

Json text(std::string_view value) {
  std::string copy(value);
  if (is_utf8(copy)) return Json(std::move(copy));
  return Json::object().set("hex", hex(value));
}

Result<std::string> text_from(const Json* json) {
  if (!json) return wrong("a text is missing");
  if (const std::string* const value = json->as_string()) return *value;
  const Json* const digits = json->find("hex");
  if (!digits || !digits->as_string()) return wrong("a text is none");
  return bytes_of(*digits->as_string());
}

Json error(const Error& error) {
  Json out;
  out.set("kind", gb10::word(error.kind)).set("what", text(error.what));
  if (!error.hint.empty()) out.set("hint", text(error.hint));
  return out;
}

Result<Told> error_from(const Json& json) {
  const auto kind = error_kind(json.text("kind"));
  if (!kind) return wrong("an error of no known kind");
  const std::string what = TRY(text_from(json.find("what")));
  const Json* const hint = json.find("hint");
  if (!hint) return Told{{*kind, what}};
  const std::string advice = TRY(text_from(hint));
  return Told{{*kind, what, advice}};
}

const char* word(FileKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

Result<FileKind> kind_from(const Json* json) {
  const std::string* const name = json ? json->as_string() : nullptr;
  for (std::size_t i = 0; name && i < kKinds.size(); ++i) {
    if (*name == kKinds[i]) return static_cast<FileKind>(i);
  }
  return wrong("no known kind of file");
}

Result<std::int64_t> whole_from(const Json* json) {
  const std::int64_t* const value = json ? json->as_int() : nullptr;
  if (!value) return wrong("a whole number is missing");
  return *value;
}

Json lists(const std::vector<std::string>& texts) {
  Json out = Json::array();
  for (const std::string& one : texts) out.push(text(one));
  return out;
}

Result<std::vector<std::string>> lists_from(const Json* json) {
  const Json::Array* const items = json ? json->as_array() : nullptr;
  if (!items) return wrong("a list is missing");
  std::vector<std::string> out;
  for (const Json& item : *items) {
    std::string one = TRY(text_from(&item));
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace gb10::record_json
