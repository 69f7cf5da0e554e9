#pragma once
// container/ writes compose files, asks a container what it has, and finds what was left in an
// image. It refuses to start, stop or change a container.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gb10 {

/// A YAML value with a comment above each of its lines, as far as compose files need it.
class YamlNode {
 public:
  enum class Kind { text, plain, list, map };

  /// A string, whatever it looks like: "yes" stays a string.
  static YamlNode text(std::string_view value);
  static YamlNode number(std::int64_t value);
  static YamlNode truth(bool value);
  static YamlNode list();
  static YamlNode map();

  /// Adds a member or an item; `comment` may be several lines.
  YamlNode& add(std::string_view key, YamlNode value, std::string_view comment = {});
  YamlNode& push(YamlNode value, std::string_view comment = {});

  bool is_empty() const;
  /// The lines of it, as a document.
  std::string written() const;

 private:
  explicit YamlNode(Kind kind) : kind_(kind) {}
  void write(std::string& out, std::size_t indent) const;

  Kind kind_;
  std::string scalar_;  // as it was given
  // Of each member or item; a list has empty keys.
  std::vector<std::string> keys_, comments_;
  std::vector<YamlNode> values_;
};

/// A string as one YAML scalar: bare where YAML 1.1 and 1.2 both read it as the same string, in
/// double quotes otherwise. Bytes that are no UTF-8 come out as U+FFFD, which nobody should rely
/// on.
std::string yaml_scalar(std::string_view text);

/// `text` so that compose reads it as it is: "$" starts a variable there, "$$" is a dollar.
std::string compose_literal(std::string_view text);

}  // namespace gb10
