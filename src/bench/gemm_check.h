#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/gemm_types.h"
#include "gpu/cuda.h"

namespace gb10 {

/// How the results of a product came out.
struct GemmCheck {
  int checked = 0, wrong = 0;
  double worst = 0;  // the largest error, of what is allowed
  bool passed() const { return checked > 0 && wrong == 0; }
};

/// How far a result may lie from `factor` times the sum in FP64: a share of that, and of the sum of
/// its addends' sizes.
struct Tolerance {
  double factor = 1, of_result = 0, of_sum = 0;
};

/// A row of A, a column of B, and what was left where they cross.
struct Crossing {
  std::span<const double> row, column;
  double found;
};

void add(GemmCheck& check, const Tolerance& tolerance, const Crossing& at);

/// Up to 64 different positions below `count`, the first and the last among them, sorted.
std::vector<std::uint64_t> checked_lines(std::uint64_t count, std::uint64_t seed);

/// A matrix in the GPU's memory, by columns of so many numbers.
struct StoredMatrix {
  const DeviceBuffer<std::byte>& memory;
  const Element& element;
  std::uint64_t rows;
};

Result<std::vector<std::vector<double>>> columns_of(const StoredMatrix& matrix,
                                                    const std::vector<std::uint64_t>& which);
/// Rows of `length` numbers.
Result<std::vector<std::vector<double>>> rows_of(const StoredMatrix& matrix, std::uint64_t length,
                                                 const std::vector<std::uint64_t>& which);

}  // namespace gb10
