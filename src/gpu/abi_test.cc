// Our declarations of the driver's ABI against NVIDIA's own headers, where these are installed, and
// against the stub libraries of the CUDA toolkit.

#include <type_traits>

#include <gtest/gtest.h>

#include "gpu/cuda_api.h"
#include "gpu/nvml_api.h"

#if __has_include(<nvml.h>)
#include <nvml.h>
#define GB10_HAS_NVML 1
#elif __has_include("/usr/local/cuda/include/nvml.h")
#include "/usr/local/cuda/include/nvml.h"
#define GB10_HAS_NVML 1
#else
#define GB10_HAS_NVML 0
#endif
#if __has_include(<cuda.h>)
#include <cuda.h>
#define GB10_HAS_CUDA 1
#elif __has_include("/usr/local/cuda/include/cuda.h")
#include "/usr/local/cuda/include/cuda.h"
#define GB10_HAS_CUDA 1
#else
#define GB10_HAS_CUDA 0
#endif

#if GB10_HAS_CUDA
// CUDA 12.8 and later: a macro for the _v2 name. The older name, which every driver exports, does.
#undef cuEventElapsedTime
extern "C" CUresult CUDAAPI cuEventElapsedTime(float*, CUevent, CUevent);
#endif
// CUDA 13.1's nvml.h marks functions that we call on purpose: older drivers have only these.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace gb10 {
namespace {

constexpr const char* kStubs = "/usr/local/cuda/lib64/stubs/";

template <class A, class B>
constexpr bool same_shape() {
  return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
         std::is_floating_point_v<A> == std::is_floating_point_v<B>;
}

/// True when both take and give values of the same sizes and sorts.
template <class Ours, class Theirs>
struct Same : std::false_type {};
template <class A, class... As, class B, class... Bs>
requires(sizeof...(As) == sizeof...(Bs)) struct Same<A(As...), B(Bs...)>
    : std::bool_constant<same_shape<A, B>() && (same_shape<As, Bs>() && ...)> {
};

TEST(Abi, the_comparison_tells_a_wrong_declaration) {
  EXPECT_TRUE((Same<int(char*, unsigned), int(char*, unsigned)>::value));
  EXPECT_FALSE((Same<int(char*), int(char*, unsigned)>::value));
  EXPECT_FALSE((Same<int(unsigned), int(unsigned long long)>::value));
  EXPECT_FALSE((Same<int(long), int(char*)>::value));
}

#if GB10_HAS_NVML
TEST(Abi, nvml_functions_are_as_in_the_header) {
  using namespace nvml;
#define X(name, ...) EXPECT_TRUE((Same<__VA_ARGS__, decltype(::name)>::value)) << #name;
  GB10_NVML_FUNCTIONS(X)
#undef X
}

TEST(Abi, nvml_structs_are_as_in_the_header) {
  EXPECT_EQ(sizeof(nvml::Pci), sizeof(nvmlPciInfo_t));
  EXPECT_EQ(offsetof(nvml::Pci, device_id), offsetof(nvmlPciInfo_t, pciDeviceId));
  EXPECT_EQ(offsetof(nvml::Pci, bus_id), offsetof(nvmlPciInfo_t, busId));
  EXPECT_EQ(sizeof(nvml::Memory), sizeof(nvmlMemory_t));
  EXPECT_EQ(sizeof(nvml::Memory2), sizeof(nvmlMemory_v2_t));
  EXPECT_EQ(offsetof(nvml::Memory, used), offsetof(nvmlMemory_t, used));
  EXPECT_EQ(offsetof(nvml::Memory2, free), offsetof(nvmlMemory_v2_t, free));
  EXPECT_EQ(nvml::kMemory2, nvmlMemory_v2);
  EXPECT_EQ(sizeof(nvml::Bar1), sizeof(nvmlBAR1Memory_t));
  EXPECT_EQ(sizeof(nvml::Utilization), sizeof(nvmlUtilization_t));
  EXPECT_EQ(sizeof(nvml::C2c), sizeof(nvmlC2cModeInfo_v1_t));
  EXPECT_EQ(sizeof(nvml::Process), sizeof(nvmlProcessInfo_t));
  EXPECT_EQ(offsetof(nvml::Process, memory), offsetof(nvmlProcessInfo_t, usedGpuMemory));
  EXPECT_EQ(sizeof(nvml::FieldValue), sizeof(nvmlFieldValue_t));
  EXPECT_EQ(offsetof(nvml::FieldValue, type), offsetof(nvmlFieldValue_t, valueType));
  EXPECT_EQ(offsetof(nvml::FieldValue, status), offsetof(nvmlFieldValue_t, nvmlReturn));
  EXPECT_EQ(offsetof(nvml::FieldValue, value), offsetof(nvmlFieldValue_t, value));
}

TEST(Abi, nvml_numbers_are_as_in_the_header) {
  EXPECT_EQ(nvml::kNotSupported, NVML_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(nvml::kNoPermission, NVML_ERROR_NO_PERMISSION);
  EXPECT_EQ(nvml::kNotFound, NVML_ERROR_NOT_FOUND);
  EXPECT_EQ(nvml::kInsufficientSize, NVML_ERROR_INSUFFICIENT_SIZE);
  EXPECT_EQ(nvml::kDriverNotLoaded, NVML_ERROR_DRIVER_NOT_LOADED);
  EXPECT_EQ(nvml::kTimeout, NVML_ERROR_TIMEOUT);
  EXPECT_EQ(nvml::kFunctionNotFound, NVML_ERROR_FUNCTION_NOT_FOUND);
  EXPECT_EQ(nvml::kOperatingSystem, NVML_ERROR_OPERATING_SYSTEM);
  EXPECT_EQ(nvml::kInUse, NVML_ERROR_IN_USE);
  EXPECT_EQ(nvml::kDeprecated, NVML_ERROR_DEPRECATED);
  EXPECT_EQ(nvml::kClockSm, NVML_CLOCK_SM);
  EXPECT_EQ(nvml::kClockMemory, NVML_CLOCK_MEM);
  EXPECT_EQ(nvml::kSensorGpu, NVML_TEMPERATURE_GPU);
  EXPECT_EQ(nvml::kThresholdShutdown, NVML_TEMPERATURE_THRESHOLD_SHUTDOWN);
  EXPECT_EQ(nvml::kThresholdSlowdown, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN);
  EXPECT_EQ(nvml::kPstateUnknown, NVML_PSTATE_UNKNOWN);
  EXPECT_EQ(nvml::kComputeProhibited, NVML_COMPUTEMODE_PROHIBITED);
  EXPECT_EQ(nvml::kComputeExclusiveProcess, NVML_COMPUTEMODE_EXCLUSIVE_PROCESS);
  EXPECT_EQ(nvml::kTypeUnsignedLongLong, NVML_VALUE_TYPE_UNSIGNED_LONG_LONG);
  EXPECT_EQ(nvml::kTypeUnsignedLong, NVML_VALUE_TYPE_UNSIGNED_LONG);
  EXPECT_EQ(nvml::kFieldSwPowerCap, unsigned{NVML_FI_DEV_PERF_POLICY_POWER});
  EXPECT_EQ(nvml::kFieldSyncBoost, unsigned{NVML_FI_DEV_PERF_POLICY_SYNC_BOOST});
  EXPECT_EQ(nvml::kFieldMemoryTemperature, unsigned{NVML_FI_DEV_MEMORY_TEMP});
}

#ifdef NVML_FI_DEV_CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN
TEST(Abi, the_counters_have_one_of_the_two_numberings_that_we_ask_for) {
  constexpr unsigned kHeader = NVML_FI_DEV_CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN;
  const nvml::CounterIds ours =
      kHeader == nvml::kCounters12.sw_thermal ? nvml::kCounters12 : nvml::kCounters13;
  EXPECT_EQ(ours.sw_thermal, kHeader);
  EXPECT_EQ(ours.hw_thermal, unsigned{NVML_FI_DEV_CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN});
  EXPECT_EQ(ours.hw_power_brake, unsigned{NVML_FI_DEV_CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN});
}
#endif
#else
TEST(Abi, nvml_is_as_in_the_header) { GTEST_SKIP() << "nvml.h is not installed"; }
#endif

#if GB10_HAS_CUDA
TEST(Abi, cuda_functions_are_as_in_the_header) {
  using namespace cuda;
#define X(name, ...) EXPECT_TRUE((Same<__VA_ARGS__, decltype(::name)>::value)) << #name;
  GB10_CUDA_FUNCTIONS(X)
#undef X
}

TEST(Abi, cuda_numbers_are_as_in_the_header) {
  EXPECT_EQ(cuda::kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuda::kNoDevice, CUDA_ERROR_NO_DEVICE);
  EXPECT_EQ(cuda::kNoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(cuda::kUnsupportedPtx, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  EXPECT_EQ(cuda::kNotPermitted, CUDA_ERROR_NOT_PERMITTED);
  EXPECT_EQ(cuda::kNotSupported, CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(cuda::kMultiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  EXPECT_EQ(cuda::kIntegrated, CU_DEVICE_ATTRIBUTE_INTEGRATED);
  EXPECT_EQ(cuda::kMapsHostMemory, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY);
  EXPECT_EQ(cuda::kManagedMemory, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
  EXPECT_EQ(cuda::kReadsPageable, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
  EXPECT_EQ(cuda::kSharesManaged, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
  EXPECT_EQ(cuda::kUsesHostPageTables,
            CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES);
  EXPECT_EQ(cuda::kMappedForDevice, unsigned{CU_MEMHOSTALLOC_DEVICEMAP});
  EXPECT_EQ(cuda::kAttachGlobal, unsigned{CU_MEM_ATTACH_GLOBAL});
  EXPECT_EQ(cuda::kCacheBytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  EXPECT_EQ(cuda::kMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(cuda::kMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(cuda::kCaptureOfThisThread, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  EXPECT_EQ(cuda::kStreamDefault, unsigned{CU_STREAM_DEFAULT});
  EXPECT_EQ(cuda::kEventBlockingSync, unsigned{CU_EVENT_BLOCKING_SYNC});
}
#else
TEST(Abi, cuda_is_as_in_the_header) { GTEST_SKIP() << "cuda.h is not installed"; }
#endif

TEST(Abi, the_toolkits_stub_of_libcuda_exports_every_name) {
  const Result<Library> library = Library::open({std::string(kStubs) + "libcuda.so"}, "");
  if (!library.ok()) GTEST_SKIP() << library.error().what;
  const cuda::Api api = cuda::bound(*library);
#define X(name, ...) EXPECT_NE(api.name.function, nullptr) << #name;
  GB10_CUDA_FUNCTIONS(X)
#undef X
}

TEST(Abi, the_toolkits_stub_of_nvml_exports_every_name) {
  const Result<Library> library = Library::open({std::string(kStubs) + "libnvidia-ml.so"}, "");
  if (!library.ok()) GTEST_SKIP() << library.error().what;
  const nvml::Api api = nvml::bound(*library);
#define X(name, ...) EXPECT_NE(api.name.function, nullptr) << #name;
  GB10_NVML_FUNCTIONS(X)
#undef X
}

}  // namespace
}  // namespace gb10
