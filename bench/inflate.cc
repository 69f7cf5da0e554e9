// Inflates the largest deflated member of a zip archive with libdeflate alone, and prints the milliseconds: the floor of
// what reading a wheel costs. Built and run by bench/audit.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <libdeflate.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

int main(int count, char** arguments) {
  if (count != 5) return 2;
  // What bench/audit found in the directory: where the member's bytes lie and how large they get.
  const int file = open(arguments[1], O_RDONLY);
  const auto offset = std::strtoull(arguments[2], nullptr, 10);
  const std::size_t packed = std::strtoull(arguments[3], nullptr, 10), size = std::strtoull(arguments[4], nullptr, 10);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<char> from(packed), to(size);
  for (std::size_t got = 0; got < packed;) {
    const ssize_t n = pread(file, from.data() + got, packed - got, static_cast<off_t>(offset + got));
    if (n <= 0) return 1;
    got += static_cast<std::size_t>(n);
  }
  libdeflate_decompressor* const inflater = libdeflate_alloc_decompressor();
  std::size_t made = 0;
  if (libdeflate_deflate_decompress(inflater, from.data(), packed, to.data(), size, &made) != LIBDEFLATE_SUCCESS) return 1;
  const auto end = std::chrono::steady_clock::now();
  std::printf("%.3f\n", std::chrono::duration<double, std::milli>(end - begin).count());
  return made == size ? 0 : 1;
}
