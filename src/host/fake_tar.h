#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

namespace gb10 {

/// A member of a tar archive made for a test.
struct FakeTarMember {
  std::string name = {}, bytes = {};
  char type = '0';  // '1' a hard link, '2' a symbolic link, '5' a directory
  std::string target = {};
  std::size_t size = std::string::npos;  // what it says, when that is not the truth
};

namespace fake {

inline std::string tar_header(const FakeTarMember& member) {
  std::string block(512, '\0');
  const auto put = [&](std::size_t at, const std::string& text) {
    block.replace(at, text.size(), text);
  };
  const std::size_t size = member.size == std::string::npos ? member.bytes.size() : member.size;
  put(0, member.name);
  put(100, "0000755");
  put(108, "0000000");
  put(116, "0000000");
  put(124, fmt::format("{:011o}", size));
  put(136, "00000000000");
  put(148, "        ");
  block[156] = member.type;
  put(157, member.target);
  put(257, std::string("ustar\00000", 8));
  unsigned sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  put(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return block;
}

}  // namespace fake

/// The bytes of a plain tar archive; names of at most 100 bytes.
inline std::string tar_of(const std::vector<FakeTarMember>& members) {
  std::string out;
  for (const FakeTarMember& member : members) {
    out += fake::tar_header(member) + member.bytes;
    out.resize((out.size() + 511) / 512 * 512);
  }
  return out + std::string(1024, '\0');
}

/// The same packed by gzip, in blocks that are only stored.
inline std::string gzip_of(const std::string& bytes) {
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
  const auto number = [&](std::size_t value) {
    out.push_back(static_cast<char>(value));
    out.push_back(static_cast<char>(value >> 8U));
  };
  for (std::size_t at = 0; at == 0 || at < bytes.size(); at += 65535) {
    const std::string block = bytes.substr(at, 65535);
    out.push_back(at + 65535 >= bytes.size() ? 1 : 0);
    number(block.size());
    number(~block.size());
    out += block;
  }
  return out + std::string(8, '\0');  // checksum and size, which nobody looks at
}

}  // namespace gb10
