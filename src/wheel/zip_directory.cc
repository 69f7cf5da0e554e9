#include "wheel/zip_directory.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::uint32_t kEnd = 0x06054b50, kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
constexpr std::uint32_t kEntry = 0x02014b50;
constexpr std::size_t kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20, kEntryBytes = 46;
constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::uint64_t kTailBytes = 65536 + kEndBytes;
constexpr std::uint64_t kDirectoryBytes = 128U << 20U;
constexpr std::uint64_t kElsewhere = 0xffffffff;  // the number stands in the zip64 field
constexpr std::uint16_t kEncrypted = (1U << 0U) | (1U << 6U) | (1U << 13U);

Error invalid(std::string_view why) {
  return {Error::Kind::invalid, fmt::format("the zip archive is refused: {}", why)};
}

/// Numbers of a text that is known to hold them.
std::uint16_t u16(std::string_view text, std::uint64_t at) {
  return *little_endian<std::uint16_t>(std::as_bytes(std::span(text)), at);
}
std::uint32_t u32(std::string_view text, std::uint64_t at) {
  return *little_endian<std::uint32_t>(std::as_bytes(std::span(text)), at);
}
std::uint64_t u64(std::string_view text, std::uint64_t at) {
  return *little_endian<std::uint64_t>(std::as_bytes(std::span(text)), at);
}

/// Where the directory lies, and what must be added to the offsets in it: bytes that were put
/// before the archive.
struct Directory {
  std::uint64_t begin = 0, size = 0, members = 0, shift = 0;
};

/// The end of the file, in which a directory's end mark must stand.
struct Tail {
  std::string bytes;
  std::uint64_t begin = 0;
};

/// Where the last end mark stands in the tail whose comment fits behind it.
std::optional<std::size_t> end_mark(std::string_view tail) {
  if (tail.size() < kEndBytes) return std::nullopt;
  for (std::size_t at = tail.size() - kEndBytes + 1; at-- > 0;) {
    if (tail[at] != 'P' || u32(tail, at) != kEnd) continue;
    if (u16(tail, at + 20) <= tail.size() - at - kEndBytes) return at;
  }
  return std::nullopt;
}

/// The larger end mark, which stands before the other one where an archive has more or farther
/// members than that can count; empty where there is none.
Result<std::string> end_mark64(const Blob& blob, std::uint64_t end) {
  if (end < kEnd64Bytes + kLocatorBytes) return std::string();
  const std::uint64_t begin = end - kEnd64Bytes - kLocatorBytes;
  std::string bytes = TRY(bytes_at(blob, begin, kEnd64Bytes + kLocatorBytes));
  if (u32(bytes, kEnd64Bytes) != kEnd64Locator) return std::string();
  if (u32(bytes, 0) != kEnd64) return invalid("its end is not where it says");
  if (u32(bytes, kEnd64Bytes + 4) != 0 || u32(bytes, kEnd64Bytes + 16) > 1) {
    return invalid("it is one of several parts");
  }
  return bytes;
}

Result<Directory> checked(Directory found, std::uint64_t offset, std::uint64_t end) {
  if (found.size > end) return invalid("its directory is longer than the file");
  found.begin = end - found.size;
  if (offset > found.begin) return invalid("its directory lies behind its end");
  found.shift = found.begin - offset;
  if (found.size > kDirectoryBytes || found.members > kZipMembers) {
    return invalid("it has too many members");
  }
  if (found.members > found.size / kEntryBytes) {
    return invalid("its directory is too short for what it lists");
  }
  return found;
}

Result<Directory> located(const Blob& blob, const Tail& tail) {
  const std::optional<std::size_t> at = end_mark(tail.bytes);
  if (!at) return invalid("it has no directory");
  const std::string_view mark = std::string_view(tail.bytes).substr(*at);
  const std::uint64_t end = tail.begin + *at;
  const std::string large = TRY(end_mark64(blob, end));
  if (!large.empty()) {
    if (u32(large, 16) != 0 || u32(large, 20) != 0) return invalid("it is one of several parts");
    const Directory found{.size = u64(large, 40), .members = u64(large, 32)};
    return checked(found, u64(large, 48), end - kEnd64Bytes - kLocatorBytes);
  }
  if (u16(mark, 4) != 0 || u16(mark, 6) != 0) return invalid("it is one of several parts");
  return checked({.size = u32(mark, 12), .members = u16(mark, 10)}, u32(mark, 16), end);
}

/// Takes the numbers that did not fit into 32 bits from the zip64 field of `extra`, in their fixed
/// order. False when one is wanted and not there.
bool complete(std::string_view extra, std::array<std::uint64_t*, 3> numbers) {
  std::string_view field;
  while (extra.size() >= 4) {
    const std::size_t size = u16(extra, 2);
    if (size > extra.size() - 4) break;
    if (u16(extra, 0) == 1) {
      field = extra.substr(4, size);
      break;
    }
    extra.remove_prefix(4 + size);
  }
  for (std::uint64_t* const number : numbers) {
    if (*number != kElsewhere) continue;
    if (field.size() < 8) return false;
    *number = u64(field, 0);
    field.remove_prefix(8);
  }
  return true;
}

