#include "audit/requirement_set.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kMostUnread = 200;

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Whether the first bytes of a file are no text in any of the encodings that are read.
bool is_binary(const std::string& bytes) {
  constexpr std::size_t kLooked = 512;
  bool converted = false;
  const std::string text = plain_text(std::string_view(bytes).substr(0, kLooked), converted);
  return text.find('\0') != std::string::npos;
}

void append_utf8(std::string& out, char32_t point) {
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | ((point >> shift) & 0x3fU));
  };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0U | (point >> 6U));
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0U | (point >> 12U));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0U | (point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Half a pair stays what it is, so that is_plain refuses it.
std::string from_utf16(std::string_view bytes, bool is_big) {
  std::string out;
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(is_big ? first << 8U | second : second << 8U | first);
  };
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const char32_t high = unit(at);
    const bool is_pair = high >= 0xd800 && high < 0xdc00 && at + 3 < bytes.size() &&
                         unit(at + 2) >= 0xdc00 && unit(at + 2) < 0xe000;
    if (!is_pair) {
      append_utf8(out, high);
      continue;
    }
    append_utf8(out, 0x10000 + ((high - 0xd800) << 10U) + (unit(at + 2) - 0xdc00));
    at += 2;
  }
  return out;
}

}  // namespace

std::optional<RequirementKind> requirement_kind(std::string_view path) {
  const std::string name = lower(file_name(path));
  if (name == "pyproject.toml") return RequirementKind::pyproject;
  if (name == "uv.lock") return RequirementKind::uv_lock;
  if (!name.ends_with(".txt") && !name.ends_with(".in")) return std::nullopt;
  const bool is_constraint = name.find("constraint") != std::string::npos;
  return is_constraint ? RequirementKind::constraints : RequirementKind::requirements;
}

std::optional<WheelName> wheel_at(std::string_view path_or_url) {
  const std::string_view path = path_or_url.substr(0, path_or_url.find_first_of("#?"));
  auto name = wheel_name(replaced(replaced(replaced(path, "%2B", "+"), "%2b", "+"), "%21", "!"));
  return name.ok() ? std::optional(*std::move(name)) : std::nullopt;
}

std::string plain_text(std::string_view bytes, bool& converted) {
  converted = false;
  if (bytes.starts_with("\xef\xbb\xbf")) return std::string(bytes.substr(3));
  const bool is_big = bytes.starts_with("\xfe\xff");
  if (!is_big && !bytes.starts_with("\xff\xfe")) return std::string(bytes);
  converted = true;
  return from_utf16(bytes.substr(2), is_big);
}

bool is_plain(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0 || text[at] == '\0') return false;
    at += length;
  }
  return true;
}

void RequirementSet::add_unread(std::string_view file, int line, std::string what) {
  if (unread.size() > kMostUnread) return;
  if (unread.size() == kMostUnread) what = "more could not be read, and is not listed";
  unread.push_back({std::string(file), line, std::move(what)});
}

Result<RequirementSet> read_requirements(const TextReader& read, const std::string& path,
                                         RequirementKind kind) {
  const std::string bytes = TRY(read(path));
  RequirementSet out;
  out.kind = kind;
  out.path = path;
  out.texts[path] = bytes;
  const bool is_pip = kind == RequirementKind::requirements || kind == RequirementKind::constraints;
  if (is_pip) {
    if (is_binary(bytes))
      return Error{Error::Kind::invalid, fmt::format("{} is no text", path),
                   "code is audited under the name that it was built with, such as libx.so"};
    read_pip_file(read, path, out);
    return out;
  }
  bool converted = false;
  const std::string text = plain_text(bytes, converted);
  if (converted) out.converted.push_back(path);
  if (!is_plain(text))
    return Error{Error::Kind::invalid, fmt::format("{}: is not UTF-8, or holds NUL", path)};
  TRY(kind == RequirementKind::pyproject ? read_pyproject(text, path, out)
                                         : read_uv_lock(text, path, out));
  return out;
}

}  // namespace gb10
