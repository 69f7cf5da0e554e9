#pragma once
// bench/ measures: finished work in a window, with the clock, power and heat of that window beside
// it, checked against a reference result and against physics. It refuses to print a number that did
// not pass its checks as if it had.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/block_scales.h"
#include "gpu/cublaslt.h"

namespace gb10 {

/// How a number of a matrix is stored.
struct Element {
  const char* name;  // "fp16"
  int data_type;     // cudaDataType
  int format;        // of kernels/bench_gemm.cu
  std::size_t bits;

  std::size_t bytes(std::size_t count) const { return count * bits / 8; }
};

/// The number at `index` of those that are stored from `first` on.
double decoded(const Element& element, const std::byte* first, std::size_t index);

/// One kind of product that can be measured.
struct GemmType {
  const char* name;   // "fp8-e4m3"
  const char* words;  // for the help
  const Element* a;
  const Element* b;
  const Element* d;
  int compute, scale;
  bool is_scaled;    // the factors have scales, which are not 1
  double of_result;  // how far rounding may move a result, of its size
  double of_sum;     // and the sum: of the sum of its addends' sizes
  BlockScales blocks_of_a = BlockScales::none, blocks_of_b = BlockScales::none;

  bool has_blocks() const { return blocks_of_a != BlockScales::none; }
};

std::span<const GemmType> gemm_types();
/// Null when there is none of that name.
const GemmType* gemm_type(std::string_view name);

}  // namespace gb10
