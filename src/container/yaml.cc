#include "container/yaml.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Words that one of the YAML versions reads as a truth value, as nothing or as a number.
bool is_keyword(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kWords = {
      "y", "n", "yes", "no", "on", "off", "true", "false", "null", "inf", "nan", "none"};
  const std::string low = lower(text);
  return std::find(kWords.begin(), kWords.end(), low) != kWords.end();
}

/// Letters first, and nothing that means anything to YAML: no blank, no colon, no quote.
bool is_plain(std::string_view text) {
  if (text.empty() || text.size() > 200 || is_keyword(text)) return false;
  if (!is_letter(text[0]) && text[0] != '/') return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '/' || c == '.' || c == '_' || c == '-';
  });
}

/// What stands for a character between double quotes; `character` is whole UTF-8.
std::string escaped(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character == "\"") return "\\\"";
  if (character == "\\") return "\\\\";
  if (first < 0x20 || first == 0x7f) return fmt::format("\\x{:02x}", first);
  // The C1 controls, line and paragraph separator, byte order mark: YAML breaks lines at some.
  if (first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0)
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(character[1]));
  if (character == "\u2028") return "\\u2028";
  if (character == "\u2029") return "\\u2029";
  if (character == "\ufeff") return "\\ufeff";
  if (character == "\ufffe" || character == "\uffff") return "\\ufffd";
  return std::string(character);
}

void write_comment(std::string& out, std::string_view comment, std::size_t indent) {
  if (comment.empty()) return;
  for (const std::string_view line : lines(comment)) {
    const std::string safe = printable(line, 2000);
    for (const std::string& each : wrapped(safe, 98 - std::min<std::size_t>(indent, 60)))
      out += fmt::format("{:{}}# {}\n", "", indent, each);
  }
}

}  // namespace

std::string yaml_scalar(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) {
      out += "\\ufffd";
      text.remove_prefix(1);
      continue;
    }
    out += escaped(text.substr(0, length));
    text.remove_prefix(length);
  }
  return out + "\"";
}

std::string compose_literal(std::string_view text) { return replaced(text, "$", "$$"); }

YamlNode YamlNode::text(std::string_view value) {
  YamlNode out(Kind::text);
  out.scalar_ = value;
  return out;
}

YamlNode YamlNode::number(std::int64_t value) {
  YamlNode out(Kind::plain);
  out.scalar_ = fmt::format("{}", value);
  return out;
}

YamlNode YamlNode::truth(bool value) {
  YamlNode out(Kind::plain);
  out.scalar_ = value ? "true" : "false";
  return out;
}

YamlNode YamlNode::list() { return YamlNode(Kind::list); }
YamlNode YamlNode::map() { return YamlNode(Kind::map); }

YamlNode& YamlNode::add(std::string_view key, YamlNode value, std::string_view comment) {
  keys_.emplace_back(key);
  comments_.emplace_back(comment);
  values_.push_back(std::move(value));
  return *this;
}

YamlNode& YamlNode::push(YamlNode value, std::string_view comment) {
  return add({}, std::move(value), comment);
}

bool YamlNode::is_empty() const { return values_.empty(); }

std::string YamlNode::written() const {
  std::string out;
  write(out, 0);
  return out;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the value, which this program makes
void YamlNode::write(std::string& out, std::size_t indent) const {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    write_comment(out, comments_[i], indent);
    out.append(indent, ' ');
    out += kind_ == Kind::list ? "-" : yaml_scalar(keys_[i]) + ":";
    const YamlNode& value = values_[i];
    if (value.kind_ == Kind::text) {
      out += fmt::format(" {}\n", yaml_scalar(value.scalar_));
    } else if (value.kind_ == Kind::plain) {
      out += fmt::format(" {}\n", value.scalar_);
    } else if (value.values_.empty()) {
      out += value.kind_ == Kind::list ? " []\n" : " {}\n";
    } else {
      const bool on_this_line = kind_ == Kind::list && value.comments_[0].empty();
      std::string below;
      value.write(below, indent + 2);
      out += on_this_line ? ' ' : '\n';
      out += on_this_line ? below.substr(indent + 2) : below;
    }
  }
}

}  // namespace gb10
