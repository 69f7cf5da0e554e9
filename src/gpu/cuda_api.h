#pragma once
// The small part of the CUDA driver API that we call, declared by ourselves and checked against the
// real cuda.h in abi_test.cc. Exported names, not the macros of cuda.h: cuMemAlloc is the 32-bit
// function of CUDA 3.1, cuMemAlloc_v2 the one that everybody means.

#include <cstddef>
#include <cstdint>

#include "gpu/library.h"

namespace gb10::cuda {

using Status = int;                  // CUresult
using Device = int;                  // CUdevice
using Address = unsigned long long;  // CUdeviceptr on 64-bit machines
using ContextHandle = struct OpaqueContext*;
using StreamHandle = struct OpaqueStream*;
using EventHandle = struct OpaqueEvent*;
using ModuleHandle = struct OpaqueModule*;
using FunctionHandle = struct OpaqueFunction*;
using GraphHandle = struct OpaqueGraph*;
using GraphRunHandle = struct OpaqueGraphRun*;  // CUgraphExec

// cuda.h 13.0: CUresult.
constexpr Status kSuccess = 0, kOutOfMemory = 2, kNoDevice = 100, kNoBinaryForGpu = 209,
                 kUnsupportedPtx = 222, kNotPermitted = 800, kNotSupported = 801;

// cuda.h 13.0: CUdevice_attribute.
constexpr int kMultiprocessors = 16, kIntegrated = 18, kMapsHostMemory = 19, kCacheBytes = 38,
              kMajor = 75, kMinor = 76, kManagedMemory = 83, kReadsPageable = 88,
              kSharesManaged = 89, kUsesHostPageTables = 100;

// cuda.h 13.0: CU_MEMHOSTALLOC_DEVICEMAP, CU_MEM_ATTACH_GLOBAL.
constexpr unsigned kMappedForDevice = 2, kAttachGlobal = 1;

// cuda.h 13.0: CUstreamCaptureMode.
constexpr int kCaptureOfThisThread = 1;

// cuda.h 13.0: CUstream_flags, CUevent_flags.
constexpr unsigned kStreamDefault = 0, kEventBlockingSync = 1;

// cuda.h 13.0, exported names.
#define GB10_CUDA_FUNCTIONS(X)                                                               \
  X(cuInit, Status(unsigned))                                                                \
  X(cuDriverGetVersion, Status(int*))                                                        \
  X(cuGetErrorName, Status(Status, const char**))                                            \
  X(cuDeviceGetByPCIBusId, Status(Device*, const char*))                                     \
  X(cuDeviceGetAttribute, Status(int*, int, Device))                                         \
  X(cuDevicePrimaryCtxRetain, Status(ContextHandle*, Device))                                \
  X(cuDevicePrimaryCtxRelease_v2, Status(Device))                                            \
  X(cuCtxSetCurrent, Status(ContextHandle))                                                  \
  X(cuMemGetInfo_v2, Status(std::size_t*, std::size_t*))                                     \
  X(cuMemAlloc_v2, Status(Address*, std::size_t))                                            \
  X(cuMemFree_v2, Status(Address))                                                           \
  X(cuMemAllocManaged, Status(Address*, std::size_t, unsigned))                              \
  X(cuMemHostAlloc, Status(void**, std::size_t, unsigned))                                   \
  X(cuMemFreeHost, Status(void*))                                                            \
  X(cuMemHostGetDevicePointer_v2, Status(Address*, void*, unsigned))                         \
  X(cuMemcpyHtoD_v2, Status(Address, const void*, std::size_t))                              \
  X(cuMemcpyDtoH_v2, Status(void*, Address, std::size_t))                                    \
  X(cuMemcpyHtoDAsync_v2, Status(Address, const void*, std::size_t, StreamHandle))           \
  X(cuMemcpyDtoHAsync_v2, Status(void*, Address, std::size_t, StreamHandle))                 \
  X(cuMemcpyDtoDAsync_v2, Status(Address, Address, std::size_t, StreamHandle))               \
  X(cuMemsetD8_v2, Status(Address, unsigned char, std::size_t))                              \
  X(cuStreamCreate, Status(StreamHandle*, unsigned))                                         \
  X(cuStreamDestroy_v2, Status(StreamHandle))                                                \
  X(cuStreamSynchronize, Status(StreamHandle))                                               \
  X(cuEventCreate, Status(EventHandle*, unsigned))                                           \
  X(cuEventDestroy_v2, Status(EventHandle))                                                  \
  X(cuEventRecord, Status(EventHandle, StreamHandle))                                        \
  X(cuEventSynchronize, Status(EventHandle))                                                 \
  X(cuEventElapsedTime, Status(float*, EventHandle, EventHandle))                            \
  X(cuStreamBeginCapture_v2, Status(StreamHandle, int))                                      \
  X(cuStreamEndCapture, Status(StreamHandle, GraphHandle*))                                  \
  X(cuGraphInstantiateWithFlags, Status(GraphRunHandle*, GraphHandle, unsigned long long))   \
  X(cuGraphLaunch, Status(GraphRunHandle, StreamHandle))                                     \
  X(cuGraphDestroy, Status(GraphHandle))                                                     \
  X(cuGraphExecDestroy, Status(GraphRunHandle))                                              \
  X(cuModuleLoadData, Status(ModuleHandle*, const void*))                                    \
  X(cuModuleUnload, Status(ModuleHandle))                                                    \
  X(cuModuleGetFunction, Status(FunctionHandle*, ModuleHandle, const char*))                 \
  X(cuLaunchKernel, Status(FunctionHandle, unsigned, unsigned, unsigned, unsigned, unsigned, \
                           unsigned, unsigned, StreamHandle, void**, void**))

/// The functions by name; those that the driver does not export stay null.
struct Api {
#define X(name, ...) Symbol<__VA_ARGS__> name{#name};
  GB10_CUDA_FUNCTIONS(X)
#undef X
};

inline Api bound(const Library& library) {
  Api api;
#define X(name, ...) library.bind(api.name);
  GB10_CUDA_FUNCTIONS(X)
#undef X
  return api;
}

}  // namespace gb10::cuda
