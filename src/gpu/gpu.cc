#include "gpu/gpu.h"

#include <array>

namespace gb10 {

const char* word(LoadKind kind) {
  constexpr std::array kWords = {"fma", "matrix_vector", "copy"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace gb10
