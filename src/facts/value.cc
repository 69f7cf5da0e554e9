#include "facts/value.h"

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"

namespace gb10 {

Error nonsense(std::string_view path, std::string_view content) {
  return {Error::Kind::failed, fmt::format("{} holds \"{}\", which is not understood", path,
                                           printable(trimmed(content), 60))};
}

Result<Value> text_value(const HostView& host, std::string_view path) {
  const std::string text = TRY(ask::text(host, path));
  if (text.empty()) return Error{Error::Kind::failed, fmt::format("{} is empty", path)};
  return Value(printable(text));
}

Result<Value> number_value(const HostView& host, std::string_view path) {
  return as_value(ask::number(host, path));
}

Result<Value> quantity_value(const HostView& host, std::string_view path, Quantity unit) {
  const std::int64_t count = TRY(ask::number(host, path));
  return Value(Quantity{static_cast<double>(count) * unit.value, unit.unit});
}

Result<std::string> chosen_word(const HostView& host, std::string_view path) {
  const std::string line = TRY(ask::text(host, path));
  const std::size_t open = line.find('[');
  const std::size_t close = line.find(']', open == std::string::npos ? 0 : open);
  if (open != std::string::npos && close != std::string::npos) {
    return line.substr(open + 1, close - open - 1);
  }
  if (line.empty() || words(line).size() != 1) return nonsense(path, line);
  return line;
}

Assignments assignments(std::string_view text) {
  Assignments found;
  for (const std::string_view raw : lines(text)) {
    const std::string_view line = trimmed(raw);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || line.front() == '#' || line.front() == ';') continue;
    std::string_view value = trimmed(line.substr(equals + 1));
    const char quote = value.empty() ? '\0' : value.front();
    if ((quote == '"' || quote == '\'') && value.size() > 1 && value.back() == quote) {
      value = value.substr(1, value.size() - 2);
    }
    found.emplace_back(printable(trimmed(line.substr(0, equals))), printable(value, 4000));
  }
  return found;
}

std::optional<std::string> last_of(const Assignments& lines, std::string_view key) {
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (line->first == key && !line->second.empty()) return line->second;
  }
  return std::nullopt;
}

}  // namespace gb10
