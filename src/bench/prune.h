#pragma once

#include "bench/gemm.h"

namespace gb10 {

/// Whether the hardware has a 2:4 form of such products, which this program measures.
bool has_sparse_form(const GemmType& type);

/// Of each four numbers that follow each other in `matrix` the two largest stay, of those that are
/// as large the first ones; the others become 0. Error `unsupported` for numbers that are not of 8
/// or 16 bits.
Result<void> prune(const GemmPlace& place, const Element& element,
                   const DeviceBuffer<std::byte>& matrix);

}  // namespace gb10
