#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "explain/book.h"
#include "explain/part.h"

namespace gb10 {

/// Looks through a log for the lines that signatures know, in one pass and constant memory.
class Matcher {
 public:
  /// The book outlives the matcher, which reads in it what the log is about.
  explicit Matcher(SignatureBook& book);

  Matcher(Matcher&&) noexcept;
  Matcher& operator=(Matcher&&) noexcept;
  ~Matcher();

  const SignatureBook& book() const;

  /// Takes the next bytes of the log.
  void feed(std::string_view bytes);
  /// Looks at the whole lines that have come so far: for a log that goes on.
  void flush();
  /// Looks at what is left.
  void end();

  /// The lines that fitted `pattern`, which belongs to a signature that was read or to a word for
  /// errors.
  const SeenLines& seen(const LinePattern& pattern) const;
  /// The number of the last line that is not blank.
  std::int64_t last_line() const;
  std::int64_t line_count() const;
  std::int64_t byte_count() const;
  /// Grows whenever a line fits for the first times: nothing new where it is as before.
  std::int64_t news() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace gb10
