#pragma once

#include <deque>
#include <functional>
#include <map>

#include "bench/storage_blocks.h"
#include "gpu/fake_cuda.h"

/// A GPU that is made of the CPU and works late: what is put on its stream happens when somebody
/// waits for it, as on a real one it may. So a buffer that is filled too early shows.
namespace gb10::storage_fakes {

struct LateStream {
  std::deque<std::function<void()>> work;
  std::uint64_t begun = 0, done = 0;
  std::map<cuda::EventHandle, std::uint64_t> events;  // how much was begun before it
  bool reads_pageable = false;
  int drops = 0;  // copies that are left out

  void add(std::function<void()> one) {
    work.push_back(std::move(one));
    ++begun;
  }
  void run_until(std::uint64_t count) {
    for (; done < count; ++done) {
      work.front()();
      work.pop_front();
    }
  }
};
inline LateStream& stream() {
  static LateStream late;
  return late;
}

inline void sum_blocks(const std::byte* data, std::uint64_t count, std::uint64_t* out) {
  for (std::uint64_t i = 0; i < count; ++i)
    out[i] = block_sum(
        std::span<const std::byte, kStorageBlock>(data + i * kStorageBlock, kStorageBlock));
}

inline void add_late_copies(cuda::Api& api) {
  using namespace cuda;
  api.cuMemHostAlloc.function = [](void** memory, std::size_t size, unsigned) {
    *memory = std::aligned_alloc(4096, size);
    return *memory ? kSuccess : kOutOfMemory;
  };
  api.cuMemFreeHost.function = [](void* memory) {
    stream().run_until(stream().begun);
    return std::free(memory), kSuccess;
  };
  api.cuMemHostGetDevicePointer_v2.function = [](Address* address, void* memory, unsigned) {
    return *address = reinterpret_cast<Address>(memory), kSuccess;
  };
  api.cuMemcpyHtoDAsync_v2.function = [](Address to, const void* from, std::size_t size,
                                         StreamHandle) {
    const bool dropped = stream().drops > 0 && stream().drops-- > 0;
    stream().add([=] {
      if (!dropped) std::memcpy(reinterpret_cast<void*>(to), from, size);
    });
    return kSuccess;
  };
  api.cuLaunchKernel.function = [](FunctionHandle, unsigned, unsigned, unsigned, unsigned, unsigned,
                                   unsigned, unsigned, StreamHandle, void** with, void**) {
    const auto from = fake::argument<Address>(with, 0);
    const auto count = fake::argument<unsigned long long>(with, 1);
    const auto out = fake::argument<Address>(with, 2);
    stream().add([=] {
      sum_blocks(reinterpret_cast<const std::byte*>(from), count,
                 reinterpret_cast<std::uint64_t*>(out));
    });
    return kSuccess;
  };
}

inline cuda::Api late_cuda() {
  using namespace cuda;
  stream() = {};
  Api api = fake_cuda();
  add_late_copies(api);
  api.cuDeviceGetAttribute.function = [](int* value, int which, Device) {
    return *value = which == kReadsPageable && stream().reads_pageable ? 1 : 0, kSuccess;
  };
  api.cuEventRecord.function = [](EventHandle event, StreamHandle) {
    return stream().events[event] = stream().begun, kSuccess;
  };
  api.cuEventSynchronize.function = [](EventHandle event) {
    return stream().run_until(stream().events[event]), kSuccess;
  };
  api.cuStreamSynchronize.function = [](StreamHandle) {
    return stream().run_until(stream().begun), kSuccess;
  };
  return api;
}

}  // namespace gb10::storage_fakes
