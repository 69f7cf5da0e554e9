#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/blob.h"
#include "elf/fake_elf.h"

namespace gb10 {

/// An image of GPU code made for a test, and what its header says that is not so.
struct FakeImage {
  std::uint16_t kind = 2;  // 1 PTX, 2 ELF, 8 LTO-IR
  std::uint32_t arch = 121;
  std::string payload = std::string(8000, 'c');
  std::uint64_t flags = 0x11;  // 0x100000 'a', 0x200000 'f', 0x8000 zstd
  std::uint16_t major = 9, minor = 0;
  std::string name = {};
  std::uint32_t packed = 0;
  std::uint64_t unpacked = 0;
  std::optional<std::uint32_t> header_size = {}, name_length = {};
  std::optional<std::uint64_t> payload_size = {};
};

/// A container of GPU code made for a test.
struct FakeContainer {
  std::vector<FakeImage> images = {};
  std::uint16_t version = 1, header_size = 16;
  std::optional<std::uint64_t> size = {};
};

inline std::string bytes_of(const FakeImage& image) {
  std::string name = image.name, payload = image.payload, out;
  if (!name.empty()) name.append(8 - name.size() % 8, '\0');
  payload.append((8 - payload.size() % 8) % 8, '\0');
  fake::append(out, image.kind, 2);
  fake::append(out, 0x101, 2);
  fake::append(out, image.header_size.value_or(64 + name.size()), 4);
  fake::append(out, image.payload_size.value_or(payload.size()), 8);
  fake::append(out, image.packed, 4);
  fake::append(out, 0, 4);
  fake::append(out, image.minor, 2);
  fake::append(out, image.major, 2);
  fake::append(out, image.arch, 4);
  fake::append(out, name.empty() ? 0 : 64, 4);
  fake::append(out, image.name_length.value_or(image.name.size()), 4);
  fake::append(out, image.flags, 8);
  fake::append(out, 0, 8);
  fake::append(out, image.unpacked, 8);
  return out + name + payload;
}

inline std::string bytes_of(const FakeContainer& container) {
  std::string body, out;
  for (const FakeImage& image : container.images) body += bytes_of(image);
  fake::append(out, 0xBA55ED50, 4);
  fake::append(out, container.version, 2);
  fake::append(out, container.header_size, 2);
  fake::append(out, container.size.value_or(body.size()), 8);
  return out + body;
}

/// A container with one image.
inline std::string container_of(FakeImage image) {
  return bytes_of(FakeContainer{.images = {std::move(image)}});
}

/// A cubin made for a test: CUDA 13 keeps its architecture in other bits than CUDA 12 (abi 7).
struct FakeCubin {
  std::uint32_t arch = 121;
  bool this_gpu_only = false;
  int abi = 8;
  bool code = true;       // has a section of code
  std::string text = {};  // what lies in it
};

inline std::string bytes_of(const FakeCubin& cubin) {
  const bool is_new = cubin.abi >= 8;
  const std::string names = std::string("\0.shstrtab\0.nv.compat\0", 22) +
                            (cubin.code ? ".text.kernel" : ".nv.info") + std::string(1, '\0');
  const std::string compat = std::string("\2\2\1\0\2\x09", 6) +
                             std::string(1, cubin.this_gpu_only ? '\1' : '\0') +
                             std::string(1, '\0');
  const std::uint64_t compat_at = 64 + names.size();
  const std::uint64_t text_at = compat_at + compat.size();
  const std::uint64_t sections_at = text_at + cubin.text.size();
  std::uint32_t flags = 0x06000002U | cubin.arch << 8U;
  if (!is_new) flags = cubin.arch | 0x500U | (cubin.this_gpu_only ? 0x800U : 0U);
  std::string out(
      "\x7f"
      "ELF\2\1\1",
      7);
  fake::append(out, is_new ? 0x41 : 0x33, 1);
  fake::append(out, static_cast<std::uint64_t>(cubin.abi), 8);
  fake::append(out, 2, 2);
  fake::append(out, 190, 2);
  fake::append(out, 1, 4);
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{0}, sections_at})
    fake::append(out, value, 8);
  fake::append(out, flags, 4);
  for (const std::uint64_t value : {64, 56, 0, 64, 4, 1}) fake::append(out, value, 2);
  out += names + compat + cubin.text;
  out += fake::section(0, 0, 0, 0) + fake::section(1, 3, 64, names.size());
  out += fake::section(11, 0x70000086, compat_at, compat.size());
  return out + fake::section(22, 1, text_at, cubin.text.size());
}

/// A static library of members, with the table of long names that they need.
inline std::string archive_of(const std::vector<std::pair<std::string, std::string>>& members) {
  const auto padded = [](std::string text, std::size_t size) {
    text.resize(size, ' ');
    return text;
  };
  const auto member = [&](const std::string& name, const std::string& bytes) {
    std::string out = padded(name, 16) + padded("0", 12) + padded("0", 6) + padded("0", 6) +
                      padded("644", 8) + padded(std::to_string(bytes.size()), 10) + "`\n" + bytes;
    if (bytes.size() % 2 == 1) out += "\n";
    return out;
  };
  std::string names, bodies;
  for (const auto& [name, bytes] : members) {
    if (name.size() < 16) {
      bodies += member(name + "/", bytes);
      continue;
    }
    bodies += member("/" + std::to_string(names.size()), bytes);
    names += name + "/\n";
  }
  return "!<arch>\n" + member("/", std::string(4, '\0')) +
         (names.empty() ? std::string() : member("//", names)) + bodies;
}

/// A blob that says it is whole and ends early when it is read: a file that somebody cuts.
class ShrinkingBlob : public Blob {
 public:
  ShrinkingBlob(std::string bytes, std::uint64_t said) : inner_(std::move(bytes)), said_(said) {}
  std::uint64_t size() const override { return said_; }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    if (offset >= inner_.size()) return std::size_t{0};
    return inner_.read_at(offset, into);
  }

 private:
  MemoryBlob inner_;
  std::uint64_t said_;
};

}  // namespace gb10
