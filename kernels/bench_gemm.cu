// bench_gemm: what `gb10 bench gemm` needs beside the library's products: matrices, and A pruned or
// made small. It stands alone: no include, no library.
//
// fill_normal   `count` numbers in the format `format`: normal random ones (mean 0, deviation
//               `scale`), whole ones from -2 to 2, or ones; by their place alone: the same seed
//               gives the same matrix whatever the launch geometry. Launch: any grid of 256
//               threads; each thread takes every grid-th number. What is read back is the
//               reference, so nothing of this need be known on the CPU.

enum Format { f64, f32, f16, bf16, e4m3, e5m2, i8, e2m1 };
enum Kind { normal_numbers, small_integers, ones };

/// Bits that depend on every bit of the seed and of the place.
__device__ unsigned long long mixed(unsigned long long x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// A normal number from two uniform ones (Box and Muller), neither of which is 0.
__device__ float normal(unsigned long long seed, unsigned long long place) {
  const unsigned long long bits = mixed(seed ^ mixed(place));
  const float one = ((bits >> 40) + 0.5f) * (1.0f / 16777216.0f);
  const float two = ((bits & 0xffffffu) + 0.5f) * (1.0f / 16777216.0f);
  return sqrtf(-2.0f * logf(one)) * cospif(2.0f * two);
}

/// The number at a place, of a kind.
__device__ float number(int kind, unsigned long long seed, unsigned long long place, float scale) {
  if (kind == ones) return 1.0f;
  if (kind == small_integers)
    return static_cast<float>(static_cast<int>(mixed(seed ^ mixed(place)) % 5)) - 2.0f;
  return scale * normal(seed, place);
}

/// `x` to the nearest number with these many bits, ties to even; what is too large becomes `most`.
__device__ unsigned small_float(float x, int exponent_bits, int mantissa_bits, float most) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const unsigned sign = __float_as_uint(x) >> 31 << (exponent_bits + mantissa_bits);
  const float size = fminf(fabsf(x), most);
  int exponent = static_cast<int>(__float_as_uint(size) >> 23) - 127;
  if (exponent < 1 - bias) exponent = 1 - bias;
  // Powers of two: the division is exact, and rintf rounds ties to even.
  const unsigned steps = static_cast<unsigned>(rintf(ldexpf(size, mantissa_bits - exponent)));
  const unsigned first = 1u << mantissa_bits;
  if (steps < first) return sign | steps;
  return sign | ((static_cast<unsigned>(exponent + bias) << mantissa_bits) + (steps - first));
}

extern "C" __global__ void fill_normal(void* out, unsigned long long count, int format,
                                       unsigned long long seed, float scale, int kind) {
  const unsigned long long step = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
  const unsigned long long first = blockIdx.x * static_cast<unsigned long long>(blockDim.x);
  for (unsigned long long i = first + threadIdx.x; i < count; i += step) {
    const float x = number(kind, seed, i, scale);
    if (format == f64) static_cast<double*>(out)[i] = x;
    if (format == f32) static_cast<float*>(out)[i] = x;
    if (format == f16) static_cast<unsigned short*>(out)[i] = small_float(x, 5, 10, 65504.0f);
    if (format == bf16) static_cast<unsigned short*>(out)[i] = small_float(x, 8, 7, 3.38e38f);
    if (format == e4m3) static_cast<unsigned char*>(out)[i] = small_float(x, 4, 3, 448.0f);
    if (format == e5m2) static_cast<unsigned char*>(out)[i] = small_float(x, 5, 2, 57344.0f);
    // Two in a byte: the thread of the first writes both.
    if (format == e2m1 && i % 2 == 0)
      static_cast<unsigned char*>(out)[i / 2] = static_cast<unsigned char>(
          small_float(x, 2, 1, 6.0f) |
          small_float(i + 1 < count ? number(kind, seed, i + 1, scale) : 0.0f, 2, 1, 6.0f) << 4);
    if (format == i8)
      static_cast<signed char*>(out)[i] =
          static_cast<signed char>(fminf(fmaxf(rintf(x), -127.0f), 127.0f));
  }
}

// prune_two_of_four   of each four numbers of 8 or 16 bits that follow each other, the two largest
//                     stay, of those that are as large the first ones; the others become 0. `count`
//                     is a multiple of 4. Launch: any grid of 256 threads; a thread takes four
//                     numbers at a time.

/// What orders numbers of a format by their sizes.
__device__ unsigned size_of(unsigned bits, int format) {
  if (format == i8) return static_cast<unsigned>(abs(static_cast<signed char>(bits)));
  return bits & (format == f16 || format == bf16 ? 0x7fffu : 0x7fu);
}

template <class Word, int bits>
__device__ void prune_words(Word* words, unsigned long long count, int format) {
  const unsigned long long step = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
  const unsigned long long first = blockIdx.x * static_cast<unsigned long long>(blockDim.x);
  constexpr Word mask = static_cast<Word>((1ull << bits) - 1);
  for (unsigned long long at = first + threadIdx.x; at < count / 4; at += step) {
    const Word word = words[at];
    Word kept = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const Word number = word >> (i * bits) & mask;
      const unsigned size = size_of(static_cast<unsigned>(number), format);
      int before = 0;  // those of the four that stay rather than this one
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const unsigned other = size_of(static_cast<unsigned>(word >> (j * bits) & mask), format);
        before += other > size || (other == size && j < i) ? 1 : 0;
      }
      if (before < 2) kept |= number << (i * bits);
    }
    words[at] = kept;
  }
}

