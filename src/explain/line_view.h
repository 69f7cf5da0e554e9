#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "logs/prefix.h"

namespace gb10 {

/// One line of a log as patterns see it.
class LineView {
 public:
  /// `line` has no line end; `at` is the place in it that matters, which decides what is kept of
  /// one that is very long or was drawn over and over (progress bars).
  LineView(std::string_view line, std::size_t at);
  // parts_ looks into text_.
  LineView(const LineView&) = delete;
  LineView& operator=(const LineView&) = delete;

  /// The readings to try in turn: each message without its prefixes, then with its level, then
  /// whole.
  const std::vector<std::string>& readings() const { return readings_; }
  /// Its first reading taken apart.
  const LogLine& parts() const { return parts_; }
  /// Without prefixes.
  std::string_view message() const { return readings_[0]; }

 private:
  void add(std::string_view text);
  bool unpack(std::string_view piece);

  std::string text_;
  LogLine parts_;
  std::vector<std::string> readings_;
};

/// The piece between carriage returns of `line` that holds the place `at`.
std::string_view piece_at(std::string_view line, std::size_t at);

}  // namespace gb10
