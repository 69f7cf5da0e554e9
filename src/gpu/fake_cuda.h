#pragma once

#include <chrono>
#include <cstdlib>
#include <cstring>

#include "gpu/cuda_api.h"
#include "gpu/fake_kernels.h"

namespace gb10 {

namespace fake {

using EventTime = std::chrono::steady_clock::time_point;

}  // namespace fake

inline void add_fake_memory(cuda::Api& api) {
  using namespace cuda;
  api.cuMemGetInfo_v2.function = [](std::size_t* free, std::size_t* total) {
    return *free = fake::gpu().free, *total = fake::gpu().total, kSuccess;
  };
  api.cuMemAlloc_v2.function = [](Address* address, std::size_t size) {
    void* const memory = std::malloc(size);
    *address = reinterpret_cast<Address>(memory);
    return memory ? kSuccess : kOutOfMemory;
  };
  api.cuMemFree_v2.function = [](Address address) {
    return std::free(reinterpret_cast<void*>(address)), kSuccess;
  };
  api.cuMemcpyHtoD_v2.function = [](Address to, const void* from, std::size_t size) {
    return std::memcpy(reinterpret_cast<void*>(to), from, size), kSuccess;
  };
  api.cuMemcpyDtoH_v2.function = [](void* to, Address from, std::size_t size) {
    return std::memcpy(to, reinterpret_cast<const void*>(from), size), kSuccess;
  };
  api.cuMemsetD8_v2.function = [](Address to, unsigned char value, std::size_t size) {
    fake::gpu().tried = !fake::gpu().fresh;
    return std::memset(reinterpret_cast<void*>(to), value, size), kSuccess;
  };
}

/// CUDA of one fake GPU, with one SM.
inline cuda::Api fake_cuda() {
  using namespace cuda;
  Api api;
  add_fake_memory(api);
  api.cuInit.function = [](unsigned) { return kSuccess; };
  api.cuDriverGetVersion.function = [](int* version) { return *version = 13000, kSuccess; };
  api.cuGetErrorName.function = [](Status, const char** name) {
    return *name = "CUDA_ERROR_FAKE", kSuccess;
  };
  api.cuDeviceGetByPCIBusId.function = [](Device* device, const char*) {
    return *device = 0, kSuccess;
  };
  api.cuDeviceGetAttribute.function = [](int* value, int which, Device) {
    return *value = which == kMultiprocessors ? 1 : 0, kSuccess;
  };
  api.cuDevicePrimaryCtxRetain.function = [](ContextHandle*, Device) { return kSuccess; };
  api.cuDevicePrimaryCtxRelease_v2.function = [](Device) { return kSuccess; };
  api.cuCtxSetCurrent.function = [](ContextHandle) { return kSuccess; };
  api.cuStreamCreate.function = [](StreamHandle*, unsigned) { return kSuccess; };
  api.cuStreamDestroy_v2.function = [](StreamHandle) { return kSuccess; };
  api.cuStreamSynchronize.function = [](StreamHandle) { return kSuccess; };
  api.cuEventCreate.function = [](EventHandle* event, unsigned) {
    *event = reinterpret_cast<EventHandle>(new fake::EventTime);
    return kSuccess;
  };
  api.cuEventDestroy_v2.function = [](EventHandle event) {
    delete reinterpret_cast<fake::EventTime*>(event);
    return kSuccess;
  };
  api.cuEventRecord.function = [](EventHandle event, StreamHandle) {
    *reinterpret_cast<fake::EventTime*>(event) = std::chrono::steady_clock::now();
    return kSuccess;
  };
  api.cuEventSynchronize.function = [](EventHandle) { return kSuccess; };
  api.cuEventElapsedTime.function = [](float* milliseconds, EventHandle begin, EventHandle end) {
    const std::chrono::duration<float, std::milli> time =
        *reinterpret_cast<fake::EventTime*>(end) - *reinterpret_cast<fake::EventTime*>(begin);
    return *milliseconds = time.count(), kSuccess;
  };
  api.cuModuleLoadData.function = [](ModuleHandle*, const void*) { return kSuccess; };
  api.cuModuleUnload.function = [](ModuleHandle) { return kSuccess; };
  api.cuModuleGetFunction.function = [](FunctionHandle* function, ModuleHandle, const char* name) {
    // The name itself, whose life is the program's, is the handle.
    *function = reinterpret_cast<FunctionHandle>(const_cast<char*>(name));
    return kSuccess;
  };
  api.cuLaunchKernel.function = [](FunctionHandle function, unsigned blocks, unsigned, unsigned,
                                   unsigned threads, unsigned, unsigned, unsigned, StreamHandle,
                                   void** with, void**) {
    fake::run(reinterpret_cast<const char*>(function), blocks * threads, with);
    return kSuccess;
  };
  return api;
}

}  // namespace gb10
