#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "gpu/api_handle.h"
#include "gpu/cublaslt_api.h"
#include "gpu/library.h"

namespace gb10 {

/// One product D = op(A)·op(B) as cuBLASLt is asked for it, all matrices by columns, D is M x N.
/// Transposed A is K x M in memory and B as it is K x N ("TN"), so that both are read along K; A as
/// it is is M x K, transposed B N x K.
struct MatmulShape {
  std::uint64_t m = 0, n = 0, k = 0;
  int a = 0, b = 0, d = 0;                 // cudaDataType
  int compute = 0, scale = 0;              // cublasComputeType_t, cudaDataType
  bool fast_accumulation = false;          // of FP8: partial sums of fewer bits
  cuda::Address scale_a = 0, scale_b = 0;  // of scales in the GPU's memory; 0: none
  int mode_of_a = 0, mode_of_b = 0;        // cublasLtMatmulMatrixScale_t
  float factor = 1;                        // of the whole, where the scale is a float
  bool transposes_a = true, transposes_b = false;
};

/// Where a product is computed: addresses of the GPU.
struct MatmulPlace {
  cuda::Address a = 0, b = 0, d = 0, workspace = 0;
  std::uint64_t workspace_bytes = 0;
  cuda::StreamHandle stream = nullptr;
};

template <class Handle, auto release>
using LightHandle = ApiHandle<cublaslt::Api, Handle, release>;

using MatmulForm = LightHandle<cublaslt::MatmulHandle, &cublaslt::Api::cublasLtMatmulDescDestroy>;
using MatrixLayout =
    LightHandle<cublaslt::LayoutHandle, &cublaslt::Api::cublasLtMatrixLayoutDestroy>;
using LightSession = LightHandle<cublaslt::Handle, &cublaslt::Api::cublasLtDestroy>;

/// cuBLASLt, opened. Products made by it must end before it does.
class CublasLt {
 public:
  /// The first of `paths` that loads. Error `unsupported` where there is none.
  static Result<CublasLt> open(const std::vector<std::string>& paths);
  /// A context must be current.
  static Result<CublasLt> make(cublaslt::Api api, std::optional<Library> library = std::nullopt);

  const cublaslt::Api& api() const { return *api_; }
  cublaslt::Handle get() const { return session_->get(); }
  /// "13.1.0", and where the loader found it.
  std::string version() const;
  std::string path() const { return library_ ? library_->path() : std::string(); }

 private:
  CublasLt(std::unique_ptr<cublaslt::Api> api, std::optional<Library> library)
      : library_(std::move(library)), api_(std::move(api)) {}

  std::optional<Library> library_;
  std::unique_ptr<cublaslt::Api> api_;
  std::optional<LightSession> session_;
};

/// One product, ready to be put on a stream.
class Matmul {
 public:
  /// Error `unsupported` with the library's own word where it cannot do such a product here.
  static Result<Matmul> make(const CublasLt& library, const MatmulShape& shape);

  /// What the library proposes, its favourite first; none that needs more workspace.
  Result<std::vector<cublaslt::Proposal>> proposals(std::uint64_t workspace, int most) const;
  /// Puts one product on the stream; does not wait for it.
  Result<void> enqueue(const cublaslt::Algorithm& algorithm, const MatmulPlace& place) const;
  /// Every algorithm that the library has for such a product, as it is set at first. Few of them
  /// run as they are.
  Result<std::vector<cublaslt::Algorithm>> all_algorithms() const;
  /// The same algorithm with a setting (kTile, …) changed; nothing where it does not take that.
  std::optional<cublaslt::Algorithm> changed(cublaslt::Algorithm algorithm, int setting,
                                             std::uint32_t value) const;
  /// What an algorithm says that it can: one number, or all that a setting may be.
  std::vector<std::uint32_t> capability(const cublaslt::Algorithm& algorithm, int which) const;
  /// With the workspace that it needs; nothing where the library would not run it here.
  std::optional<cublaslt::Proposal> runnable(const cublaslt::Algorithm& algorithm) const;
  /// "algorithm 66, tile 123, stages 36, split-K 1".
  std::string words(const cublaslt::Algorithm& algorithm) const;

 private:
  Matmul(const CublasLt& library, const MatmulShape& shape, MatmulForm form, MatrixLayout a,
         MatrixLayout b, MatrixLayout d)
      : library_(&library),
        shape_(shape),
        form_(std::move(form)),
        a_(std::move(a)),
        b_(std::move(b)),
        d_(std::move(d)) {}

  const CublasLt* library_;
  MatmulShape shape_;
  MatmulForm form_;
  MatrixLayout a_, b_, d_;
};

}  // namespace gb10