std::string name_problem(std::string_view name) {
  if (name.empty()) return "it has no name";
  if (name.find('\0') != std::string_view::npos) return "its name holds a null byte";
  if (name.starts_with('/')) return "its name is absolute";
  for (const std::string_view part : split(name, '/')) {
    if (part == "..") return "its name leaves the archive";
  }
  return {};
}

/// Why the member is refused, as far as its own entry tells.
std::string problem(const ZipMember& member, std::uint16_t flags) {
  std::string name = name_problem(member.name);
  if (!name.empty()) return name;
  if ((flags & kEncrypted) != 0) return "it is encrypted";
  if (member.method == ZipMember::Method::other) return "it is packed by a method that is not read";
  if (member.size > kZipMemberBytes || member.packed > kZipMemberBytes) {
    return fmt::format("it is larger than {} MiB", kZipMemberBytes >> 20U);
  }
  if (member.method == ZipMember::Method::stored && member.size != member.packed) {
    return "it is stored as it is and says two sizes";
  }
  if (member.size / kZipRatio > member.packed) {
    return fmt::format("it says {} bytes for {} packed ones, which deflate cannot", member.size,
                       member.packed);
  }
  return {};
}

/// The entry at the front of `rest`, which it is taken from.
Result<ZipMember> next_entry(std::string_view& rest, const Directory& where) {
  if (rest.size() < kEntryBytes || u32(rest, 0) != kEntry) {
    return invalid("its directory makes no sense");
  }
  const std::size_t name = u16(rest, 28), extra = u16(rest, 30), comment = u16(rest, 32);
  if (name + extra + comment > rest.size() - kEntryBytes) {
    return invalid("its directory is cut off");
  }
  ZipMember member;
  member.name = rest.substr(kEntryBytes, name);
  const std::uint16_t method = u16(rest, 10);
  member.method = method == 0   ? ZipMember::Method::stored
                  : method == 8 ? ZipMember::Method::deflated
                                : ZipMember::Method::other;
  member.crc32 = u32(rest, 16);
  member.packed = u32(rest, 20);
  member.size = u32(rest, 24);
  member.header = u32(rest, 42);
  const bool whole = complete(rest.substr(kEntryBytes + name, extra),
                              {&member.size, &member.packed, &member.header});
  member.refused = whole ? problem(member, u16(rest, 8)) : "its sizes are missing";
  if (member.header > where.begin - where.shift) {
    member.header = where.begin;
    member.refused = "its header is not where the directory says";
  } else {
    member.header += where.shift;
  }
  rest.remove_prefix(kEntryBytes + name + extra + comment);
  return member;
}

void refuse(ZipMember& member, std::string_view why) {
  if (member.refused.empty()) member.refused = why;
}

/// Tells each member where it must end, and refuses those that do not.
void find_overlaps(std::vector<ZipMember>& members, std::uint64_t directory) {
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return members[a].header < members[b].header; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    ZipMember& member = members[order[i]];
    ZipMember* const next = i + 1 < order.size() ? &members[order[i + 1]] : nullptr;
    member.end = next ? next->header : directory;
    const std::uint64_t headers = kLocalHeaderBytes + member.name.size();
    const std::uint64_t room = member.end - member.header;
    if (room >= headers && room - headers >= member.packed) continue;
    refuse(member, next ? "it overlaps with another member" : "it reaches into the directory");
    if (next) refuse(*next, "it overlaps with another member");
  }
}

/// Which of two files of one name is meant, nobody can tell.
void find_doubles(std::vector<ZipMember>& members) {
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return members[a].name < members[b].name; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    ZipMember &one = members[order[i - 1]], &other = members[order[i]];
    if (one.name != other.name) continue;
    refuse(one, "its name comes twice");
    refuse(other, "its name comes twice");
  }
}

}  // namespace

Result<std::vector<ZipMember>> zip_directory(const Blob& blob) {
  Tail tail;
  const std::uint64_t size = blob.size();
  tail.begin = size - std::min(size, kTailBytes);
  tail.bytes = TRY(bytes_at(blob, tail.begin, size - tail.begin));
  const Directory where = TRY(located(blob, tail));
  std::string listed;
  if (where.begin >= tail.begin) {
    listed = tail.bytes.substr(where.begin - tail.begin, where.size);
  } else {
    listed = TRY(bytes_at(blob, where.begin, where.size, kDirectoryBytes));
  }
  std::vector<ZipMember> members;
  members.reserve(where.members);
  std::string_view rest = listed;
  for (std::uint64_t i = 0; i < where.members; ++i) {
    ZipMember member = TRY(next_entry(rest, where));
    members.push_back(std::move(member));
  }
  if (!rest.empty()) return invalid("its directory holds more than it lists");
  find_overlaps(members, where.begin);
  find_doubles(members);
  return members;
}

}  // namespace gb10
