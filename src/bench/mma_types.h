#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace gb10 {

/// How a number of a factor lies in memory.
enum class MmaFormat {
  fp64,
  tf32,
  fp16,
  bf16,
  e4m3,
  e5m2,
  int8,
  e2m1,          // eight in a register
  e2m1_of_byte,  // in the middle of a byte of its own
  e3m2_of_byte,  // in the lower bits of a byte of its own
};

/// What the products are added up in.
enum class MmaSum { fp64, fp32, fp16, int32 };

/// Scales of blocks of a row's numbers.
enum class MmaScales { none, ue8m0, ue4m3 };

/// Which of the program's device code it is in.
enum class MmaCode {
  common,   // kernels/bench_mma.cu for all GPUs
  hopper,   // kernels/bench_wgmma.cu for sm_90a
  of_120f,  // kernels/bench_mma.cu for the family of sm_120, to which sm_121 belongs
  of_121a,  // and for sm_121 alone
};

/// What is multiplied, and in what it is added up.
struct MmaType {
  const char* name;  // "fp16"
  MmaFormat format;
  MmaSum sum;
  int k;                  // of one product, zeros of sparse factors among them
  int largest;            // of the whole numbers of which the data are made
  double limit;           // up to which sums are exact, in products of these whole numbers
  const char* peak = "";  // the type of data/gpus whose peak it has; "": none is known
  double of_peak = 1;     // so many times
  MmaScales scales = MmaScales::none;
  int blocks = 1;            // with a scale of their own, in k numbers of a row
  int sparse = 0;            // 1: two of each four are stored; 2: two pairs of each eight
  const char* dispute = "";  // what its number settles on a GB10
};

/// One instruction in a loop, and how it is fed. A type may have several.
struct MmaKernel {
  const MmaType* type;
  const char* path;      // "wgmma"; with the type it names the result: "mma.fp16.wgmma"
  const char* function;  // in the device code
  MmaCode code;

  bool is_wgmma() const { return code == MmaCode::hopper; }
  /// Rows of A and columns of B of one set: a warp's, or for wgmma a block's.
  int rows() const { return is_wgmma() ? 128 : type->format == MmaFormat::fp64 ? 32 : 64; }
  int columns() const { return is_wgmma() ? 256 : 16; }
  /// Steps after which the factors come again.
  int cycle() const { return !is_wgmma() ? 1 : type->sparse ? 2 : 4; }
  /// Threads that work on one set, and on one multiprocessor.
  int threads_of_set() const { return is_wgmma() ? 256 : 32; }
  int threads() const { return is_wgmma() ? 256 : 512; }
  /// Accumulators of a thread, as numbers.
  int values() const { return rows() * columns() / threads_of_set(); }
  /// FLOP of one step of a multiprocessor, zeros of sparse factors counted, as data sheets do.
  double flop() const { return 2.0 * rows() * columns() * type->k * threads() / threads_of_set(); }
};

/// In the order of their types.
std::span<const MmaKernel> mma_kernels();
std::span<const MmaType> mma_types();
/// The program's device code of a kind; empty where it was built without nvcc.
std::span<const std::byte> fatbin_of(MmaCode code);
/// Bits of a number as it lies in memory or in a register.
int bits_of(MmaFormat format);

}  // namespace gb10
