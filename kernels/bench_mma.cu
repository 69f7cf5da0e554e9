// bench_mma: what the matrix units can do when nothing else is asked of them (`gb10 bench mma`), by
// mma.sync. It stands alone: no include, no library. Built twice: for GPUs as they come (and PTX),
// and for the family of sm_120 (120f) and sm_121 alone (121a) with the instructions that only these
// targets may use.
//
// Geometry   one block of 512 threads an SM, all resident at once: 4 warps for each of its four
//            matrix units. A warp holds kRows fragments of A and kColumns of B and adds all their
//            products to kRows * kColumns accumulators, none of which waits for another.
// Counts     2 * m * n * k FLOP a product (zeros of sparse ones are counted, as data sheets do).
// Evidence   D = steps * A * B in each round, and exact, because all numbers are small: the host
//            chooses `steps` by the data. After each round the digest of all accumulators goes into
//            the thread's chain, h = h * kMix + digest, which goes on from launch to launch: a step
//            or a round that was left out anywhere shows, and so does a wrong layout. The last
//            round's accumulators are written, too.
// Cycles     by the SM's own counter, from the begin of a block to its end, added up over launches:
//            FLOP per clock need no clock that somebody told.
// Operands   registers as the fragments have them, register by register, 32 lanes each: the rows'
//            of A, the columns' of B, then what else the instruction takes (`kExtra` registers).
//            Warp w takes set w mod sets. A fragment with scales has them in a register more; who
//            of four lanes is asked for them does not matter, as lanes 0 and 2 hold the same, and 1
//            and 3 (of A: rows 0 to 7, 8 to 15), and all four of B.

struct Work {
  const void* operands;
  void* out;                  // accumulators [register][thread]
  unsigned* chains;           // [thread]
  unsigned long long* spent;  // cycles of all blocks, and how many blocks
  unsigned sets, rounds, steps;
};

namespace {

constexpr int kThreads = 512;
constexpr int kWarp = 32;
constexpr unsigned kMix = 0x01000193u;

using Word = unsigned;
using Long = unsigned long long;

/// Zero has one sign only: whether a sum of nothing is -0 is nobody's matter.
[[maybe_unused]] __device__ Word plain(float, Word x) {
  return __float_as_uint(__uint_as_float(x) + 0.0f);
}
[[maybe_unused]] __device__ Word plain(int, Word x) { return x; }
[[maybe_unused]] __device__ Word plain(short, Word x) {  // two halves
  asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(0u));
  return x;
}
[[maybe_unused]] __device__ Word plain(double, Long x) {
  const Long y = static_cast<Long>(__double_as_longlong(__longlong_as_double(x) + 0.0));
  return static_cast<Word>(y) ^ static_cast<Word>(y >> 32);
}

/// What instructions have in common: registers of 32 bits, and 4 x 2 products on their way.
struct Usual {
  using Reg = Word;
  using Sum = float;
  static constexpr int kA = 4, kB = 2, kC = 4, kExtra = 0, kRows = 4, kColumns = 2;
};

#if defined(__CUDA_ARCH_SPECIFIC__) || defined(__CUDA_ARCH_FAMILY_SPECIFIC__)

struct Fp4 : Usual {  // each in a byte of its own
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e2m1.e2m1.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Fp6 : Usual {  // each in a byte of its own
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e3m2.e3m2.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Scaled : Usual {
  static constexpr int kA = 5, kB = 3;
};

struct Mxfp8 : Scaled {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e4m3."
        "f32.ue8m0 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3},{%10},{0,0},{%11},{0,0};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(a[4]), "r"(b[2]));
  }
};

struct Mxfp4 : Scaled {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.kind::mxf4.block_scale.scale_vec::2X.m16n8k64.row.col.f32.e2m1.e2m1."
        "f32.ue8m0 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3},{%10},{0,0},{%11},{0,0};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(a[4]), "r"(b[2]));
  }
};

struct Nvfp4 : Scaled {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1."
        "f32.ue4m3 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3},{%10},{0,0},{%11},{0,0};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(a[4]), "r"(b[2]));
  }
};

