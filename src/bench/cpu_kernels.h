#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gb10 {

// What a core does with a piece of memory. The pieces are aligned to 64 bytes and a multiple of 128
// bytes long. Compilers leave nothing of it out and make no call of memcpy or memset of it.

/// The sum of all words; each accumulator needs only itself.
std::uint64_t sum_words(std::span<const std::uint64_t> in);
/// Every word becomes `word`, by plain stores.
void store_words(std::span<std::uint64_t> out, std::uint64_t word);
/// The same by stores that go past the caches; false where this processor's are not known.
bool stream_words(std::span<std::uint64_t> out, std::uint64_t word);
/// out = in, by plain loads and stores.
void copy_words(std::span<std::uint64_t> out, std::span<const std::uint64_t> in);
/// out = b + 3 * c.
void triad(std::span<double> out, std::span<const double> b, std::span<const double> c);
/// Where one comes to in so many loads, each of which needs the one before it, along words that
/// hold the number of the word to go to.
std::uint64_t chased(const std::uint64_t* words, std::uint64_t at, std::uint64_t steps);

/// The number of an array at its place: whole numbers, so that sums and products of them are exact.
constexpr double number_b(std::uint64_t i) { return static_cast<double>((i & 0xffffffU) % 1021); }
constexpr double number_c(std::uint64_t i) { return static_cast<double>((i & 0xffffffU) % 509); }
/// Fills what begins at place `first` with them, and returns the sum of b's words.
std::uint64_t fill_numbers(std::uint64_t first, std::span<double> b, std::span<double> c);

/// What the two ways to store are called on this processor.
const char* streaming_store();

}  // namespace gb10