extern "C" __global__ void prune_two_of_four(void* numbers, unsigned long long count, int format) {
  if (format == f16 || format == bf16)
    prune_words<unsigned long long, 16>(static_cast<unsigned long long*>(numbers), count, format);
  else
    prune_words<unsigned, 8>(static_cast<unsigned*>(numbers), count, format);
}

// quantise_scaled   `count` BF16 numbers, divided by `scale`, as E4M3 or E5M2 (format). Launch: any
//                   grid of 256 threads; a thread takes 8 numbers at a time.
// quantise_blocks   the same in blocks of `lines` lines of `length` numbers, each line a multiple
//                   of the block: E2M1 with an E4M3 for 16 (the block's largest number becomes 6),
//                   or E4M3 with a power of two for 32 (its exponent less 8). The scales lie as
//                   cuBLASLt reads them. Launch: any grid of 256 threads; a thread takes a block.

__device__ float from_bf16(unsigned short bits) {
  return __uint_as_float(static_cast<unsigned>(bits) << 16);
}

/// Two numbers as E4M3 or E5M2, the first in the lower byte.
__device__ unsigned short two_bytes(float first, float second, bool is_e4m3) {
  unsigned short out;
  if (is_e4m3)
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(out) : "f"(second), "f"(first));
  else
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(out) : "f"(second), "f"(first));
  return out;
}

extern "C" __global__ void quantise_scaled(const uint4* in, uint2* out, unsigned long long count,
                                           int format, float scale) {
  const unsigned long long step = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
  const unsigned long long first = blockIdx.x * static_cast<unsigned long long>(blockDim.x);
  const bool is_e4m3 = format == e4m3;
  for (unsigned long long i = first + threadIdx.x; i < count / 8; i += step) {
    const uint4 eight = in[i];
    const unsigned pairs[4] = {eight.x, eight.y, eight.z, eight.w};
    unsigned small[4];
    for (int j = 0; j < 4; ++j)
      small[j] = two_bytes(from_bf16(pairs[j] & 0xffffu) / scale, from_bf16(pairs[j] >> 16) / scale,
                           is_e4m3);
    out[i] = {small[0] | small[1] << 16, small[2] | small[3] << 16};
  }
}

/// Where the scale of a line's block lies: tiles of 128 lines by 4 blocks, which follow each other
/// along the line; in one the lines that are 32 apart stand side by side.
__device__ unsigned long long scale_place(unsigned long long line, unsigned long long block,
                                          unsigned long long blocks) {
  const unsigned long long tile = line / 128 * ((blocks + 3) / 4) + block / 4;
  return tile * 512 + line % 32 * 16 + line / 32 % 4 * 4 + block % 4;
}

template <int length, bool is_four>
__device__ void quantise_block(const uint4* in, unsigned* out, unsigned char* scale) {
  unsigned pairs[length / 2];
  float most = 0;
#pragma unroll
  for (int i = 0; i < length / 8; ++i) {
    const uint4 eight = in[i];
    pairs[4 * i] = eight.x, pairs[4 * i + 1] = eight.y;
    pairs[4 * i + 2] = eight.z, pairs[4 * i + 3] = eight.w;
  }
#pragma unroll
  for (int i = 0; i < length / 2; ++i)
    most =
        fmaxf(most, fmaxf(fabsf(from_bf16(pairs[i] & 0xffffu)), fabsf(from_bf16(pairs[i] >> 16))));
  float by;
  if (is_four) {
    const unsigned code = small_float(most / 6.0f, 4, 3, 448.0f);
    *scale = static_cast<unsigned char>(code);
    const int exponent = static_cast<int>(code >> 3);
    by = exponent == 0 ? ldexpf(static_cast<float>(code & 7u), -9)
                       : ldexpf(static_cast<float>(8u + (code & 7u)), exponent - 10);
  } else {
    const int exponent = max(static_cast<int>(__float_as_uint(most) >> 23) - 8, 0);
    *scale = static_cast<unsigned char>(exponent);
    by = ldexpf(1.0f, exponent - 127);
  }
  if (by == 0.0f) by = 1.0f;  // a block of zeros
  constexpr int per_word = is_four ? 8 : 4;
#pragma unroll
  for (int word = 0; word < length / per_word; ++word) {
    unsigned bits = 0;
#pragma unroll
    for (int i = 0; i < per_word; i += 2) {
      const unsigned pair = pairs[(word * per_word + i) / 2];
      const float a = from_bf16(pair & 0xffffu) / by, b = from_bf16(pair >> 16) / by;
      if (is_four)
        bits |= (small_float(a, 2, 1, 6.0f) | small_float(b, 2, 1, 6.0f) << 4) << 4 * i;
      else
        bits |= static_cast<unsigned>(two_bytes(a, b, true)) << 8 * i;
    }
    out[word] = bits;
  }
}

extern "C" __global__ void quantise_blocks(const uint4* in, unsigned* out, unsigned char* scales,
                                           unsigned long long lines, unsigned long long length,
                                           int format) {
  const unsigned long long step = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
  const unsigned long long first = blockIdx.x * static_cast<unsigned long long>(blockDim.x);
  const unsigned long long each = format == e2m1 ? 16 : 32, blocks = length / each;
  for (unsigned long long i = first + threadIdx.x; i < lines * blocks; i += step) {
    unsigned char* const scale = scales + scale_place(i / blocks, i % blocks, blocks);
    if (format == e2m1)
      quantise_block<16, true>(in + i * 2, out + i * 2, scale);
    else
      quantise_block<32, false>(in + i * 4, out + i * 8, scale);
  }
}
