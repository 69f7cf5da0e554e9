// bench_wgmma: what Hopper's matrix units can do with wgmma, which alone comes near their peak
// (`gb10 bench mma`). Only for sm_90a. It stands alone: no include, no library.
//
// Geometry   one block of two warp groups an SM. Each multiplies its own 64 rows of A with the 256
//            columns of B that both share, so that one has its products on their way while the
//            other makes its digest.
// Operands   per set the image of the shared memory: A of the first group, A of the second, B; rows
//            of 128 bytes (four slices of 32 bytes, one a step) with the swizzle of 128 bytes: the
//            16 bytes at place p of row r lie at place p ^ (r % 8). Block b takes set b mod sets.
// Evidence   as in bench_mma.cu: exact sums, a digest of all accumulators each round, a chain over
//            all rounds of all launches. `steps` is a multiple of four.
// Counts     2 * 64 * 256 * k FLOP a product (zeros of sparse ones are counted, as data sheets do).

struct Work {
  const void* operands;
  void* out;                  // accumulators [register][thread]
  unsigned* chains;           // [thread]
  unsigned long long* spent;  // cycles of all blocks, and how many blocks
  unsigned sets, rounds, steps;
};

namespace {

constexpr int kThreads = 256;
constexpr int kGroup = 128;      // threads
constexpr int kOfA = 64 * 128;   // bytes
constexpr int kOfB = 256 * 128;  // bytes
constexpr int kImage = 2 * kOfA + kOfB;
constexpr unsigned kMix = 0x01000193u;

using Word = unsigned;
using Descriptor = unsigned long long;

/// Where a matrix lies: its address, 1024 bytes from each eight rows to the next, and the swizzle.
__device__ Descriptor descriptor(Word address) {
  return (address & 0x3ffffu) >> 4 | Descriptor{1} << 16 | Descriptor{1024 >> 4} << 32 |
         Descriptor{1} << 62;
}

__device__ Word plain(float, Word x) { return __float_as_uint(__uint_as_float(x) + 0.0f); }
__device__ Word plain(int, Word x) { return x; }
__device__ Word plain(short, Word x) {  // two halves
  asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(0u));
  return x;
}

// The instruction names its accumulators one by one, which only the preprocessor can write.
#define NAMES_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                 \
  "%" #a ",%" #b ",%" #c ",%" #d ",%" #e ",%" #f ",%" #g ",%" #h ",%" #i ",%" #j ",%" #k ",%" #l \
  ",%" #m ",%" #n ",%" #o ",%" #p
#define NAMES_64                                                                             \
  NAMES_16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)                             \
  "," NAMES_16(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31) "," NAMES_16( \
      32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46,                            \
      47) "," NAMES_16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63)
#define NAMES_128                                                                               \
  NAMES_64                                                                                      \
  "," NAMES_16(64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79) "," NAMES_16(    \
      80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94,                               \
      95) "," NAMES_16(96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110,   \
                       111) "," NAMES_16(112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, \
                                         123, 124, 125, 126, 127)
#define SUMS_4(i) "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3])
#define SUMS_16(i) SUMS_4(i), SUMS_4(i + 4), SUMS_4(i + 8), SUMS_4(i + 12)
#define SUMS_64 SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48)
#define SUMS_128 SUMS_64, SUMS_16(64), SUMS_16(80), SUMS_16(96), SUMS_16(112)
#define DENSE_128(words, flags)                                                             \
  asm volatile("{.reg .pred p; setp.ne.b32 p, %130, 0; wgmma.mma_async.sync.aligned." words \
               " {" NAMES_128 "}, %128, %129, p" flags ";}"                                 \
               : SUMS_128                                                                   \
               : "l"(a), "l"(b), "r"(keep))
#define SPARSE_128(words, flags)                                                               \
  asm volatile("{.reg .pred p; setp.ne.b32 p, %133, 0; wgmma.mma_async.sp.sync.aligned." words \
               " {" NAMES_128 "}, {%128, %129, %130, %131}, %132, %134, 0, p" flags ";}"       \
               : SUMS_128                                                                      \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(keep), "r"(which))

/// What instructions have in common. A step goes on by `kStepA` and `kStepB` bytes of a row.
struct Usual {
  using Sum = float;
  using OfA = Descriptor;
  static constexpr int kC = 128, kSteps = 4, kStepB = 32;
  /// Where each step's part of A lies.
  __device__ static void prepare(Descriptor (&a)[4], const unsigned char* image, unsigned row) {
    const Descriptor first =
        descriptor(static_cast<Word>(__cvta_generic_to_shared(image + row / 64 * kOfA)));
    for (int i = 0; i < 4; ++i) a[i] = first + (i * 32 >> 4);
  }
};