#ifdef __CUDA_ARCH_SPECIFIC__
/// Only the target of one GPU (121a) has it. Of each eight numbers of A two pairs are stored;
/// which, says a register that is the same for all of a warp.
struct Nvfp4Sparse : Usual {
  static constexpr int kA = 5, kB = 5, kExtra = 1;
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word* which) {
    asm volatile(
        "mma.sp::ordered_metadata.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k128."
        "row.col.f32.e2m1.e2m1.f32.ue4m3 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9,%10,%11},"
        "{%0,%1,%2,%3},%12,0x0,{%13},{0,0},{%14},{0,0};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
          "r"(which[0]), "r"(a[4]), "r"(b[4]));
  }
};
#endif

#else

struct Fp16 : Usual {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Fp16Fp16 : Usual {
  using Sum = short;
  static constexpr int kC = 2;
  __device__ static void add(Word (&d)[2], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3,%4,%5},{%6,%7},{%0,%1};"
        : "+r"(d[0]), "+r"(d[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Bf16 : Usual {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Tf32 : Usual {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct E4m3 : Usual {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct E5m2 : Usual {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct E4m3Fp16 : Usual {
  using Sum = short;
  static constexpr int kC = 2;
  __device__ static void add(Word (&d)[2], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {%0,%1},{%2,%3,%4,%5},{%6,%7},{%0,%1};"
        : "+r"(d[0]), "+r"(d[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Int8 : Usual {
  using Sum = int;
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word*) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

struct Fp64 : Usual {
  using Reg = Long;
  using Sum = double;
  static constexpr int kA = 8, kB = 4, kRows = 2;
  __device__ static void add(Long (&d)[4], const Long* a, const Long* b, const Long*) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},"
        "{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%0,%1,%2,%3};"
        : "+l"(d[0]), "+l"(d[1]), "+l"(d[2]), "+l"(d[3])
        : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(a[4]), "l"(a[5]), "l"(a[6]), "l"(a[7]),
          "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]));
  }
};

/// Two of each four of A are stored; which, says a register that is the same for all of a warp.
struct Sparse : Usual {
  static constexpr int kB = 4, kExtra = 1;
};

struct Fp16Sparse : Sparse {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word* which) {
    asm volatile(
        "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9,%10,%11},{%0,%1,%2,%3},%12,0x0;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
          "r"(which[0]));
  }
};

struct Bf16Sparse : Sparse {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word* which) {
    asm volatile(
        "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9,%10,%11},{%0,%1,%2,%3},%12,0x0;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
          "r"(which[0]));
  }
};

#if __CUDA_ARCH__ != 900
struct E4m3Sparse : Sparse {
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word* which) {
    asm volatile(
        "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9,%10,%11},{%0,%1,%2,%3},%12,0x0;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
          "r"(which[0]));
  }
};
#endif

struct Int8Sparse : Sparse {
  using Sum = int;
  __device__ static void add(Word (&d)[4], const Word* a, const Word* b, const Word* which) {
    asm volatile(
        "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9,%10,%11},{%0,%1,%2,%3},%12,0x0;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),
          "r"(which[0]));
  }
};

#endif

/// The accumulators of one warp's products, of which each is a chain of its own.
template <class I>
struct Sums {
  static constexpr int kCount = I::kRows * I::kColumns * I::kC;
  typename I::Reg d[I::kRows][I::kColumns][I::kC];

  __device__ void clear() {
#pragma unroll
    for (int i = 0; i < kCount; ++i) at(i) = 0;
  }
  __device__ typename I::Reg& at(int i) {
    return d[i / I::kC / I::kColumns][i / I::kC % I::kColumns][i % I::kC];
  }
  /// Four chains, so that one does not take longer than a few products.
  __device__ Word digest() {
    Word part[4] = {};
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
      part[i % 4] = part[i % 4] * kMix + plain(typename I::Sum{}, at(i));
    }
    return ((part[0] * kMix + part[1]) * kMix + part[2]) * kMix + part[3];
  }
};

template <class I>
__device__ void measured(const Work& work) {
  const long long begin = clock64();
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
  constexpr int kOfA = I::kRows * I::kA, kOfB = I::kColumns * I::kB;
  typename I::Reg in[kOfA + kOfB + I::kExtra];
  const auto* const from = static_cast<const typename I::Reg*>(work.operands) +
                           thread / kWarp % work.sets * sizeof(in) / sizeof(in[0]) * kWarp +
                           thread % kWarp;
#pragma unroll
  for (int i = 0; i < kOfA + kOfB + I::kExtra; ++i) in[i] = from[i * kWarp];
  Sums<I> sums;
  Word chain = work.chains[thread];
  for (unsigned round = 0; round < work.rounds; ++round) {
    sums.clear();
#pragma unroll 4
    for (unsigned step = 0; step < work.steps; ++step) {
#pragma unroll
      for (int row = 0; row < I::kRows; ++row) {
#pragma unroll
        for (int column = 0; column < I::kColumns; ++column) {
          I::add(sums.d[row][column], in + row * I::kA, in + kOfA + column * I::kB,
                 in + kOfA + kOfB);
        }
      }
    }
    chain = chain * kMix + sums.digest();
  }
  auto* const out = static_cast<typename I::Reg*>(work.out) + thread;
#pragma unroll
  for (int i = 0; i < Sums<I>::kCount; ++i) out[i * gridDim.x * kThreads] = sums.at(i);
  work.chains[thread] = chain;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(work.spent, static_cast<unsigned long long>(clock64() - begin));
    atomicAdd(work.spent + 1, 1ull);
  }
}

}  // namespace

extern "C" {

#if defined(__CUDA_ARCH_SPECIFIC__) || defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
__global__ void __launch_bounds__(kThreads) mma_fp4(Work work) { measured<Fp4>(work); }
__global__ void __launch_bounds__(kThreads) mma_fp6(Work work) { measured<Fp6>(work); }
__global__ void __launch_bounds__(kThreads) mma_mxfp8(Work work) { measured<Mxfp8>(work); }
__global__ void __launch_bounds__(kThreads) mma_mxfp4(Work work) { measured<Mxfp4>(work); }
__global__ void __launch_bounds__(kThreads) mma_nvfp4(Work work) { measured<Nvfp4>(work); }
#ifdef __CUDA_ARCH_SPECIFIC__
__global__ void __launch_bounds__(kThreads) mma_nvfp4_sparse(Work work) {
  measured<Nvfp4Sparse>(work);
}
#endif
#else
__global__ void __launch_bounds__(kThreads) mma_fp64(Work work) { measured<Fp64>(work); }
__global__ void __launch_bounds__(kThreads) mma_tf32(Work work) { measured<Tf32>(work); }
__global__ void __launch_bounds__(kThreads) mma_fp16(Work work) { measured<Fp16>(work); }
__global__ void __launch_bounds__(kThreads) mma_fp16_fp16(Work work) { measured<Fp16Fp16>(work); }
__global__ void __launch_bounds__(kThreads) mma_bf16(Work work) { measured<Bf16>(work); }
__global__ void __launch_bounds__(kThreads) mma_e4m3(Work work) { measured<E4m3>(work); }
__global__ void __launch_bounds__(kThreads) mma_e5m2(Work work) { measured<E5m2>(work); }
__global__ void __launch_bounds__(kThreads) mma_e4m3_fp16(Work work) { measured<E4m3Fp16>(work); }
__global__ void __launch_bounds__(kThreads) mma_int8(Work work) { measured<Int8>(work); }
__global__ void __launch_bounds__(kThreads) mma_fp16_sparse(Work work) {
  measured<Fp16Sparse>(work);
}
__global__ void __launch_bounds__(kThreads) mma_bf16_sparse(Work work) {
  measured<Bf16Sparse>(work);
}
// sm_90 has no such instruction, and what stands for it there says nothing of the GPU.
#if __CUDA_ARCH__ != 900
__global__ void __launch_bounds__(kThreads) mma_e4m3_sparse(Work work) {
  measured<E4m3Sparse>(work);
}
#endif
__global__ void __launch_bounds__(kThreads) mma_int8_sparse(Work work) {
  measured<Int8Sparse>(work);
}
#endif
}
