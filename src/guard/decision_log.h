#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gb10 {

/// The guard's decisions as a text file: a line each with its time. When it is full it becomes
/// "FILE.1", and the one before goes.
class DecisionLog {
 public:
  static constexpr std::uint64_t kFull = 1U << 20U;  // bytes

  explicit DecisionLog(std::string path) : path_(std::move(path)) {}

  /// Adds a line; `wall` is in nanoseconds since 1970. The file is opened for each anew: there are
  /// few, and somebody may have moved it.
  Result<void> add(std::string_view text, std::int64_t wall) const;

 private:
  std::string path_;
};

/// Where the guard of the ring at `ring` keeps them: in the same folder, under a name of its own.
std::string decisions_beside(std::string_view ring);

}  // namespace gb10
