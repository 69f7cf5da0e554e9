#include "bench/storage_target.h"

#include <algorithm>

namespace gb10 {

Result<StorageTarget> StorageTarget::make(const StorageGpu& gpu, const StorageFile& file) {
  auto data = TRY(DeviceBuffer<std::uint64_t>::make(gpu.cuda, file.size() / sizeof(std::uint64_t)));
  auto sums = TRY(DeviceBuffer<std::uint64_t>::make(gpu.cuda, file.marks().count()));
  StorageTarget out(gpu, file, std::move(data), std::move(sums));
  out.kernel_ = TRY(gpu.cuda.function(gpu.module, "block_sums"));
  return out;
}

Result<void> StorageTarget::clear() {
  TRY(wait());
  TRY(data_.poison());
  TRY(sums_.poison());
  return wait();
}

Result<void> StorageTarget::sum_up(cuda::Address from, std::size_t first, std::size_t count) {
  constexpr std::size_t kThreads = 256, kBlocksEach = kThreads / 32, kMostGroups = 4096;
  cuda::Address sums = sums_.address() + first * sizeof(std::uint64_t);
  auto blocks = static_cast<unsigned long long>(count);
  void* arguments[] = {&from, &blocks, &sums};
  const auto groups =
      static_cast<unsigned>(std::min((count + kBlocksEach - 1) / kBlocksEach, kMostGroups));
  const cuda::Api& api = gpu_->cuda.api();
  return call(api, api.cuLaunchKernel, kernel_, groups, 1U, 1U, unsigned{kThreads}, 1U, 1U, 0U,
              gpu_->stream.get(), arguments, nullptr);
}

Result<void> StorageTarget::compare(std::size_t count, StoragePasses& out) {
  TRY(wait());
  std::vector<std::uint64_t> sums(count);
  TRY(sums_.download(0, sums));
  for (std::size_t i = 0; i < count; ++i) {
    if (sums[i] == file_->marks().sum(i)) continue;
    if (out.wrong++ == 0) out.first_wrong = i * kStorageBlock;
  }
  out.checked += count;
  return {};
}

Result<void> StorageTarget::wait() const {
  // Copies of pageable memory come back while their last part is still on its way, on the default
  // stream.
  const cuda::Api& api = gpu_->cuda.api();
  TRY(call(api, api.cuStreamSynchronize, nullptr));
  return call(api, api.cuStreamSynchronize, gpu_->stream.get());
}

Result<PinnedSlots> PinnedSlots::make(const StorageGpu& gpu, std::size_t count, std::size_t size) {
  const cuda::Api& api = gpu.cuda.api();
  void* memory = nullptr;
  TRY(call(api, api.cuMemHostAlloc, &memory, count * size, cuda::kMappedForDevice));
  PinnedSlots out(gpu, PinnedMemory(api, memory), size);
  TRY(call(api, api.cuMemHostGetDevicePointer_v2, &out.address_, memory, 0U));
  for (std::size_t i = 0; i < count; ++i) {
    Event event = TRY(gpu.cuda.event());
    out.events_.push_back(std::move(event));
  }
  out.reset();
  return out;
}

std::span<std::byte> PinnedSlots::memory(std::size_t slot) const {
  return {static_cast<std::byte*>(memory_.get()) + slot * size_, size_};
}

Result<std::size_t> PinnedSlots::take() {
  if (free_.empty()) {
    CHECK(!with_gpu_.empty());
    const std::size_t oldest = with_gpu_.front();
    const cuda::Api& api = gpu_->cuda.api();
    TRY(call(api, api.cuEventSynchronize, events_[oldest].get()));
    with_gpu_.pop_front();
    free_.push_back(oldest);
  }
  const std::size_t slot = free_.front();
  free_.pop_front();
  return slot;
}

Result<void> PinnedSlots::hand_back(std::size_t slot) {
  const cuda::Api& api = gpu_->cuda.api();
  TRY(call(api, api.cuEventRecord, events_[slot].get(), gpu_->stream.get()));
  with_gpu_.push_back(slot);
  return {};
}

void PinnedSlots::reset() {
  with_gpu_.clear();
  free_.clear();
  for (std::size_t i = 0; i < events_.size(); ++i) free_.push_back(i);
}

}  // namespace gb10
