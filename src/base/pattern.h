#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// A regular expression in RE2's syntax, compiled. Its search time is linear in the text; the
/// library behind it lives in pattern.cc alone.
class Pattern {
 public:
  /// An Error of kind `invalid` that says what is wrong with `text`.
  static Result<Pattern> compile(std::string_view text);

  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// True when it fits somewhere in `text`.
  bool fits(std::string_view text) const;

  using Captures = std::map<std::string, std::string, std::less<>>;
  /// The same, and what its named groups took; a group that took no part is absent.
  bool fits(std::string_view text, Captures& captures) const;

  /// What its first group took, named or not; nothing where it does not fit, or the group took no
  /// part.
  std::optional<std::string> first_group(std::string_view text) const;

  /// How many groups it has, named or not.
  int group_count() const;
  /// The names of its groups.
  std::vector<std::string> groups() const;

 private:
  struct Compiled;
  explicit Pattern(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace gb10
