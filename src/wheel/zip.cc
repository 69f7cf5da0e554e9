#include "wheel/zip.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/text.h"
#include "wheel/zip_directory.h"

namespace gb10 {

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::uint16_t kEncrypted = 1U << 0U, kDescriptorFollows = 1U << 3U;
constexpr std::uint32_t kElsewhere = 0xffffffff;  // the number stands in the zip64 field

Error invalid(std::string_view name, std::string_view why) {
  return {Error::Kind::invalid, fmt::format("{}: {}", printable(name, 200), why)};
}

/// True when a header that says its sizes says those of the directory.
bool same_sizes(std::span<const std::byte> header, const ZipMember& member) {
  if ((*little_endian<std::uint16_t>(header, 6) & kDescriptorFollows) != 0) return true;
  const auto packed = *little_endian<std::uint32_t>(header, 18);
  const auto size = *little_endian<std::uint32_t>(header, 22);
  return (packed == kElsewhere || packed == member.packed) &&
         (size == kElsewhere || size == member.size);
}

ZipMember::Method method_of(std::span<const std::byte> header) {
  const auto number = *little_endian<std::uint16_t>(header, 8);
  if (number == 0) return ZipMember::Method::stored;
  return number == 8 ? ZipMember::Method::deflated : ZipMember::Method::other;
}

}  // namespace

Result<ZipArchive> ZipArchive::open(const Blob& blob) {
  ZipArchive archive(blob);
  archive.members_ = TRY(zip_directory(blob));
  const std::vector<ZipMember>& members = archive.members_;
  archive.by_name_.resize(members.size());
  std::iota(archive.by_name_.begin(), archive.by_name_.end(), std::size_t{0});
  std::sort(archive.by_name_.begin(), archive.by_name_.end(),
            [&](std::size_t a, std::size_t b) { return members[a].name < members[b].name; });
  return archive;
}

const ZipMember* ZipArchive::find(std::string_view name) const {
  const auto at = std::lower_bound(
      by_name_.begin(), by_name_.end(), name,
      [&](std::size_t index, std::string_view wanted) { return members_[index].name < wanted; });
  return at != by_name_.end() && members_[*at].name == name ? &members_[*at] : nullptr;
}

Result<std::uint64_t> ZipArchive::begin_of(const ZipMember& member) const {
  if (!member.refused.empty()) return invalid(member.name, member.refused);
  const std::string raw = TRY(bytes_at(
      *blob_, member.header, kLocalHeaderBytes + member.name.size(), kLocalHeaderBytes + 65535));
  const auto header = std::as_bytes(std::span(raw));
  if (*little_endian<std::uint32_t>(header, 0) != kLocalHeader) {
    return invalid(member.name, "its header is not where the directory says");
  }
  const bool same = *little_endian<std::uint16_t>(header, 26) == member.name.size() &&
                    std::string_view(raw).substr(kLocalHeaderBytes) == member.name;
  if (!same) return invalid(member.name, "its own header has another name");
  const bool encrypted = (*little_endian<std::uint16_t>(header, 6) & kEncrypted) != 0;
  if (encrypted || method_of(header) != member.method || !same_sizes(header, member)) {
    return invalid(member.name, "its own header and the directory do not agree");
  }
  const std::uint64_t begin =
      member.header + raw.size() + *little_endian<std::uint16_t>(header, 28);
  if (begin > member.end || member.end - begin < member.packed) {
    return invalid(member.name, "its bytes reach into the next member");
  }
  return begin;
}

Result<std::span<const std::byte>> ZipArchive::bytes(const ZipMember& member,
                                                     Inflater& inflater) const {
  const std::uint64_t begin = TRY(begin_of(member));
  const Deflated where{begin, member.packed, member.size};
  const bool stored = member.method == ZipMember::Method::stored;
  const Result<std::span<const std::byte>> got =
      stored ? inflater.plain(*blob_, where) : inflater.inflated(*blob_, where);
  if (!got.ok()) return invalid(member.name, got.error().what);
  if (zip_checksum(*got) != member.crc32) return invalid(member.name, "its checksum is wrong");
  return *got;
}

Result<std::string> ZipArchive::text(const ZipMember& member, std::uint64_t limit) const {
  if (member.refused.empty() && member.size > limit) {
    return invalid(member.name, fmt::format("{} bytes are too many", member.size));
  }
  Inflater inflater;
  const std::span<const std::byte> got = TRY(bytes(member, inflater));
  return std::string(reinterpret_cast<const char*>(got.data()), got.size());
}

Result<std::unique_ptr<Blob>> ZipArchive::open(const ZipMember& member, Inflater& inflater) const {
  if (member.method == ZipMember::Method::stored) {
    const std::uint64_t begin = TRY(begin_of(member));
    return std::unique_ptr<Blob>(std::make_unique<PartOfBlob>(*blob_, begin, member.size));
  }
  const std::span<const std::byte> got = TRY(bytes(member, inflater));
  return std::unique_ptr<Blob>(std::make_unique<BorrowedBlob>(got));
}

}  // namespace gb10
