#include "elf/archive.h"

#include <algorithm>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::string_view kMagic = "!<arch>\n", kThinMagic = "!<thin>\n";
constexpr std::uint64_t kHeader = 60;
constexpr std::size_t kMostMembers = 100'000;
constexpr std::uint64_t kLongestNames = 16U << 20U;
constexpr std::size_t kLongestName = 4096;

/// The name at `at` of the table of long names, which ends at a slash and a line end.
std::string long_name(std::string_view names, std::uint64_t at) {
  if (at >= names.size()) return {};
  const std::string_view rest = names.substr(at, kLongestName);
  return std::string(rest.substr(0, std::min(rest.find("/\n"), rest.find('\n'))));
}

/// "plain.o" of "plain.o/         ", "/123" through the table of long names.
std::string member_name(std::string_view field, std::string_view names) {
  const std::string_view name = trimmed(field);
  if (name.starts_with('/') && name.size() > 1) {
    const auto at = whole_number(name.substr(1));
    return at && *at >= 0 ? long_name(names, static_cast<std::uint64_t>(*at)) : std::string();
  }
  return std::string(name.substr(0, name.find('/')));
}

bool is_index(std::string_view name) {
  return name == "/" || name == "/SYM64/" || name.starts_with("__.SYMDEF");
}

}  // namespace

bool is_archive(const Blob& blob) {
  const auto magic = bytes_at(blob, 0, kMagic.size());
  return magic.ok() && (*magic == kMagic || *magic == kThinMagic);
}

ArchiveMembers archive_members(const Blob& blob) {
  ArchiveMembers out;
  const std::string magic = bytes_at(blob, 0, kMagic.size()).value_or(std::string());
  if (magic == kThinMagic) return out.problem = "a thin archive: its members lie elsewhere", out;
  if (magic != kMagic) return out;
  std::string names;
  std::uint64_t at = kMagic.size();
  while (blob.size() - at >= kHeader) {
    const auto header = bytes_at(blob, at, kHeader);
    if (!header.ok()) return out.problem = header.error().what, out;
    const std::string_view text = *header;
    const auto size = whole_number(trimmed(text.substr(48, 10)));
    if (text.substr(58) != "`\n" || !size || *size < 0)
      return out.problem = "bad archive member header", out;
    const Range body{at + kHeader, static_cast<std::uint64_t>(*size)};
    if (body.size > blob.size() - body.offset)
      return out.problem = "archive member past end of file", out;
    const std::string_view field = trimmed(text.substr(0, 16));
    if (field == "//") {
      names = bytes_at(blob, body.offset, std::min(body.size, kLongestNames)).value_or("");
    } else if (!is_index(field)) {
      if (out.members.size() == kMostMembers) return out.problem = "too many archive members", out;
      out.members.push_back({member_name(field, names), body});
    }
    at = body.offset + body.size + (body.size & 1U);
    if (at > blob.size()) break;
  }
  return out;
}

}  // namespace gb10
