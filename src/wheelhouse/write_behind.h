#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// Writes to a file beside whoever makes what is written, so that packing does not wait for the
/// disk, and has the disk begin at once, so that a sync at the end has little left to do.
class WriteBehind {
 public:
  /// `file` outlives it; `name` is for messages.
  WriteBehind(int file, std::string name);
  ~WriteBehind();
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  /// Waits while much is still to be written. The Error of what was written before.
  Result<void> add(std::span<const std::byte> bytes);
  /// Waits until all is written.
  Result<void> finish();

 private:
  void run();
  void end();

  int file_;
  std::string name_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::vector<std::byte>> waiting_;
  bool ended_ = false;
  std::optional<Error> error_;
  std::jthread thread_;  // the last: it uses all the others
};

}  // namespace gb10
