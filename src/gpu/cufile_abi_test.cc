// Our declarations of cuFile against NVIDIA's own header, where it is installed, and its library.

#include <gtest/gtest.h>
#include <cstddef>

#include "gpu/abi_alike.h"
#include "gpu/cufile_api.h"

#if __has_include(<cufile.h>) && __has_include(<cuda.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <cufile.h>
#pragma GCC diagnostic pop
#define GB10_HAS_CUFILE 1
#else
#define GB10_HAS_CUFILE 0
#endif

namespace gb10 {
namespace {

#if GB10_HAS_CUFILE
TEST(CuFileAbi, functions_are_as_in_the_header) {
  using namespace cufile;
#define X(name, ...) EXPECT_TRUE((Alike<__VA_ARGS__, decltype(::name)>::value)) << #name;
  GB10_CUFILE_FUNCTIONS(X)
#undef X
}

TEST(CuFileAbi, structs_are_as_in_the_header) {
  EXPECT_EQ(sizeof(cufile::Status), sizeof(CUfileError_t));
  EXPECT_EQ(sizeof(cufile::Description), sizeof(CUfileDescr_t));
  EXPECT_EQ(offsetof(cufile::Description, file), offsetof(CUfileDescr_t, handle));
  EXPECT_EQ(offsetof(cufile::Description, operations), offsetof(CUfileDescr_t, fs_ops));
  EXPECT_GE(sizeof(cufile::Properties), sizeof(CUfileDrvProps_t));
  EXPECT_EQ(offsetof(cufile::Properties, status_flags),
            offsetof(CUfileDrvProps_t, nvfs.dstatusflags));
}

TEST(CuFileAbi, numbers_are_as_in_the_header) {
  const std::pair<int, int> numbers[] = {
      {cufile::kSuccess, CU_FILE_SUCCESS},
      {cufile::kFirstError, CUFILEOP_BASE_ERR},
      {cufile::kSupportsRdma, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED},
      {cufile::kSupportsDmaBuf, CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED},
      {cufile::kHandleOfFile, CU_FILE_HANDLE_TYPE_OPAQUE_FD},
      {cufile::kStatusNvme, CU_FILE_NVME_SUPPORTED},
      {cufile::kStatusNvmeP2p, CU_FILE_NVME_P2P_SUPPORTED},
      {cufile::kAllowCompatMode, CUFILE_PARAM_PROPERTIES_ALLOW_COMPAT_MODE},
  };
  for (const auto& [ours, theirs] : numbers) EXPECT_EQ(ours, theirs);
}
#else
TEST(CuFileAbi, is_as_in_the_header) { GTEST_SKIP() << "cufile.h is not installed"; }
#endif

TEST(CuFileAbi, the_library_exports_every_name) {
  const Result<Library> library =
      Library::open({"libcufile.so.0", "/usr/local/cuda/lib64/libcufile.so.0"}, "");
  if (!library.ok()) GTEST_SKIP() << library.error().what;
  const cufile::Api api = cufile::bound(*library);
#define X(name, ...) EXPECT_NE(api.name.function, nullptr) << #name;
  GB10_CUFILE_FUNCTIONS(X)
#undef X
}

}  // namespace
}  // namespace gb10
