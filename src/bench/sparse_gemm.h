#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/gemm.h"
#include "gpu/cusparselt.h"

namespace gb10 {

/// The product of a Gemm whose A is pruned, through cuSPARSELt: of the same matrices, but that A is
/// compressed, and into the same D.
class SparseGemm {
 public:
  /// Compresses the A of each set and lets the library search. Error `unsupported` with the
  /// library's own word where it cannot do it, `failed` where it says that A is not 2:4. `gemm` and
  /// the library must live longer.
  static Result<std::unique_ptr<SparseGemm>> make(const GemmPlace& place, const CusparseLt& library,
                                                  Gemm& gemm);

  /// Puts one product of a set on the stream; does not wait for it.
  Result<void> enqueue(std::size_t set) const;
  /// As of Gemm::checked: against FP64 and the A that is not compressed.
  Result<GemmCheck> checked();

  double seconds() const { return seconds_; }  // of one product, as tried
  std::size_t compressed_bytes() const { return size_.bytes; }
  int configurations() const { return configurations_; }
  std::string words() const { return matmul_.words(); }
  /// What went otherwise than it should; each a sentence.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  SparseGemm(const GemmPlace& place, Gemm& gemm, SparseMatmul matmul)
      : place_(place), gemm_(&gemm), matmul_(std::move(matmul)) {}

  Result<void> check_pruned() const;
  Result<void> allocate();
  Result<void> give_workspace(std::uint64_t bytes);
  Result<void> compress_all() const;
  Result<void> choose();
  Result<void> try_each();
  Result<bool> is_right();
  Result<void> use(int configuration);
  Result<double> tried(int times) const;
  MatmulPlace matrices(std::size_t set) const;

  GemmPlace place_;
  Gemm* gemm_;
  SparseMatmul matmul_;
  CompressedSize size_;
  std::vector<DeviceBuffer<std::byte>> compressed_;  // of each set
  std::optional<DeviceBuffer<std::byte>> scratch_, workspace_;
  int configurations_ = 0;
  double seconds_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace gb10
