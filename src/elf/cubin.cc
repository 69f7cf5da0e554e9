#include "elf/cubin.h"

#include <algorithm>
#include <memory>
#include <string>

#include <elf.h>
#include <zstd.h>

#include "base/bytes.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kHeader = sizeof(Elf64_Ehdr);
constexpr std::uint64_t kMostSections = 65536;
constexpr std::uint32_t kCompatSection = SHT_LOPROC + 0x86;  // .nv.compat
constexpr std::uint64_t kMostCompat = 4096;
constexpr int kAbiOfCuda13 = 8;
constexpr std::uint32_t kThisGpuOnlyOfCuda12 = 0x800;

// A few empty ones with data reach 5,080 bytes; the smallest with code takes 3,112.
constexpr std::uint64_t kSurelyCode = 6000;

template <class T>
T field(std::span<const std::byte> bytes, std::uint64_t offset) {
  return little_endian<T>(bytes, offset).value_or(0);
}

/// Whether the records of a .nv.compat section say "for this GPU only" (tag 9).
bool says_this_gpu_only(std::span<const std::byte> records) {
  for (std::uint64_t at = 0; at + 4 <= records.size();) {
    const auto form = field<std::uint8_t>(records, at);
    if (form == 4) {
      at += 4 + std::uint64_t{field<std::uint16_t>(records, at + 2)};
      continue;
    }
    if (field<std::uint8_t>(records, at + 1) == 9 && field<std::uint8_t>(records, at + 2) == 1)
      return true;
    at += 4;
  }
  return false;
}

struct Table {
  std::uint64_t offset = 0, count = 0;
};

bool is_for_this_gpu_only(Window& window, Range rest, const Table& sections) {
  for (std::uint64_t i = 0; i < sections.count; ++i) {
    const std::uint64_t at = rest.offset + sections.offset + i * sizeof(Elf64_Shdr);
    const auto entry = window.at(at, sizeof(Elf64_Shdr));
    if (!entry.ok()) return false;
    if (field<std::uint32_t>(*entry, offsetof(Elf64_Shdr, sh_type)) != kCompatSection) continue;
    const auto offset = field<std::uint64_t>(*entry, offsetof(Elf64_Shdr, sh_offset));
    const auto size = field<std::uint64_t>(*entry, offsetof(Elf64_Shdr, sh_size));
    if (offset > rest.size || size > rest.size - offset || size > kMostCompat) return false;
    const auto records = window.at(rest.offset + offset, size);
    return records.ok() && says_this_gpu_only(*records);
  }
  return false;
}

/// A table of `count` entries that lies inside `size` bytes; nothing when it does not.
std::optional<Table> table(std::uint64_t offset, std::uint64_t count, std::uint64_t entry,
                           std::uint64_t size) {
  if (count > kMostSections || offset > size || count * entry > size - offset) return std::nullopt;
  return Table{offset, count};
}

/// Kept, because making one asks the processor for its features, which traps in a virtual machine.
/// Null without memory.
ZSTD_DCtx* zstd_of_this_thread() {
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  thread_local const std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
  return context.get();
}

}  // namespace

std::optional<GpuImage> cubin_at(Window& window, Range rest) {
  if (rest.size < kHeader) return std::nullopt;
  const auto bytes = window.at(rest.offset, kHeader);
  if (!bytes.ok()) return std::nullopt;
  const bool is_cubin = field<std::uint32_t>(*bytes, 0) == 0x464c457fU &&
                        field<std::uint8_t>(*bytes, EI_CLASS) == ELFCLASS64 &&
                        field<std::uint16_t>(*bytes, offsetof(Elf64_Ehdr, e_machine)) == EM_CUDA;
  if (!is_cubin) return std::nullopt;
  const int abi = field<std::uint8_t>(*bytes, EI_ABIVERSION);
  const auto flags = field<std::uint32_t>(*bytes, offsetof(Elf64_Ehdr, e_flags));
  const auto sections = table(field<std::uint64_t>(*bytes, offsetof(Elf64_Ehdr, e_shoff)),
                              field<std::uint16_t>(*bytes, offsetof(Elf64_Ehdr, e_shnum)),
                              sizeof(Elf64_Shdr), rest.size);
  const auto segments = table(field<std::uint64_t>(*bytes, offsetof(Elf64_Ehdr, e_phoff)),
                              field<std::uint16_t>(*bytes, offsetof(Elf64_Ehdr, e_phnum)),
                              sizeof(Elf64_Phdr), rest.size);
  if (!sections || !segments) return std::nullopt;
  GpuImage image;
  image.kind = GpuImage::Kind::elf;
  image.number = 2;
  image.loose = true;
  image.major = static_cast<std::uint16_t>(abi);
  image.offset = rest.offset;
  image.stored = std::max({kHeader, sections->offset + sections->count * sizeof(Elf64_Shdr),
                           segments->offset + segments->count * sizeof(Elf64_Phdr)});
  image.unpacked = image.stored;
  const bool is_new = abi >= kAbiOfCuda13;
  image.arch = is_new ? (flags >> 8U) & 0xffU : flags & 0xffU;
  const bool only_this =
      is_new ? is_for_this_gpu_only(window, rest, *sections) : (flags & kThisGpuOnlyOfCuda12) != 0;
  if (only_this) image.suffix = 'a';
  return image;
}

bool holds_code(const Blob& blob, const GpuImage& image) {
  if (image.kind != GpuImage::Kind::elf || image.unpacked >= kSurelyCode) return true;
  if (image.unpacked <= kEmptyCubin) return false;
  // Nothing is packed into more bytes than it has.
  if (image.stored >= kSurelyCode) return true;
  const auto stored = bytes_at(blob, image.offset, image.stored);
  if (!stored.ok()) return true;
  if (image.packing == GpuImage::Packing::none) return stored->find(".text.") != std::string::npos;
  if (image.packing != GpuImage::Packing::zstd) return true;
  ZSTD_DCtx* const zstd = zstd_of_this_thread();
  if (zstd == nullptr) return true;
  std::string payload(kSurelyCode, '\0');
  const std::size_t size =
      ZSTD_decompressDCtx(zstd, payload.data(), payload.size(), stored->data(), stored->size());
  return ZSTD_isError(size) != 0 || payload.find(".text.") != std::string::npos;
}

}  // namespace gb10
