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
  /// Whether the line says of a reading that nothing is wrong, by its level.
  bool is_fine(std::size_t reading) const { return fine_[reading]; }
  /// The line of the log that a reading is of, with its prefixes, or the line that was packed in
  /// it.
  const std::string& whole(std::size_t reading) const { return readings_[whole_[reading]]; }
  /// True where it was unpacked out of JSON: then all of the line was read.
  bool is_unpacked() const { return is_unpacked_; }
  /// Its first reading taken apart.
  const LogLine& parts() const { return parts_; }
  /// Without prefixes.
  std::string_view message() const { return readings_[0]; }

 private:
  void add(std::string_view text, bool is_fine);
  void add_long(std::string_view text, bool is_fine);
  bool unpack(std::string_view piece);

  std::string text_;
  LogLine parts_;
  std::vector<std::string> readings_;
  std::vector<bool> fine_;
  std::vector<std::size_t> whole_;
  bool is_unpacked_ = false;
};

/// The piece between carriage returns of `line` that holds the place `at`.
std::string_view piece_at(std::string_view line, std::size_t at);

}  // namespace gb10
