#include "bench/mma_factors.h"

#include <bit>
#include <cmath>

#include "base/check.h"

namespace gb10 {

namespace {

constexpr int kLanes = 32, kRowBytes = 128;
// Two of four places, the first of them in the lower bits.
constexpr unsigned kPairs[] = {0x4, 0xe, 0x8, 0xc, 0x9, 0xd};

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

/// A whole number up to `largest`, of either sign, and never 0.
int drawn(std::uint64_t bits, int largest) {
  const int size = static_cast<int>((bits >> 8U) % static_cast<unsigned>(largest)) + 1;
  return bits & 1U ? -size : size;
}

/// So many bits of a power of two.
int unit_exponent(MmaFormat format) {
  switch (format) {
    case MmaFormat::fp64:
    case MmaFormat::int8:
      return 0;
    case MmaFormat::tf32:
    case MmaFormat::fp16:
    case MmaFormat::bf16:
      return -3;
    case MmaFormat::e3m2_of_byte:
      return -2;
    default:
      return -1;
  }
}

/// A number with these many bits of exponent and mantissa, neither too large nor too fine for them.
std::uint64_t small_float(double value, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const std::uint64_t sign = std::signbit(value) ? 1ULL << (exponent_bits + mantissa_bits) : 0;
  if (value == 0) return 0;
  const int exponent = std::max(std::ilogb(value), 1 - bias);
  const double steps = std::ldexp(std::fabs(value), mantissa_bits - exponent);
  CHECK(steps == std::floor(steps) && exponent + bias < 1 << exponent_bits);
  const auto whole = static_cast<std::uint64_t>(steps);
  const std::uint64_t first = 1ULL << mantissa_bits;
  if (whole < first) return sign | whole;
  return sign | ((static_cast<std::uint64_t>(exponent + bias) << mantissa_bits) + (whole - first));
}

/// Puts the `index`th number of so many bits behind `first`.
void put(std::byte* first, std::size_t index, int bits, std::uint64_t value) {
  if (bits == 4) {
    first[index / 2] |= static_cast<std::byte>(value << index % 2 * 4);
    return;
  }
  for (int i = 0; i < bits / 8; ++i)
    first[index * bits / 8 + i] = static_cast<std::byte>(value >> 8 * i);
}

void append(std::vector<std::byte>& out, std::uint64_t value, int bits) {
  out.resize(out.size() + bits / 8);
  put(out.data() + out.size() - bits / 8, 0, bits, value);
}

/// 1 or 2 as a scale.
unsigned scale_bits(MmaScales scales, int value) {
  if (scales == MmaScales::ue8m0) return value == 1 ? 127 : 128;
  return value == 1 ? 0x38 : 0x40;
}

/// With a swizzle of 128 bytes.
std::size_t swizzled(int row, int byte) {
  return static_cast<std::size_t>(row) * kRowBytes + ((byte / 16 ^ row % 8) * 16 + byte % 16);
}

}  // namespace

std::uint64_t encoded(MmaFormat format, int value) {
  const double number = std::ldexp(value, unit_exponent(format));
  switch (format) {
    case MmaFormat::fp64:
      return std::bit_cast<std::uint64_t>(number);
    case MmaFormat::tf32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(number));
    case MmaFormat::fp16:
      return small_float(number, 5, 10);
    case MmaFormat::bf16:
      return small_float(number, 8, 7);
    case MmaFormat::e4m3:
      return small_float(number, 4, 3);
    case MmaFormat::e5m2:
      return small_float(number, 5, 2);
    case MmaFormat::int8:
      return static_cast<std::uint8_t>(value);
    case MmaFormat::e2m1:
      return small_float(number, 2, 1);
    case MmaFormat::e2m1_of_byte:
      return small_float(number, 2, 1) << 2U;
    case MmaFormat::e3m2_of_byte:
      return small_float(number, 3, 2);
  }
  return 0;
}

double unit_of_products(MmaFormat format) { return std::ldexp(1.0, 2 * unit_exponent(format)); }

std::uint16_t half_of(double value) {
  return static_cast<std::uint16_t>(small_float(value, 5, 10));
}

