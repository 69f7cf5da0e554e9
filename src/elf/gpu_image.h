#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gb10 {

/// One image of GPU code, as its header tells it; its payload is not unpacked.
struct GpuImage {
  enum class Kind : std::uint8_t { ptx, elf, lto, other };
  enum class Packing : std::uint8_t { none, lz4, zstd, old };

  Kind kind = Kind::other;
  Packing packing = Packing::none;
  bool loose = false;  // a cubin that lies in no container
  bool debug = false;
  char suffix = 0;           // 'a' for this GPU only, 'f' for its family; 0 for neither
  std::uint16_t number = 0;  // the kind as the container writes it: 1 PTX, 2 ELF, 8 LTO-IR
  std::uint32_t arch = 0;    // 121 for compute capability 12.1
  std::uint16_t major = 0, minor = 0;      // PTX: version of the language; of a loose cubin its ABI
  std::uint64_t offset = 0;                // of the payload in the file
  std::uint64_t stored = 0, unpacked = 0;  // bytes
  std::string name;                        // of the source, where it was kept
  bool name_is_lost = false;               // its name lies outside the header
};

/// The images that the driver chooses from: about one source file.
struct GpuContainer {
  std::string where;  // ".nv_fatbin", "deep:.rodata", "plain.o:.nv_fatbin", "file"
  int number = -1;    // counted through the file; -1 for a loose cubin
  std::uint64_t offset = 0;
  bool relocatable = false;  // input of a device link, never loaded as it is
  std::vector<GpuImage> images;
};

/// What is wrong with a part of a file, or what stands in the place of code.
struct GpuProblem {
  enum class Kind { error, none, no_bytes, no_sections };
  Kind kind = Kind::error;
  std::string where;
  int container = -1;
  std::string what;
};

/// All GPU code of a file.
struct GpuCode {
  std::vector<GpuContainer> containers;
  std::vector<GpuProblem> problems;
  std::size_t images = 0;  // in all containers together
  bool deep = false;       // data sections were searched too
};

/// "121a", "90".
std::string arch_name(const GpuImage& image);
/// "elf", "ptx", "lto", "cubin", "kind119".
std::string kind_name(const GpuImage& image);
const char* packing_name(GpuImage::Packing packing);
/// "9.0", "abi8".
std::string version_name(const GpuImage& image);

}  // namespace gb10
