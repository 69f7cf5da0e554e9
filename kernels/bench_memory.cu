// bench_memory: what `gb10 bench memory` runs on a GPU. It stands alone: no include, no library.
//
// Measures   read_1, _4, _8    the rate at which memory is read once
//            write_4, write_8  the rate at which it is written
//            copy_1, _4, _8    the rate at which it is read and written
//            matrix_vector     the access of a token's decode: rows of bf16 times a vector
//            chase             the time of one load that needs the one before it
//            fill, link        make their input; not measured
//
// Geometry   256 threads a block, which takes a tile of 256 times 1, 4 or 8 pieces of 16 bytes, all
// of
//            them on their way at once, and then the next tile of its stride. The host tries grids
//            from a few blocks an SM to one block a tile. A warp of matrix_vector takes two rows.
//            chase is one thread.
//
// Counts     read, write: count * 16 bytes. copy: twice that. matrix_vector: rows * 4096 * 2 bytes
//            of the matrix, 4096 * 4 of the vector (once: it stays in shared memory) and rows * 4
//            of the result. chase: steps.
//
// Reference  bench/gpu_memory.cc. read: the sum of all 32-bit words, exactly. write and copy:
//            the sum of all that was written, by read, and bit for bit where drawn.
//            matrix_vector: rows drawn at random, to 64 * 2^-24 of the sum of the products'
//            magnitudes (39 roundings lie on the longest path). chase: the node at which it must
//            end.

