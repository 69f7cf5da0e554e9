#include "logs/json_line.h"

#include <array>
#include <span>

#include "base/json.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongest = 256 * 1024;
/// What programs call it: Docker and CRI, journald, Python's and Go's loggers, traces last.
constexpr std::array<std::string_view, 14> kMembers = {
    "log",   "message", "msg", "MESSAGE",   "event",    "text",       "body",
    "error", "err",     "exc", "exception", "exc_info", "stacktrace", "traceback"};

constexpr std::array<std::string_view, 4> kTimes = {"time", "timestamp", "ts", "@timestamp"};
constexpr std::array<std::string_view, 3> kLevels = {"level", "severity", "levelname"};

/// The first of `members` that is a text; empty where none is.
std::string_view text_of(const Json& json, std::span<const std::string_view> members) {
  for (const std::string_view member : members) {
    const Json* const value = json.find(member);
    const std::string* const text = value ? value->as_string() : nullptr;
    if (text && !text->empty()) return *text;
  }
  return {};
}

}  // namespace

std::optional<JsonLine> json_line(std::string_view line) {
  line = trimmed(line);
  if (line.size() > kLongest || !line.starts_with('{') || !line.ends_with('}')) return std::nullopt;
  const Result<Json> json = parse_json(line);
  if (!json.ok() || !json->as_object()) return std::nullopt;
  JsonLine out;
  for (const std::string_view member : kMembers) {
    const std::string_view text = text_of(*json, {&member, 1});
    if (text.empty()) continue;
    if (!out.said.empty() && !out.said.ends_with('\n')) out.said += '\n';
    out.said += text;
  }
  if (out.said.empty()) return std::nullopt;
  out.time = time_of(text_of(*json, kTimes));
  out.says_it_is_fine = is_fine_level(text_of(*json, kLevels));
  return out;
}

}  // namespace gb10
