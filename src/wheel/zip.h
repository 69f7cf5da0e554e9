#pragma once
// wheel/ reads what Python packages come in: zip archives in place, wheel names and tags, and the
// files that say what a package holds. It refuses to unpack to disk, to run anything, and to trust
// what an archive says of itself.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"
#include "base/result.h"
#include "wheel/inflater.h"

namespace gb10 {

/// No member may unpack to more than this, nor to more than so many times what is stored of it
/// (deflate cannot).
constexpr std::uint64_t kZipMemberBytes = 1U << 30U;
constexpr std::uint64_t kZipRatio = 1032;
constexpr std::size_t kZipMembers = 500'000;

/// A member as the central directory tells of it. `refused` says why it will not be read ("it is
/// encrypted"), and is empty for those that may be; such a one does not stop the others.
struct ZipMember {
  enum class Method { stored, deflated, other };

  std::string name;
  Method method = Method::other;
  std::uint32_t crc32 = 0;
  std::uint64_t size = 0;    // bytes, unpacked
  std::uint64_t packed = 0;  // bytes in the archive
  std::string refused;

  /// Where its header lies, and where at the latest its bytes end: the next header, or the
  /// directory.
  std::uint64_t header = 0, end = 0;

  bool is_directory() const { return name.ends_with('/'); }
};

/// A zip archive read in place, by its central directory. Peak memory of a member is what is stored
/// of it and what it unpacks to; both lie in the Inflater, which is used again for the next.
class ZipArchive {
 public:
  /// `blob` outlives the archive. Error `invalid` when there is no directory or it makes no sense.
  static Result<ZipArchive> open(const Blob& blob);

  const std::vector<ZipMember>& members() const { return members_; }
  /// Null when none has that name.
  const ZipMember* find(std::string_view name) const;

  /// The member's bytes, checked against its size and checksum; good until `inflater` is used
  /// again.
  Result<std::span<const std::byte>> bytes(const ZipMember& member, Inflater& inflater) const;
  /// The same as a text of its own, of at most `limit` bytes.
  Result<std::string> text(const ZipMember& member, std::uint64_t limit) const;

  /// The member as a Blob, good as long as the archive's own and until `inflater` is used again.
  /// One that is only stored is a part of the archive: nothing is copied, and its checksum is not
  /// looked at.
  Result<std::unique_ptr<Blob>> open(const ZipMember& member, Inflater& inflater) const;

 private:
  explicit ZipArchive(const Blob& blob) : blob_(&blob) {}
  /// Where the bytes of `member` begin, by its own header, which must say the same as the
  /// directory.
  Result<std::uint64_t> begin_of(const ZipMember& member) const;

  const Blob* blob_;
  std::vector<ZipMember> members_;    // in the order of the directory
  std::vector<std::size_t> by_name_;  // indices
};

}  // namespace gb10