namespace {

constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr int kColumns = 4096;
constexpr int kPieces = kColumns / 8;  // 16 bytes of a row each

using Size = unsigned long long;

/// The word of a seed and a position (SplitMix64), as four bf16 numbers of 0.5 to 1 with signs.
__device__ Size word_at(Size seed, Size index) {
  Size z = seed + (index + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return (z & 0x807f807f807f807full) | 0x3f003f003f003f00ull;
}

__device__ unsigned sum_of(const uint4& piece) { return piece.x + piece.y + piece.z + piece.w; }

template <int kLoads>
__device__ void read_tiles(const uint4* in, Size count, unsigned* sums) {
  constexpr unsigned kTile = kThreads * kLoads;
  unsigned sum = 0;
  for (Size tile = blockIdx.x * Size{kTile}; tile < count; tile += gridDim.x * Size{kTile}) {
    uint4 held[kLoads];
#pragma unroll
    for (int i = 0; i < kLoads; ++i) held[i] = __ldcs(in + tile + i * kThreads + threadIdx.x);
#pragma unroll
    for (int i = 0; i < kLoads; ++i) sum += sum_of(held[i]);
  }
  for (int other = kWarp / 2; other > 0; other /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, other);
  __shared__ unsigned of_warp[kThreads / kWarp];
  if (threadIdx.x % kWarp == 0) of_warp[threadIdx.x / kWarp] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = 0;
  for (int i = 0; i < kThreads / kWarp; ++i) sum += of_warp[i];
  sums[blockIdx.x] = sum;
}

template <int kStores>
__device__ void write_tiles(uint4* out, Size count, unsigned value) {
  constexpr unsigned kTile = kThreads * kStores;
  for (Size tile = blockIdx.x * Size{kTile}; tile < count; tile += gridDim.x * Size{kTile}) {
#pragma unroll
    for (int i = 0; i < kStores; ++i) {
      const Size at = tile + i * kThreads + threadIdx.x;
      const unsigned low = value + static_cast<unsigned>(at);
      __stcs(out + at, make_uint4(low, value, ~low, ~value));
    }
  }
}

template <int kLoads>
__device__ void copy_tiles(uint4* out, const uint4* in, Size count) {
  constexpr unsigned kTile = kThreads * kLoads;
  for (Size tile = blockIdx.x * Size{kTile}; tile < count; tile += gridDim.x * Size{kTile}) {
    uint4 held[kLoads];
#pragma unroll
    for (int i = 0; i < kLoads; ++i) held[i] = __ldcs(in + tile + i * kThreads + threadIdx.x);
#pragma unroll
    for (int i = 0; i < kLoads; ++i) __stcs(out + tile + i * kThreads + threadIdx.x, held[i]);
  }
}

/// Two bf16 numbers of a word times two of the vector.
__device__ void add_word(float& sum, unsigned word, float first, float second) {
  sum = fmaf(__uint_as_float(word << 16), first, sum);
  sum = fmaf(__uint_as_float(word & 0xffff0000u), second, sum);
}

__device__ void add_piece(float4& sum, const uint4& piece, const float4& low, const float4& high) {
  add_word(sum.x, piece.x, low.x, low.y);
  add_word(sum.y, piece.y, low.z, low.w);
  add_word(sum.z, piece.z, high.x, high.y);
  add_word(sum.w, piece.w, high.z, high.w);
}

/// The sum of a warp, in all its lanes.
__device__ float whole(const float4& sum) {
  float total = (sum.x + sum.y) + (sum.z + sum.w);
  for (int other = kWarp / 2; other > 0; other /= 2)
    total += __shfl_xor_sync(0xffffffffu, total, other);
  return total;
}

}  // namespace

/// out[i] = the words of position i; count words of 8 bytes.
extern "C" __global__ void __launch_bounds__(kThreads) fill(Size* out, Size count, Size seed) {
  const Size stride = gridDim.x * Size{kThreads};
  for (Size i = blockIdx.x * Size{kThreads} + threadIdx.x; i < count; i += stride)
    out[i] = word_at(seed, i);
}

/// `count` pieces of 16 bytes, a multiple of 256 times the number in the name in all of these; a
/// sum for each block.
extern "C" __global__ void __launch_bounds__(kThreads)
    read_1(const uint4* in, Size count, unsigned* sums) {
  read_tiles<1>(in, count, sums);
}
extern "C" __global__ void __launch_bounds__(kThreads)
    read_4(const uint4* in, Size count, unsigned* sums) {
  read_tiles<4>(in, count, sums);
}
extern "C" __global__ void __launch_bounds__(kThreads)
    read_8(const uint4* in, Size count, unsigned* sums) {
  read_tiles<8>(in, count, sums);
}

/// Piece i becomes value + i, value, and what is left of both to all bits.
extern "C" __global__ void __launch_bounds__(kThreads)
    write_4(uint4* out, Size count, unsigned value) {
  write_tiles<4>(out, count, value);
}
extern "C" __global__ void __launch_bounds__(kThreads)
    write_8(uint4* out, Size count, unsigned value) {
  write_tiles<8>(out, count, value);
}

extern "C" __global__ void __launch_bounds__(kThreads)
    copy_1(uint4* out, const uint4* in, Size count) {
  copy_tiles<1>(out, in, count);
}
extern "C" __global__ void __launch_bounds__(kThreads)
    copy_4(uint4* out, const uint4* in, Size count) {
  copy_tiles<4>(out, in, count);
}
extern "C" __global__ void __launch_bounds__(kThreads)
    copy_8(uint4* out, const uint4* in, Size count) {
  copy_tiles<8>(out, in, count);
}

/// out = matrix * vector; the matrix has `rows` of 4096 bf16 numbers, an even number of rows.
extern "C" __global__ void __launch_bounds__(kThreads)
    matrix_vector(const uint4* matrix, const float4* vector, float* out, unsigned rows) {
  // The two halves of each piece's eight numbers lie apart: so a warp's loads meet no bank twice.
  __shared__ float4 low[kPieces], high[kPieces];
  for (int i = threadIdx.x; i < kPieces; i += kThreads) {
    low[i] = vector[2 * i];
    high[i] = vector[2 * i + 1];
  }
  __syncthreads();
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warps = gridDim.x * (kThreads / kWarp);
  unsigned pair = blockIdx.x * (kThreads / kWarp) + threadIdx.x / kWarp;
  for (; pair < rows / 2; pair += warps) {
    const uint4* const first = matrix + Size{pair} * 2 * kPieces;
    const uint4* const second = first + kPieces;
    float4 a = {0, 0, 0, 0}, b = {0, 0, 0, 0};
#pragma unroll 4
    for (int i = lane; i < kPieces; i += kWarp) {
      const uint4 of_first = __ldcs(first + i), of_second = __ldcs(second + i);
      const float4 x = low[i], y = high[i];
      add_piece(a, of_first, x, y);
      add_piece(b, of_second, x, y);
    }
    const float total_a = whole(a), total_b = whole(b);
    if (lane == 0) {
      out[2 * pair] = total_a;
      out[2 * pair + 1] = total_b;
    }
  }
}

/// Writes into the first word of each node of 128 bytes at which word the next node begins.
extern "C" __global__ void __launch_bounds__(kThreads)
    link(unsigned* nodes, const unsigned* next, unsigned count) {
  const unsigned stride = gridDim.x * kThreads;
  for (unsigned i = blockIdx.x * kThreads + threadIdx.x; i < count; i += stride)
    nodes[Size{i} * 32] = next[i] * 32;
}

/// Where one comes to in so many steps from the word `at`. Past the first cache, which is an SM's
/// own.
extern "C" __global__ void chase(const unsigned* nodes, unsigned at, unsigned steps,
                                 unsigned* out) {
#pragma unroll 1
  for (unsigned i = 0; i < steps; ++i) at = __ldcg(nodes + at);
  *out = at;
}
