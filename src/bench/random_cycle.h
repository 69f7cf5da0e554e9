#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gb10 {

/// Of `count` places, where one goes from each: one round that comes by all of them in an order
/// that nothing foresees, and then home.
std::vector<std::uint32_t> random_cycle(std::uint32_t count, std::uint64_t seed);

/// Where one is after so many steps from `at`.
std::uint32_t after_steps(std::span<const std::uint32_t> next, std::uint32_t at,
                          std::uint64_t steps);

/// A number that depends on every bit of both (SplitMix64): the device code has the same.
constexpr std::uint64_t mixed(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

/// The word of a source at `index`, four bf16 numbers of 0.5 to 1 with signs: the device code has
/// the same.
constexpr std::uint64_t bf16_word(std::uint64_t seed, std::uint64_t index) {
  return (mixed(seed, index) & 0x807f807f807f807fULL) | 0x3f003f003f003f00ULL;
}
/// The sum of the halves of its first `count` words, 32 bits each.
std::uint32_t bf16_sum(std::uint64_t seed, std::uint64_t count);
/// Writes its first words.
void bf16_fill(std::uint64_t seed, std::span<std::uint64_t> into);

}  // namespace gb10
