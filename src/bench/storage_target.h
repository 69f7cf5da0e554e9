#pragma once

#include <deque>
#include <vector>

#include "bench/storage_gpu.h"

namespace gb10 {

/// The GPU's memory that a file is brought to, and the check of what came.
class StorageTarget {
 public:
  static Result<StorageTarget> make(const StorageGpu& gpu, const StorageFile& file);

  cuda::Address data() const { return data_.address(); }
  /// Makes all of it wrong, so that nothing is right from the last time.
  Result<void> clear();
  /// Begins to sum up blocks that the GPU can read at `from`, as those from `first` on.
  Result<void> sum_up(cuda::Address from, std::size_t first, std::size_t count);
  /// Waits, and compares the sums of so many blocks.
  Result<void> compare(std::size_t count, StoragePasses& out);
  Result<void> wait() const;

 private:
  StorageTarget(const StorageGpu& gpu, const StorageFile& file, DeviceBuffer<std::uint64_t> data,
                DeviceBuffer<std::uint64_t> sums)
      : gpu_(&gpu), file_(&file), data_(std::move(data)), sums_(std::move(sums)) {}

  const StorageGpu* gpu_;
  const StorageFile* file_;
  DeviceBuffer<std::uint64_t> data_, sums_;
  cuda::FunctionHandle kernel_ = nullptr;
};

/// Page-locked memory in slots, each with an event of its own that tells when the GPU has done with
/// what lies in it: none is filled again before that.
class PinnedSlots {
 public:
  static Result<PinnedSlots> make(const StorageGpu& gpu, std::size_t count, std::size_t size);

  std::size_t size() const { return size_; }
  std::span<std::byte> memory(std::size_t slot) const;
  /// The same as the GPU sees it.
  cuda::Address address(std::size_t slot) const { return address_ + slot * size_; }

  /// A slot that nothing uses any more; waits for the GPU where it must.
  Result<std::size_t> take();
  /// What was begun on the stream is the last that the GPU does with this slot.
  Result<void> hand_back(std::size_t slot);
  /// All are free again; the stream is idle.
  void reset();

 private:
  PinnedSlots(const StorageGpu& gpu, PinnedMemory memory, std::size_t size)
      : gpu_(&gpu), memory_(std::move(memory)), size_(size) {}

  const StorageGpu* gpu_;
  PinnedMemory memory_;
  std::size_t size_;
  cuda::Address address_ = 0;
  std::vector<Event> events_;
  std::deque<std::size_t> free_, with_gpu_;
};

}  // namespace gb10
