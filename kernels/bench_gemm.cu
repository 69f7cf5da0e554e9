// bench_gemm: the input of `gb10 bench gemm`. It stands alone: no include, no library.
//
// fill_normal   `count` numbers in the format `format`: normal random ones (mean 0, deviation
//               `scale`), whole ones from -2 to 2, or ones; by their place alone: the same seed gives the same matrix whatever the launch
//               geometry. Launch: any grid of 256 threads; each thread takes every grid-th number.
//               What is read back is the reference, so nothing of this need be known on the CPU.

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
