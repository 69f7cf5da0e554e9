// doctor_load: what `gb10 doctor --load` runs on a GPU. It stands alone: no include, no library.
//
// Measures   fma_chains     the rate of FP32 arithmetic when nothing but registers is touched
//            matrix_vector  the rate at which memory is read once (the access of a token's decode)
//            copy           the rate of memory read and written
//            fill           makes their input; not measured
//
// Geometry   256 threads a block. fma_chains: 4 blocks an SM, all resident at once, so that a
//            launch is one wave. matrix_vector: 4 blocks an SM, a warp takes every (warps of the
//            grid)-th row; the host makes the rows a multiple of the warps. copy: 8 blocks an SM.
//
// Counts     fma_chains     2 FLOP an FMA: threads * rounds * 256 steps * 4 chains * 2 FMA * 2.
//                           What a round does besides (12 operations in 2060) is not counted.
//            matrix_vector  rows * 4096 * 4 bytes of the matrix, 4096 * 4 of the vector (once: it
//                           stays in shared memory) and rows * 4 of the result.
//            copy           count * 16 bytes read and as many written.
//
// Reference  gpu/load_reference.cc computes the same in double on the CPU. fma_chains: every
//            thread, to 5e-5 of the sum of the magnitudes that it added up. matrix_vector: rows
//            drawn at random, to 64 * 2^-24 of the sum of the products' magnitudes (39 roundings
//            lie on the longest path). copy: bit for bit, where drawn.

namespace {

constexpr int kThreads = 256;
constexpr int kChains = 4;
constexpr int kSteps = 256;
constexpr int kInputs = 4 * kChains;  // floats that one thread of fma_chains reads
constexpr int kColumns = 4096;
constexpr int kColumns4 = kColumns / 4;
constexpr int kWarp = 32;

/// A number in [-1, 1), a multiple of 2^-23, from a seed and a position (SplitMix64).
__device__ float random_value(unsigned long long seed, unsigned long long index) {
  unsigned long long z = seed + (index + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return static_cast<float>(static_cast<int>(z >> 40)) * 0x1p-23f - 1.0f;
}

}  // namespace

/// out[i] = the random number of position i.
extern "C" __global__ void __launch_bounds__(kThreads)
    fill(float* out, unsigned long long count, unsigned long long seed) {
  const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * kThreads;
  for (unsigned long long i = static_cast<unsigned long long>(blockIdx.x) * kThreads + threadIdx.x;
       i < count; i += stride) {
    out[i] = random_value(seed, i);
  }
}

/// Each thread turns four points around the origin in small steps: x -= s*y, y += s*x. Each FMA
/// needs the one before it, and a turn neither grows nor dies away, so that no step can be left out
/// unseen. Every round begins at other points; the sum of all their ends is the result.
/// inputs: `sets` times { ax[4], bx[4], ay[4], s[4] }; thread t takes set t mod sets.
extern "C" __global__ void __launch_bounds__(kThreads, 4)
    fma_chains(const float* inputs, unsigned sets, unsigned rounds, float* out) {
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
  const float* const in = inputs + static_cast<unsigned long long>(thread % sets) * kInputs;
  float ax[kChains], bx[kChains], ay[kChains], s[kChains];
  for (int j = 0; j < kChains; ++j) {
    ax[j] = in[j];
    bx[j] = in[kChains + j];
    ay[j] = in[2 * kChains + j];
    s[j] = in[3 * kChains + j];
  }
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const float t = static_cast<float>(round & 1023u) * 0x1p-10f;
    float x[kChains], y[kChains];
#pragma unroll
    for (int j = 0; j < kChains; ++j) {
      x[j] = fmaf(t, bx[j], ax[j]);
      y[j] = ay[j];
    }
#pragma unroll 16
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
      for (int j = 0; j < kChains; ++j) x[j] = fmaf(-s[j], y[j], x[j]);
#pragma unroll
      for (int j = 0; j < kChains; ++j) y[j] = fmaf(s[j], x[j], y[j]);
    }
#pragma unroll
    for (int j = 0; j < kChains; ++j) sum += x[j] + y[j];
  }
  out[thread] = sum;
}

/// out = matrix * vector; the matrix has 4096 columns, row after row. The matrix is read past the
/// caches' memory (__ldcs): no part of it is needed twice.
extern "C" __global__ void __launch_bounds__(kThreads)
    matrix_vector(const float4* matrix, const float4* vector, float* out, unsigned rows) {
  __shared__ float4 x[kColumns4];
  for (int i = threadIdx.x; i < kColumns4; i += kThreads) x[i] = vector[i];
  __syncthreads();
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warps = gridDim.x * (kThreads / kWarp);
  for (unsigned row = blockIdx.x * (kThreads / kWarp) + threadIdx.x / kWarp; row < rows;
       row += warps) {
    const float4* const a = matrix + static_cast<unsigned long long>(row) * kColumns4;
    float4 sum = {0, 0, 0, 0};
#pragma unroll 8
    for (int i = lane; i < kColumns4; i += kWarp) {
      const float4 value = __ldcs(a + i);
      const float4 factor = x[i];
      sum.x = fmaf(value.x, factor.x, sum.x);
      sum.y = fmaf(value.y, factor.y, sum.y);
      sum.z = fmaf(value.z, factor.z, sum.z);
      sum.w = fmaf(value.w, factor.w, sum.w);
    }
    float total = (sum.x + sum.y) + (sum.z + sum.w);
    for (int other = kWarp / 2; other > 0; other /= 2) {
      total += __shfl_xor_sync(0xffffffffu, total, other);
    }
    if (lane == 0) out[row] = total;
  }
}

/// out = in, `count` times 16 bytes, four loads on their way in each thread.
extern "C" __global__ void __launch_bounds__(kThreads)
    copy(float4* out, const float4* in, unsigned long long count) {
  const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * kThreads;
  unsigned long long i = static_cast<unsigned long long>(blockIdx.x) * kThreads + threadIdx.x;
  for (; i + 3 * stride < count; i += 4 * stride) {
    const float4 a = __ldcs(in + i), b = __ldcs(in + i + stride), c = __ldcs(in + i + 2 * stride),
                 d = __ldcs(in + i + 3 * stride);
    __stcs(out + i, a);
    __stcs(out + i + stride, b);
    __stcs(out + i + 2 * stride, c);
    __stcs(out + i + 3 * stride, d);
  }
  for (; i < count; i += stride) __stcs(out + i, __ldcs(in + i));
}
