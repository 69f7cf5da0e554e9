#include "elf/gpu_image.h"

#include <fmt/format.h>

namespace gb10 {

std::string arch_name(const GpuImage& image) {
  std::string out = fmt::format("{}", image.arch);
  if (image.suffix != 0) out += image.suffix;
  return out;
}

std::string kind_name(const GpuImage& image) {
  switch (image.kind) {
    case GpuImage::Kind::ptx:
      return "ptx";
    case GpuImage::Kind::elf:
      return image.loose ? "cubin" : "elf";
    case GpuImage::Kind::lto:
      return "lto";
    case GpuImage::Kind::other:
      break;
  }
  return fmt::format("kind{}", image.number);
}

const char* packing_name(GpuImage::Packing packing) {
  switch (packing) {
    case GpuImage::Packing::none:
      return "none";
    case GpuImage::Packing::lz4:
      return "lz4";
    case GpuImage::Packing::zstd:
      return "zstd";
    case GpuImage::Packing::old:
      break;
  }
  return "old";
}

std::string version_name(const GpuImage& image) {
  if (image.loose) return fmt::format("abi{}", image.major);
  return fmt::format("{}.{}", image.major, image.minor);
}

}  // namespace gb10
