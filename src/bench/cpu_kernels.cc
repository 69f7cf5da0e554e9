#include "bench/cpu_kernels.h"

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gb10 {

namespace {

// 16 bytes, which every processor that we build for loads and stores at once. Memory is what limits
// these loops, not the width of a register.
using Words = std::uint64_t __attribute__((vector_size(16), may_alias));
using Doubles = double __attribute__((vector_size(16), may_alias));

constexpr std::size_t kStep = 8;  // vectors of a turn: 128 bytes

/// The compiler must take what was stored as read, and cannot make one call of a loop.
void keep() { asm volatile("" ::: "memory"); }

template <class T>
const Words* vectors(std::span<const T> in) {
  return reinterpret_cast<const Words*>(in.data());
}
template <class T>
Words* vectors(std::span<T> out) {
  return reinterpret_cast<Words*>(out.data());
}

}  // namespace

std::uint64_t sum_words(std::span<const std::uint64_t> in) {
  const Words* const from = vectors(in);
  const std::size_t count = in.size() / 2;
  Words sums[kStep] = {};
  for (std::size_t i = 0; i + kStep <= count; i += kStep) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kStep; ++j) sums[j] += from[i + j];
  }
  Words sum = {};
  for (const Words& each : sums) sum += each;
  return sum[0] + sum[1];
}

void store_words(std::span<std::uint64_t> out, std::uint64_t word) {
  Words* const to = vectors(out);
  const std::size_t count = out.size() / 2;
  const Words value = {word, word};
  for (std::size_t i = 0; i + kStep <= count; i += kStep) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kStep; ++j) to[i + j] = value;
    keep();
  }
}

#if defined(__SSE2__)
bool stream_words(std::span<std::uint64_t> out, std::uint64_t word) {
  auto* const to = reinterpret_cast<__m128i*>(out.data());
  const std::size_t count = out.size() / 2;
  const __m128i value = _mm_set1_epi64x(static_cast<long long>(word));
  for (std::size_t i = 0; i + kStep <= count; i += kStep) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kStep; ++j) _mm_stream_si128(to + i + j, value);
  }
  _mm_sfence();
  return true;
}
const char* streaming_store() { return "MOVNTDQ"; }
#elif defined(__aarch64__)
bool stream_words(std::span<std::uint64_t> out, std::uint64_t word) {
  Words* const to = vectors(out);
  const std::size_t count = out.size() / 2;
  const Words value = {word, word};
  for (std::size_t i = 0; i + kStep <= count; i += kStep) {
    asm volatile(
        "stnp %q0, %q0, [%1]\n\t"
        "stnp %q0, %q0, [%1, #32]\n\t"
        "stnp %q0, %q0, [%1, #64]\n\t"
        "stnp %q0, %q0, [%1, #96]"
        :
        : "w"(value), "r"(to + i)
        : "memory");
  }
  return true;
}
const char* streaming_store() { return "STNP"; }
#else
bool stream_words(std::span<std::uint64_t>, std::uint64_t) { return false; }
const char* streaming_store() { return "none that is known"; }
#endif

void copy_words(std::span<std::uint64_t> out, std::span<const std::uint64_t> in) {
  const Words* const from = vectors(in);
  Words* const to = vectors(out);
  const std::size_t count = in.size() / 2;
  for (std::size_t i = 0; i + kStep <= count; i += kStep) {
    Words held[kStep];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kStep; ++j) held[j] = from[i + j];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kStep; ++j) to[i + j] = held[j];
    keep();
  }
}

void triad(std::span<double> out, std::span<const double> b, std::span<const double> c) {
  auto* const to = reinterpret_cast<Doubles*>(out.data());
  const auto* const left = reinterpret_cast<const Doubles*>(b.data());
  const auto* const right = reinterpret_cast<const Doubles*>(c.data());
  const std::size_t count = out.size() / 2;
  const Doubles factor = {3, 3};
  for (std::size_t i = 0; i + kStep <= count; i += kStep) {
    Doubles held[kStep];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kStep; ++j) held[j] = left[i + j] + factor * right[i + j];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < kStep; ++j) to[i + j] = held[j];
    keep();
  }
}

std::uint64_t fill_numbers(std::uint64_t first, std::span<double> b, std::span<double> c) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = number_b(first + i);
    c[i] = number_c(first + i);
    sum += std::bit_cast<std::uint64_t>(b[i]);
  }
  return sum;
}

std::uint64_t chased(const std::uint64_t* words, std::uint64_t at, std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) {
    at = words[at];
    asm volatile("" : "+r"(at));
  }
  return at;
}

}  // namespace gb10