struct Fp16 : Usual {
  __device__ static void add(Word (&d)[128], Descriptor a, Descriptor b, Word keep, Word) {
    DENSE_128("m64n256k16.f32.f16.f16", ", 1, 1, 0, 0");
  }
};
struct Bf16 : Usual {
  __device__ static void add(Word (&d)[128], Descriptor a, Descriptor b, Word keep, Word) {
    DENSE_128("m64n256k16.f32.bf16.bf16", ", 1, 1, 0, 0");
  }
};
struct Tf32 : Usual {
  __device__ static void add(Word (&d)[128], Descriptor a, Descriptor b, Word keep, Word) {
    DENSE_128("m64n256k8.f32.tf32.tf32", ", 1, 1");
  }
};
struct E4m3 : Usual {
  __device__ static void add(Word (&d)[128], Descriptor a, Descriptor b, Word keep, Word) {
    DENSE_128("m64n256k32.f32.e4m3.e4m3", ", 1, 1");
  }
};
struct E5m2 : Usual {
  __device__ static void add(Word (&d)[128], Descriptor a, Descriptor b, Word keep, Word) {
    DENSE_128("m64n256k32.f32.e5m2.e5m2", ", 1, 1");
  }
};
struct Int8 : Usual {
  using Sum = int;
  __device__ static void add(Word (&d)[128], Descriptor a, Descriptor b, Word keep, Word) {
    DENSE_128("m64n256k32.s32.s8.s8", "");
  }
};
struct Fp16Fp16 : Usual {
  using Sum = short;
  static constexpr int kC = 64;
  __device__ static void add(Word (&d)[64], Descriptor a, Descriptor b, Word keep, Word) {
    asm volatile(
        "{.reg .pred p; setp.ne.b32 p, %66, 0; wgmma.mma_async.sync.aligned.m64n256k16.f16.f16.f16 "
        "{" NAMES_64 "}, %64, %65, p, 1, 1, 0, 0;}"
        : SUMS_64
        : "l"(a), "l"(b), "r"(keep));
  }
};
struct E4m3Fp16 : Usual {
  using Sum = short;
  static constexpr int kC = 64;
  __device__ static void add(Word (&d)[64], Descriptor a, Descriptor b, Word keep, Word) {
    asm volatile(
        "{.reg .pred p; setp.ne.b32 p, %66, 0; wgmma.mma_async.sync.aligned.m64n256k32.f16.e4m3."
        "e4m3 {" NAMES_64 "}, %64, %65, p, 1, 1;}"
        : SUMS_64
        : "l"(a), "l"(b), "r"(keep));
  }
};

/// A in registers: together with B, of which a step takes twice as much, it is more than the shared
/// memory gives.
struct FragmentOfA {
  Word word[4];
  __device__ Word operator[](int i) const { return word[i]; }
};

/// Two of each four of A are stored, so that a row of B is through after two steps.
struct Sparse : Usual {
  using OfA = FragmentOfA;
  static constexpr int kSteps = 2, kStepB = 64;
  /// As mma.sync has it: of each step two words of row `row` (that of this lane), two of row + 8.
  __device__ static void prepare(FragmentOfA (&a)[2], const unsigned char* image, unsigned row) {
    for (int step = 0; step < 2; ++step) {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const unsigned line = row + i % 2 * 8, byte = step * 32 + threadIdx.x % 4 * 4 + i / 2 * 16;
        a[step].word[i] = *reinterpret_cast<const Word*>(image + line * 128 +
                                                         ((byte / 16 ^ line % 8) * 16 + byte % 16));
      }
    }
  }
};
struct Fp16Sparse : Sparse {
  __device__ static void add(Word (&d)[128], FragmentOfA a, Descriptor b, Word keep, Word which) {
    SPARSE_128("m64n256k32.f32.f16.f16", ", 1, 1, 0");
  }
};
struct Bf16Sparse : Sparse {
  __device__ static void add(Word (&d)[128], FragmentOfA a, Descriptor b, Word keep, Word which) {
    SPARSE_128("m64n256k32.f32.bf16.bf16", ", 1, 1, 0");
  }
};
struct E4m3Sparse : Sparse {
  __device__ static void add(Word (&d)[128], FragmentOfA a, Descriptor b, Word keep, Word which) {
    SPARSE_128("m64n256k64.f32.e4m3.e4m3", ", 1, 1");
  }
};
struct Int8Sparse : Sparse {
  using Sum = int;
  __device__ static void add(Word (&d)[128], FragmentOfA a, Descriptor b, Word keep, Word which) {
    SPARSE_128("m64n256k64.s32.s8.s8", "");
  }
};

