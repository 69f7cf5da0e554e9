// Our declarations of cuSPARSELt against NVIDIA's own header, where it is installed, and its
// library. The header comes with the wheel, not with the toolkit.

#include <gtest/gtest.h>

#include "gpu/abi_alike.h"
#include "gpu/cusparselt.h"

#if __has_include(<cusparseLt.h>) && __has_include(<cusparse.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <cusparseLt.h>
#pragma GCC diagnostic pop
#define GB10_HAS_CUSPARSELT 1
#else
#define GB10_HAS_CUSPARSELT 0
#endif

namespace gb10 {
namespace {

#if GB10_HAS_CUSPARSELT
TEST(SparseAbi, functions_are_as_in_the_header) {
  using namespace cusparselt;
#define X(name, ...) EXPECT_TRUE((Alike<__VA_ARGS__, decltype(::name)>::value)) << #name;
  GB10_CUSPARSELT_FUNCTIONS(X)
#if CUSPARSELT_VER_MINOR >= 8
  GB10_CUSPARSELT_NEWER_FUNCTIONS(X)
#endif
#undef X
}

template <class Ours, class Theirs>
void has_room_for() {
  EXPECT_GE(sizeof(Ours), sizeof(Theirs));
  EXPECT_GE(alignof(Ours), alignof(Theirs));
}

TEST(SparseAbi, what_is_kept_for_the_library_has_room) {
  has_room_for<cusparselt::Handle, cusparseLtHandle_t>();
  has_room_for<cusparselt::MatrixForm, cusparseLtMatDescriptor_t>();
  has_room_for<cusparselt::ProductForm, cusparseLtMatmulDescriptor_t>();
  has_room_for<cusparselt::Selection, cusparseLtMatmulAlgSelection_t>();
  has_room_for<cusparselt::Plan, cusparseLtMatmulPlan_t>();
}

TEST(SparseAbi, numbers_are_as_in_the_header) {
  const std::pair<int, int> numbers[] = {
      {cusparselt::kSuccess, CUSPARSE_STATUS_SUCCESS},
      {cusparselt::kInvalidValue, CUSPARSE_STATUS_INVALID_VALUE},
      {cusparselt::kArchitectureMismatch, CUSPARSE_STATUS_ARCH_MISMATCH},
      {cusparselt::kTypeNotSupported, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED},
      {cusparselt::kNotSupported, CUSPARSE_STATUS_NOT_SUPPORTED},
      {cusparselt::kByColumns, CUSPARSE_ORDER_COL},
      {cusparselt::kAsItIs, CUSPARSE_OPERATION_NON_TRANSPOSE},
      {cusparselt::kTransposed, CUSPARSE_OPERATION_TRANSPOSE},
      {cusparselt::kMajor, MAJOR_VERSION},
      {cusparselt::kMinor, MINOR_VERSION},
      {cusparselt::kPatch, PATCH_LEVEL},
      {cusparselt::kHalf, CUSPARSELT_SPARSITY_50_PERCENT},
      {cusparselt::kCompute32I, CUSPARSE_COMPUTE_32I},
      {cusparselt::kCompute32F, CUSPARSE_COMPUTE_32F},
      {cusparselt::kDefault, CUSPARSELT_MATMUL_ALG_DEFAULT},
      {cusparselt::kConfiguration, CUSPARSELT_MATMUL_ALG_CONFIG_ID},
      {cusparselt::kConfigurations, CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID},
      {cusparselt::kSplitK, CUSPARSELT_MATMUL_SPLIT_K},
      {cusparselt::kSplitKMode, CUSPARSELT_MATMUL_SPLIT_K_MODE},
  };
  for (const auto& [ours, theirs] : numbers) EXPECT_EQ(ours, theirs);
}

TEST(SparseAbi, the_table_knows_the_version_of_the_header) {
  EXPECT_NE(sparse_version(CUSPARSELT_VER_MAJOR, CUSPARSELT_VER_MINOR), nullptr);
}
#else
TEST(SparseAbi, is_as_in_the_header) { GTEST_SKIP() << "cusparseLt.h is not installed"; }
#endif

TEST(SparseAbi, the_library_exports_every_name_and_tells_its_version) {
  const Result<Library> library = Library::open({"libcusparseLt.so.0"}, "");
  if (!library.ok()) GTEST_SKIP() << library.error().what;
  const cusparselt::Api api = cusparselt::bound(*library);
#define X(name, ...) EXPECT_NE(api.name.function, nullptr) << #name;
  GB10_CUSPARSELT_FUNCTIONS(X)
#undef X
  int major = -1, minor = -1;
  EXPECT_EQ(api.cusparseLtGetProperty.function(cusparselt::kMajor, &major), cusparselt::kSuccess);
  EXPECT_EQ(api.cusparseLtGetProperty.function(cusparselt::kMinor, &minor), cusparselt::kSuccess);
  const SparseVersion* const known = sparse_version(major, minor);
  if (!known) GTEST_SKIP() << "cuSPARSELt " << major << "." << minor << " is not known";
  EXPECT_EQ(known->destroys_selection, api.cusparseLtMatmulAlgSelectionDestroy.function != nullptr);
}

TEST(SparseVersions, that_are_not_known_are_none) {
  EXPECT_NE(sparse_version(0, 7), nullptr);
  EXPECT_NE(sparse_version(0, 10), nullptr);
  EXPECT_EQ(sparse_version(0, 11), nullptr);
  EXPECT_EQ(sparse_version(0, 6), nullptr);
  EXPECT_EQ(sparse_version(1, 8), nullptr);
}

}  // namespace
}  // namespace gb10
