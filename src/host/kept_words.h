#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gb10 {

/// What may be kept of a command: a record is shown to others. The same word stays the same text,
/// whoever runs it.
class KeptWords {
 public:
  /// `passwd` is the text of /etc/passwd; `home` is HOME, or empty.
  KeptWords(std::string_view passwd, std::string_view home);

  /// Homes as "~". Root's stays, which tells nothing.
  std::string path(std::string_view text) const;
  /// That, and tokens, keys and passwords as "[hidden]", where redacted() finds one by its form or
  /// by the option, variable or header that it belongs to. As many words as there were.
  std::vector<std::string> words(const std::vector<std::string>& words) const;

 private:
  std::vector<std::string> homes_;  // the longest first
};

}  // namespace gb10
