#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/gemm_check.h"
#include "bench/gemm_types.h"
#include "gpu/cuda.h"

namespace gb10 {

/// Which factors are transposed, in cuBLAS's words: "tn" reads both along K.
enum class GemmLayout { tn, nn, nt, tt };
constexpr GemmLayout kAllGemmLayouts[] = {GemmLayout::tn, GemmLayout::nn, GemmLayout::nt,
                                          GemmLayout::tt};
const char* word(GemmLayout layout);

/// What the matrices hold. What toggles fewer bits needs less power.
enum class GemmData { random, integers, ones, zeros };
constexpr GemmData kAllGemmData[] = {GemmData::random, GemmData::integers, GemmData::ones,
                                     GemmData::zeros};
const char* word(GemmData data);

/// What is to be multiplied.
struct GemmWish {
  const GemmType* type = nullptr;
  std::uint64_t m = 8192, n = 8192, k = 8192;
  GemmData data = GemmData::random;
  std::uint64_t seed = 0;
  GemmLayout layout = GemmLayout::tn;
  bool is_pruned = false;  // A: of four numbers along K, which must be side by side, two are 0

  double flop() const {
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }
};

/// Where: all borrowed, and longer-lived than the work.
struct GemmPlace {
  const Cuda& cuda;
  cuda::Device device;
  const Module& module;  // kernels/bench_gemm.cu
  const Stream& stream;
  const CublasLt& library;
};

/// One way of the library to compute the product.
struct GemmCandidate {
  cublaslt::Algorithm algorithm;
  std::uint64_t workspace = 0;
  int rank = 0;        // in the library's own order; 0 is its favourite
  double seconds = 0;  // of one product, as tried
};

/// Scales of the factors' blocks in the GPU's memory; nothing where the type has none.
struct BlockScaleBuffers {
  std::optional<DeviceBuffer<std::byte>> a, b;
};

/// Where the numbers of A and their scales are to be put by what makes them small.
struct MadeSmall {
  cuda::Address values = 0, scales = 0;
  const DeviceBuffer<std::byte>* value_bytes = nullptr;
  const DeviceBuffer<std::byte>* scale_bytes = nullptr;  // null without blocks
  double scale = 1;                                      // of the whole matrix
};

/// The matrices in the GPU's memory, as many sets of them as it takes for none to be in a cache,
/// and the ways to multiply them.
class Gemm {
 public:
  /// Error `busy` where the memory does not suffice, `unsupported` where the library or the GPU
  /// cannot do it.
  static Result<std::unique_ptr<Gemm>> make(const GemmPlace& place, const GemmWish& wish);

  /// All that the library proposes, tried on a GPU that is warm; the fastest first. No more are
  /// begun once `goes_on` says no, or when it has taken half a minute.
  Result<std::vector<GemmCandidate>> candidates(const std::function<bool()>& goes_on) const;
  /// Seconds of one product, of so many in a row.
  Result<double> tried(const GemmCandidate& candidate, int times) const;
  Result<double> timed(const std::function<Result<void>(std::size_t)>& enqueues, int times) const;
  /// Puts one product of a set on the stream; does not wait for it.
  Result<void> enqueue(const GemmCandidate& candidate, std::size_t set) const;
  /// Spoils the results, computes them anew, and compares 4096 of them with FP64 on the CPU.
  Result<GemmCheck> checked(const GemmCandidate& candidate);
  /// The same of whatever computes the first set's product.
  Result<GemmCheck> checked_by(const std::function<Result<void>()>& computes);
  std::string words(const GemmCandidate& candidate) const;

  const Matmul& matmul() const { return matmul_; }
  /// The largest workspace that a candidate may have.
  static std::uint64_t most_workspace();
  /// What every result is multiplied with.
  static double factor_of(const GemmType& type);
  MadeSmall made_small(std::size_t set) const;
  /// A set's matrices, without workspace.
  MatmulPlace matrices(std::size_t set) const;
  /// Error `busy` where it would be others'.
  Result<DeviceBuffer<std::byte>> memory(std::uint64_t bytes) const;
  /// Memory with `count` numbers of the kind that was wished for.
  Result<DeviceBuffer<std::byte>> filled(const Element& element, std::uint64_t count,
                                         std::uint64_t seed) const;
  std::size_t sets() const { return sets_.size(); }
  const GemmWish& wish() const { return wish_; }

 private:
  struct Set {
    DeviceBuffer<std::byte> a, b, d;
  };

  Gemm(const GemmPlace& place, const GemmWish& wish, Matmul matmul,
       DeviceBuffer<std::byte> workspace, DeviceBuffer<float> scales)
      : place_(place),
        wish_(wish),
        matmul_(std::move(matmul)),
        workspace_(std::move(workspace)),
        scales_(std::move(scales)) {}

  Result<void> add_set(std::uint64_t number);
  Result<void> fill(const DeviceBuffer<std::byte>& matrix, const Element& element,
                    std::uint64_t seed) const;
  GemmPlace place_;
  GemmWish wish_;
  Matmul matmul_;
  DeviceBuffer<std::byte> workspace_;
  DeviceBuffer<float> scales_;
  BlockScaleBuffers block_scales_;
  std::vector<Set> sets_;
};

}  // namespace gb10