template <class I>
__device__ Word digest(const Word (&d)[I::kC]) {
  Word part[4] = {};
#pragma unroll
  for (int i = 0; i < I::kC; ++i) part[i % 4] = part[i % 4] * kMix + plain(typename I::Sum{}, d[i]);
  return ((part[0] * kMix + part[1]) * kMix + part[2]) * kMix + part[3];
}

/// So many steps from nothing, all on their way at once.
template <class I>
__device__ void round(Word (&d)[I::kC], const typename I::OfA (&a)[I::kSteps], Descriptor b,
                      unsigned steps, Word which) {
  for (unsigned step = 0; step < steps; step += I::kSteps) {
    // Before each batch and at the end, though no register is touched: else the compiler puts one
    // where it likes, and may let each product wait for the one before it.
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int i = 0; i < I::kSteps; ++i) {
      I::add(d, a[i], b + (i * I::kStepB >> 4), step + i, which);
    }
  }
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

template <class I>
__device__ void measured(const Work& work) {
  __shared__ __align__(1024) uint4 image[kImage / 16];
  const long long begin = clock64();
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
  const auto* const from =
      static_cast<const uint4*>(work.operands) + blockIdx.x % work.sets * (kImage / 16);
  for (int i = threadIdx.x; i < kImage / 16; i += kThreads) image[i] = from[i];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const auto* const bytes = reinterpret_cast<const unsigned char*>(image);
  typename I::OfA a[I::kSteps];
  I::prepare(a, bytes, threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4);
  const Descriptor b = descriptor(static_cast<Word>(__cvta_generic_to_shared(bytes + 2 * kOfA)));
  // The first two of each four, or the last two: by the set.
  const Word which = blockIdx.x % work.sets % 2 ? 0xeeeeeeeeu : 0x44444444u;
  Word d[I::kC];
  // Half a round apart, the digest of one group costs the other nothing.
  while (threadIdx.x >= kGroup && clock64() - begin < work.steps * 128ll) {
  }
  Word chain = work.chains[thread];
  for (unsigned done = 0; done < work.rounds; ++done) {
    round<I>(d, a, b, work.steps, which);
    chain = chain * kMix + digest<I>(d);
  }
  auto* const out = static_cast<Word*>(work.out) + thread;
#pragma unroll
  for (int i = 0; i < I::kC; ++i) out[i * gridDim.x * kThreads] = d[i];
  work.chains[thread] = chain;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(work.spent, static_cast<unsigned long long>(clock64() - begin));
    atomicAdd(work.spent + 1, 1ull);
  }
}

}  // namespace

extern "C" {

__global__ void __launch_bounds__(kThreads, 1) wgmma_tf32(Work work) { measured<Tf32>(work); }
__global__ void __launch_bounds__(kThreads, 1) wgmma_fp16(Work work) { measured<Fp16>(work); }
__global__ void __launch_bounds__(kThreads, 1) wgmma_bf16(Work work) { measured<Bf16>(work); }
__global__ void __launch_bounds__(kThreads, 1) wgmma_e4m3(Work work) { measured<E4m3>(work); }
__global__ void __launch_bounds__(kThreads, 1) wgmma_e5m2(Work work) { measured<E5m2>(work); }
__global__ void __launch_bounds__(kThreads, 1) wgmma_int8(Work work) { measured<Int8>(work); }
__global__ void __launch_bounds__(kThreads, 1) wgmma_fp16_fp16(Work work) {
  measured<Fp16Fp16>(work);
}
__global__ void __launch_bounds__(kThreads, 1) wgmma_e4m3_fp16(Work work) {
  measured<E4m3Fp16>(work);
}
__global__ void __launch_bounds__(kThreads, 1) wgmma_fp16_sparse(Work work) {
  measured<Fp16Sparse>(work);
}
__global__ void __launch_bounds__(kThreads, 1) wgmma_bf16_sparse(Work work) {
  measured<Bf16Sparse>(work);
}
__global__ void __launch_bounds__(kThreads, 1) wgmma_e4m3_sparse(Work work) {
  measured<E4m3Sparse>(work);
}
__global__ void __launch_bounds__(kThreads, 1) wgmma_int8_sparse(Work work) {
  measured<Int8Sparse>(work);
}
}
