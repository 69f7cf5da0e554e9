#include "logs/json_line.h"

#include <array>

#include "base/json.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kLongest = 256 * 1024;
/// What programs call it: Docker and CRI, journald, Python's and Go's loggers, traces last.
constexpr std::array<std::string_view, 14> kMembers = {
    "log",   "message", "msg", "MESSAGE",   "event",    "text",       "body",
    "error", "err",     "exc", "exception", "exc_info", "stacktrace", "traceback"};

}  // namespace

std::optional<std::string> said_by_json(std::string_view line) {
  line = trimmed(line);
  if (line.size() > kLongest || !line.starts_with('{') || !line.ends_with('}')) return std::nullopt;
  const Result<Json> json = parse_json(line);
  if (!json.ok() || !json->as_object()) return std::nullopt;
  std::string out;
  for (const std::string_view member : kMembers) {
    const Json* const value = json->find(member);
    const std::string* const text = value ? value->as_string() : nullptr;
    if (!text || text->empty()) continue;
    if (!out.empty() && !out.ends_with('\n')) out += '\n';
    out += *text;
  }
  if (out.empty()) return std::nullopt;
  return out;
}

}  // namespace gb10
