#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "guard/ring.h"
#include "guard/ring_log.h"

/// What the tests of the ring share.
namespace gb10::ring_testing {

inline constexpr const char* kFirstBoot = "11111111-2222-3333-4444-555555555555";
inline constexpr const char* kSecondBoot = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee";
inline constexpr std::uint64_t kSmall = 64U << 10U;  // 256 slots

/// A folder of its own that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "ring-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const char* name = "ring") const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A reading at `seconds` whose every metric follows from its number.
inline Reading reading(double seconds) {
  Reading out;
  out.seconds = seconds;
  out.wall = 1'780'000'000'000'000'000 + static_cast<std::int64_t>(seconds * 1e9);
  for (std::size_t i = 0; i < kMetricCount; ++i)
    out.values[i] = seconds + 1000.0 * static_cast<double>(i);
  return out;
}

inline RingLog log_of(const std::string& bytes) {
  const MemoryBlob blob{bytes};
  Result<RingLog> log = read_ring(blob);
  return log.ok() ? *std::move(log) : RingLog();
}

}  // namespace gb10::ring_testing
