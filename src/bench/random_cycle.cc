#include "bench/random_cycle.h"

#include <numeric>
#include <utility>

namespace gb10 {

std::vector<std::uint32_t> random_cycle(std::uint32_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0U);
  // Sattolo: who changes places only with those before him is part of one round.
  for (std::uint32_t i = count; i-- > 1;) std::swap(out[i], out[mixed(seed, i) % i]);
  return out;
}

std::uint32_t after_steps(std::span<const std::uint32_t> next, std::uint32_t at,
                          std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) at = next[at];
  return at;
}

std::uint32_t bf16_sum(std::uint64_t seed, std::uint64_t count) {
  std::uint32_t out = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t word = bf16_word(seed, i);
    out += static_cast<std::uint32_t>(word) + static_cast<std::uint32_t>(word >> 32U);
  }
  return out;
}

void bf16_fill(std::uint64_t seed, std::span<std::uint64_t> into) {
  for (std::uint64_t i = 0; i < into.size(); ++i) into[i] = bf16_word(seed, i);
}

}  // namespace gb10
