#include "bench/mma_problem.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/check.h"
#include "bench/mma_factors.h"

namespace gb10 {

namespace {

constexpr std::uint32_t kMix = 0x01000193;  // of the kernels' digests
constexpr int kMostSteps = 256;
constexpr int kWarpSets = 16, kBlockSets = 4;  // other numbers for so many warps or blocks

/// 1 + kMix + kMix^2 … of so many addends.
std::uint32_t geometric(std::uint64_t count) {
  std::uint32_t sum = 0, power = kMix, of_bit = 1;  // of_bit: the sum of the bit's many addends
  for (; count > 0; count >>= 1U) {
    if (count & 1U) sum = sum * power + of_bit;
    of_bit = of_bit * power + of_bit;
    power *= power;
  }
  return sum;
}

}  // namespace

MmaPlace place_of(const MmaKernel& kernel, int thread, int value) {
  const int lane = thread % 32, quarter = value % 4, tile = value / 4;
  const int row = lane / 4 + quarter / 2 * 8, column = lane % 4 * 2 + quarter % 2;
  // The four warps of a warp group have 16 rows each, one group's 64 behind the other's.
  if (kernel.is_wgmma()) return {thread / 32 * 16 + row, tile * 8 + column};
  const int across = kernel.columns() / 8;
  return {tile / across * 16 + row, tile % across * 8 + column};
}

MmaProblem MmaProblem::make(const MmaKernel& kernel, std::uint64_t seed) {
  MmaProblem out(kernel);
  out.sets_ = kernel.is_wgmma() ? kBlockSets : kWarpSets;
  std::int64_t at_end = 1, within = 1;
  for (int set = 0; set < out.sets_; ++set) {
    const MmaFactors factors(kernel, seed, set);
    factors.append_to(out.operands_);
    for (int i = 0; i < kernel.threads_of_set() * kernel.values(); ++i) {
      const MmaPlace at = place_of(kernel, i / kernel.values(), i % kernel.values());
      std::int64_t sum = 0;
      for (int k = 0; k < factors.depth(); ++k) {
        sum += factors.product(at.row, at.column, k);
        if ((k + 1) % kernel.type->k == 0) within = std::max(within, std::abs(sum));
      }
      at_end = std::max(at_end, std::abs(sum));
      out.once_.push_back(sum);
    }
  }
  const double room = kernel.type->limit - static_cast<double>(within);
  const double cycles = std::floor(room / static_cast<double>(at_end));
  CHECK(cycles >= 4);
  out.steps_ = static_cast<int>(std::min<double>(kMostSteps, cycles * kernel.cycle())) / 4 * 4;
  return out;
}

int MmaProblem::registers() const {
  return kernel_->type->sum == MmaSum::fp16 ? kernel_->values() / 2 : kernel_->values();
}

std::size_t MmaProblem::register_bytes() const {
  return kernel_->type->sum == MmaSum::fp64 ? 8 : 4;
}

std::vector<std::uint64_t> MmaProblem::sums(int set, int thread) const {
  const int values = kernel_->values();
  const std::int64_t* const once =
      once_.data() +
      (static_cast<std::ptrdiff_t>(set) * kernel_->threads_of_set() + thread) * values;
  const double unit = unit_of_products(kernel_->type->format);
  std::vector<std::uint64_t> out(static_cast<std::size_t>(registers()));
  for (int i = 0; i < values; ++i) {
    const std::int64_t sum = once[i] * (steps_ / kernel_->cycle());
    const double value = static_cast<double>(sum) * unit;
    switch (kernel_->type->sum) {
      case MmaSum::fp64:
        out[i] = std::bit_cast<std::uint64_t>(value);
        break;
      case MmaSum::fp32:
        out[i] = std::bit_cast<std::uint32_t>(static_cast<float>(value));
        break;
      case MmaSum::int32:
        out[i] = static_cast<std::uint32_t>(sum);
        break;
      case MmaSum::fp16:  // the first of two in the lower half
        out[i / 2] |= std::uint64_t{half_of(value)} << (i % 2 * 16);
        break;
    }
  }
  return out;
}

std::uint32_t MmaProblem::chain(int set, int thread, std::uint64_t rounds) const {
  std::uint32_t part[4] = {};
  const std::vector<std::uint64_t> words = sums(set, thread);
  for (std::size_t i = 0; i < words.size(); ++i)
    part[i % 4] = part[i % 4] * kMix + static_cast<std::uint32_t>(words[i] ^ words[i] >> 32U);
  const std::uint32_t digest = ((part[0] * kMix + part[1]) * kMix + part[2]) * kMix + part[3];
  return digest * geometric(rounds);
}

}  // namespace gb10