MmaFactors::MmaFactors(const MmaKernel& kernel, std::uint64_t seed, int number) : kernel_(&kernel) {
  // bench_wgmma.cu knows the first two by itself.
  const std::size_t pairs = kernel.is_wgmma() ? 2 : std::size(kPairs);
  if (type().sparse) which_ = kPairs[static_cast<std::size_t>(number) % pairs];
  std::uint64_t state = mixed(seed ^ mixed(static_cast<std::uint64_t>(number)));
  const auto fill = [&](std::vector<int>& out, int count, auto draw) {
    out.resize(static_cast<std::size_t>(count));
    for (int& each : out) each = draw(state = mixed(state));
  };
  const auto value = [&](std::uint64_t bits) { return drawn(bits, type().largest); };
  const auto scale = [&](std::uint64_t bits) {
    return type().scales == MmaScales::none ? 1 : 1 + static_cast<int>(bits >> 20U & 1U);
  };
  fill(a_, kernel.rows() * depth(), value);
  fill(b_, kernel.columns() * depth(), value);
  const int blocks = type().blocks * kernel.cycle();
  fill(scales_a_, kernel.rows() * blocks, scale);
  fill(scales_b_, kernel.columns() * blocks, scale);
  if (!type().sparse) return;
  for (int row = 0; row < kernel.rows(); ++row) {
    for (int k = 0; k < depth(); ++k) {
      const unsigned place = static_cast<unsigned>(k / type().sparse % 4);
      if (place != (which_ & 3U) && place != which_ >> 2U) a_[row * depth() + k] = 0;
    }
  }
}

std::int64_t MmaFactors::product(int row, int column, int k) const {
  const std::int64_t plain = std::int64_t{a_[row * depth() + k]} * b_[column * depth() + k];
  if (type().scales == MmaScales::none) return plain;
  const int blocks = type().blocks * kernel_->cycle();
  return plain * scales_a_[row * blocks + block_of(k)] * scales_b_[column * blocks + block_of(k)];
}

/// The number of A that is stored at place `index` of a row, over all of a cycle.
int MmaFactors::stored(int row, int index) const {
  const int together = type().sparse;
  if (!together) return a_[row * depth() + index];
  const int chunk = index / (2 * together), slot = index / together % 2;
  const int place = static_cast<int>(slot ? which_ >> 2U : which_ & 3U);
  return a_[row * depth() + (chunk * 4 + place) * together + index % together];
}

void MmaFactors::append_to(std::vector<std::byte>& out) const {
  if (kernel_->is_wgmma())
    append_image(out);
  else
    append_fragments(out);
}

/// PTX ISA, "Matrix Fragments for mma": a register of A holds numbers of row lane / 4 or that + 8,
/// as many beside each other as it has room for.
void MmaFactors::append_fragments(std::vector<std::byte>& out) const {
  const int width = register_bits(), each = width / bits_of(type().format);
  const auto registers = [&](int count, auto value) {
    for (int index = 0; index < count * kLanes; ++index) {
      std::uint64_t word = 0;
      for (int i = 0; i < each; ++i)
        word |= value(index / kLanes, index % kLanes, i) << (width / each * i);
      append(out, word, width);
    }
  };
  const int of_a = type().sparse ? type().k / 2 : type().k;
  for (int row = 0; row < kernel_->rows(); row += 16) {
    registers(of_a / each / 2, [&](int number, int lane, int i) {
      const int k = (lane % 4 + number / 2 * 4) * each + i;
      return encoded(type().format, stored(row + lane / 4 + number % 2 * 8, k));
    });
    append_scales(out, scales_a_, [&](int lane) { return row + lane / 4 + lane % 2 * 8; });
  }
  for (int column = 0; column < kernel_->columns(); column += 8) {
    registers(type().k / each / 4, [&](int number, int lane, int i) {
      const int k = (lane % 4 + number * 4) * each + i;
      return encoded(type().format, b_[(column + lane / 4) * depth() + k]);
    });
    append_scales(out, scales_b_, [&](int lane) { return column + lane / 4; });
  }
  for (int lane = 0; type().sparse && lane < kLanes; ++lane)
    append(out, which_ * 0x11111111ULL, width);
}

/// A register of scales for each lane: of the row or column that `line` gives it.
void MmaFactors::append_scales(std::vector<std::byte>& out, const std::vector<int>& scales,
                               const std::function<int(int)>& line) const {
  if (type().scales == MmaScales::none) return;
  for (int lane = 0; lane < kLanes; ++lane) {
    std::uint64_t word = 0;
    for (int i = 0; i < 4; ++i) {
      const int value = scales[line(lane) * type().blocks + i % type().blocks];
      word |= std::uint64_t{scale_bits(type().scales, value)} << 8 * i;
    }
    append(out, word, register_bits());
  }
}

void MmaFactors::append_image(std::vector<std::byte>& out) const {
  const int bits = bits_of(type().format);
  const int of_a = type().sparse ? depth() / 2 : depth();
  const auto lines = [&](int count, int numbers, auto value) {
    const std::size_t begin = out.size();
    out.resize(begin + static_cast<std::size_t>(count) * kRowBytes);
    for (int line = 0; line < count; ++line) {
      for (int i = 0; i < numbers; ++i)
        put(out.data() + begin + swizzled(line, i * bits / 8), 0, bits,
            encoded(type().format, value(line, i)));
    }
  };
  lines(kernel_->rows(), of_a, [&](int row, int i) { return stored(row, i); });
  lines(kernel_->columns(), depth(), [&](int column, int i) { return b_[column * depth() + i]; });
}

}  // namespace gb10
