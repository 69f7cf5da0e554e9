#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pattern.h"
#include "explain/signature.h"
#include "logs/prefix.h"
#include "model/explanation.h"

namespace gb10 {

/// A line that fitted a pattern.
struct Seen {
  LogEvidence evidence;
  Pattern::Captures captures;
  std::optional<LogTime> time;
  std::string source;            // the service, host or rank that wrote it
  bool says_it_is_fine = false;  // at level INFO or the like
};

/// Every line that fitted one pattern: the first and the last of them, and how many.
struct SeenLines {
  static constexpr std::size_t kKept = 64;        // of the first, and of the last
  static constexpr std::size_t kWithContext = 8;  // so many first ones have the lines around them

  static constexpr std::size_t kNumbers = 2048;  // of lines, also of those that were let go

  std::vector<Seen> first, last;
  std::vector<std::int64_t> numbers;  // of the first lines, sorted
  std::int64_t count = 0;
  bool count_is_least = false;

  /// Those that are kept, in the order of the log.
  std::vector<const Seen*> kept() const;
  /// The first and the last number from `low` to `high`.
  std::optional<std::int64_t> first_in(std::int64_t low, std::int64_t high) const;
  std::optional<std::int64_t> last_in(std::int64_t low, std::int64_t high) const;
  /// What was kept of a line; null where only its number was.
  const Seen* at(std::int64_t line) const;
};

/// A pattern at work: compiled when it is first wanted, and what it has found.
class Part {
 public:
  explicit Part(const LinePattern& pattern) : pattern_(&pattern) {}

  const LinePattern& pattern() const { return *pattern_; }
  const SeenLines& seen() const { return seen_; }
  SeenLines& seen() { return seen_; }

  /// A new block of the log begins.
  void begin_block() { here_ = 0; }
  /// True once it has fitted so many lines that one more of this block would tell nothing new.
  bool is_spent() const;
  /// Whether its lines may be shown: those of a condition alone are only counted.
  bool shows() const { return shows_; }
  void let_show() { shows_ = true; }
  bool is_stopped() const { return stopped_; }
  /// From now on keeps few of the lines that it fits.
  void keep_few() {
    most_ = kFew;
    most_numbers_ = kFewNumbers;
  }
  /// True when no more of the first lines are kept, but the last.
  bool has_all_first() const { return seen_.first.size() >= most_; }
  /// Nothing more is wanted of it.
  void stop() { stopped_ = true; }
  void resume() { stopped_ = false; }
  void note_more() { seen_.count_is_least = true; }

  /// True when this piece of the log, of which each has its own number, was not tried before; from
  /// now on it was.
  bool takes(std::int64_t piece) { return std::exchange(last_piece_, piece) != piece; }

  /// Whether `piece`, a whole line with its prefixes, shows that the pattern cannot fit: what it
  /// fits without them, it also fits with them.
  bool is_hopeless(std::string_view piece);

  /// The first of `readings` that it fits, and what it captured; null when it fits none.
  const std::string* fitting(const std::vector<std::string>& readings, Pattern::Captures& captures);

  /// True when the line of this number is kept already: nothing more can come of it.
  bool has_line(std::int64_t number) const;

  enum class Recorded { no, last, first };
  /// Keeps the line, unless it is kept already.
  Recorded record(Seen seen);

 private:
  static constexpr std::size_t kFew = 3, kFewNumbers = 128;

  bool prepare();

  const LinePattern* pattern_;
  std::optional<Pattern> compiled_;
  bool tried_ = false, from_start_ = false, stopped_ = false, shows_ = false;
  std::size_t most_ = SeenLines::kKept, most_numbers_ = SeenLines::kNumbers;
  std::int64_t here_ = 0;         // lines of this block that it fitted
  std::int64_t last_piece_ = -1;  // that it was tried on
  SeenLines seen_;
};

/// What makes two patterns find the same lines.
std::string identity(const LinePattern& pattern);

}  // namespace gb10
