#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "gpu/api_handle.h"
#include "gpu/cublaslt.h"
#include "gpu/cusparselt_api.h"
#include "gpu/library.h"

namespace gb10 {

/// A version of the library that is known, and what differs between them.
struct SparseVersion {
  int minor = 0;                    // of 0.x
  bool destroys_selection = false;  // what an algorithm selection holds must be given back
};

/// Null for a version that is not known.
const SparseVersion* sparse_version(int major, int minor);

/// One product D = A·B of which A has at most two numbers other than 0 in each four along K. All by
/// columns: A is K x M in memory, B K x N, D M x N, as of a MatmulShape that transposes A alone.
struct SparseShape {
  std::uint64_t m = 0, n = 0, k = 0;
  int a = 0, b = 0, d = 0;  // cudaDataType
  bool is_whole = false;    // summed as whole numbers
  float factor = 1;         // of the whole
};

/// Memory that is kept for the library, in a place that stays, with what gives back what the
/// library holds by it.
template <class Kept, auto release>
class SparseHandle {
 public:
  explicit SparseHandle(const cusparselt::Api& api) : kept_(std::make_unique<Kept>()), api_(&api) {}
  Kept* get() const { return kept_.get(); }
  /// Once the library has made something of it.
  void own() { held_.emplace(*api_, kept_.get()); }

 private:
  std::unique_ptr<Kept> kept_;
  const cusparselt::Api* api_;
  std::optional<ApiHandle<cusparselt::Api, Kept*, release>> held_;
};

using SparseSession = SparseHandle<cusparselt::Handle, &cusparselt::Api::cusparseLtDestroy>;
using SparseMatrix =
    SparseHandle<cusparselt::MatrixForm, &cusparselt::Api::cusparseLtMatDescriptorDestroy>;
using SparseSelection =
    SparseHandle<cusparselt::Selection, &cusparselt::Api::cusparseLtMatmulAlgSelectionDestroy>;
using SparsePlan = SparseHandle<cusparselt::Plan, &cusparselt::Api::cusparseLtMatmulPlanDestroy>;

/// cuSPARSELt, opened. Products made by it must end before it does.
class CusparseLt {
 public:
  /// The first of `paths` that loads and whose version is known. Error `unsupported` where there is
  /// none. A context must be current.
  static Result<CusparseLt> open(const std::vector<std::string>& paths);
  static Result<CusparseLt> make(cusparselt::Api api,
                                 std::optional<Library> library = std::nullopt);

  const cusparselt::Api& api() const { return *api_; }
  const cusparselt::Handle* get() const { return session_->get(); }
  /// "0.8.1", and where the loader found it.
  const std::string& version() const { return version_; }
  std::string path() const { return library_ ? library_->path() : std::string(); }

 private:
  CusparseLt(std::unique_ptr<cusparselt::Api> api, std::optional<Library> library)
      : library_(std::move(library)), api_(std::move(api)) {}

  std::optional<Library> library_;
  std::unique_ptr<cusparselt::Api> api_;
  std::string version_;
  std::optional<SparseSession> session_;
};

/// Bytes of a compressed matrix, and of memory that compressing it takes meanwhile.
struct CompressedSize {
  std::size_t bytes = 0, scratch = 0;
};

/// One such product, ready to be put on a stream.
class SparseMatmul {
 public:
  /// Error `unsupported` with the library's own word where it cannot do such a product here.
  static Result<SparseMatmul> make(const CusparseLt& library, const SparseShape& shape);

  /// Puts on the stream the question whether the matrix at `a` is 2:4; the answer is an int in the
  /// GPU's memory, 0 where it is.
  Result<void> ask_whether_pruned(cuda::Address a, cuda::Address answer,
                                  cuda::StreamHandle stream) const;
  Result<CompressedSize> compressed_size() const;
  Result<void> compress(cuda::Address from, cuda::Address into, cuda::Address scratch,
                        cuda::StreamHandle stream) const;
  /// Bytes of workspace that the configuration in force needs.
  Result<std::size_t> workspace() const;

  /// Lets the library try its configurations and take the fastest. Not for the timed part.
  Result<void> search(const MatmulPlace& place);
  /// How many configurations there are, and one of them in force. What was compressed before is to
  /// be compressed anew.
  Result<int> configurations() const;
  Result<void> choose(int configuration);

  /// Puts one product of the compressed A on the stream; does not wait for it.
  Result<void> enqueue(const MatmulPlace& place) const;
  /// "configuration 3, split-K 1 (mode 1)".
  std::string words() const;

 private:
  SparseMatmul(const CusparseLt& library, const SparseShape& shape);
  Result<void> plan();

  const CusparseLt* library_;
  SparseShape shape_;
  SparseMatrix a_, b_, d_;
  std::unique_ptr<cusparselt::ProductForm> form_;
  SparseSelection selection_;
  std::optional<SparsePlan> plan_;
};

}  // namespace gb10
