#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"

namespace gb10 {

/// A read that shall be done. Its memory must stay until it has ended.
struct ReadWish {
  int file = -1;
  std::uint64_t offset = 0;
  std::span<std::byte> into;
  std::size_t slot = 0;  // by which the asker knows it again
};

/// One that has ended, in whatever order.
struct ReadDone {
  std::size_t slot = 0;
  std::int64_t bytes = 0;  // that were read; below 0 an errno
};

/// Several reads at once. At its end it waits for those that are under way; one that was not handed
/// over by then is dropped.
class ReadQueue {
 public:
  virtual ~ReadQueue() = default;
  /// "io_uring"
  virtual const char* name() const = 0;
  /// Begins a read; no more than the queue's depth are on their way at once.
  virtual Result<void> begin(const ReadWish& wish) = 0;
  /// Waits for one to end.
  virtual Result<ReadDone> next() = 0;
};

/// A queue, and why it is not of io_uring where it is not.
struct OpenReadQueue {
  std::unique_ptr<ReadQueue> queue;
  std::string instead;
};

/// One of io_uring; where the kernel or a container refuses that, one of threads that wait in
/// pread.
Result<OpenReadQueue> open_read_queue(int depth);

/// The kinds themselves. Error `unsupported` where io_uring is refused, in words.
Result<std::unique_ptr<ReadQueue>> uring_read_queue(int depth);
Result<std::unique_ptr<ReadQueue>> thread_read_queue(int depth);

/// Words for what came of a read of `wanted` bytes at `offset` that is not all of them.
Error short_read(const ReadDone& done, std::uint64_t offset, std::size_t wanted);

}  // namespace gb10
