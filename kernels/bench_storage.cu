// bench_storage: the check of `gb10 bench storage`. It stands alone: no include, no library.
//
// block_sums    For each of `count` blocks of 4 KiB at `data` a sum over its 512 words of 64 bits,
//               each times an odd number of its own, modulo 2^64: a word that is wrong, lost or in
//               another place changes it. src/bench/storage_blocks.cc computes the same. Launch:
//               any grid of 256 threads; a warp takes a block.

extern "C" __global__ void block_sums(const ulonglong2* data, unsigned long long count,
                                      unsigned long long* out) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned long long warps = static_cast<unsigned long long>(gridDim.x) * (blockDim.x / 32);
  unsigned long long block =
      static_cast<unsigned long long>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  for (; block < count; block += warps) {
    unsigned long long sum = 0;
    for (unsigned i = lane; i < 256; i += 32) {
      const ulonglong2 pair = data[block * 256 + i];
      sum += pair.x * (4 * i + 1) + pair.y * (4 * i + 3);
    }
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) out[block] = sum;
  }
}
