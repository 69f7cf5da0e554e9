#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10::toml {

/// A value of a TOML file that knows its place, so that every refusal names file and line.
class Node {
 public:
  enum class Kind { boolean, integer, floating, string, array, table, other };

  Node() noexcept;  // not implicit: clang 14 would ask for it before the class is complete

  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double floating = 0;
  std::string string;
  std::vector<Node> items;                            // of an array
  std::vector<std::pair<std::string, Node>> members;  // of a table, in the order of the file
  int line = 0;
  std::string file;

  /// The member; null when there is none.
  const Node* find(std::string_view key) const;
  /// The member, or an Error that names what is missing where.
  Result<const Node*> need(std::string_view key) const;

  Result<std::string> text() const;
  Result<double> number() const;  // whole numbers too
  Result<bool> truth() const;
  Result<std::vector<std::string>> texts() const;        // an array of strings, or one string
  Result<std::string> text(std::string_view key) const;  // the member must be there
  Result<std::string> text(std::string_view key, std::string_view otherwise) const;
  Result<std::vector<std::string>> texts(std::string_view key) const;  // empty when absent

  /// Refuses members that are not among `known`: a misspelt key must not pass.
  Result<void> only(const std::vector<std::string_view>& known) const;

  /// "file:line: what", kind `invalid`.
  Error wrong(std::string_view what) const;
};

/// Reads a TOML document; `file` is what messages call it.
Result<Node> parse(std::string_view text, std::string_view file);

}  // namespace gb10::toml
