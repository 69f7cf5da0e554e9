#include "audit/image_store.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "host/tar_stream.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kTextBytes = 16U << 20U;
constexpr std::size_t kStoreMembers = 100'000;
constexpr int kMostLinks = 10;

Error not_there(std::string_view name) {
  return {Error::Kind::not_found, fmt::format("{} is not there", printable(name, 200))};
}

/// A name without "./", "//" and "..", which stops at the top.
std::string plain_name(std::string_view name) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(name, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.emplace_back(part);
    } else if (!parts.empty()) {
      parts.pop_back();
    }
  }
  return joined(parts, "/");
}

/// The member that a link names: symbolic ones from their own place, hard ones from the top.
std::string target_of(const TarMember& member) {
  if (member.kind == TarMember::Kind::hardlink) return plain_name(member.target);
  const std::size_t slash = member.name.rfind('/');
  const std::string above = slash == std::string::npos ? "" : member.name.substr(0, slash + 1);
  return plain_name(above + member.target);
}

}  // namespace

Result<std::string> ImageStore::text(const std::string& name) const {
  const std::unique_ptr<Blob> blob = TRY(open(name));
  Result<std::string> bytes = bytes_at(*blob, 0, blob->size(), kTextBytes);
  if (bytes.ok()) return bytes;
  return Error{bytes.error().kind, fmt::format("{}: {}", printable(name, 200), bytes.error().what)};
}

Result<TarStore> TarStore::open(const Blob& archive) {
  TarStream stream = TRY(TarStream::open(archive));
  TarStore store(archive);
  for (;;) {
    const Result<std::optional<TarMember>> next = stream.next();
    // One that is cut off still holds the layers that lie before the cut.
    if (!next.ok() && !store.members_.empty()) {
      store.damage_ = next.error().what;
      break;
    }
    const std::optional<TarMember> member = TRY(next);
    if (stream.is_packed()) {
      return Error{Error::Kind::unsupported, "the image archive itself is packed",
                   "unpack it first: gunzip or zstd -d"};
    }
    if (!member) break;
    if (store.members_.size() >= kStoreMembers) {
      return Error{Error::Kind::invalid, "the archive has too many files for an image"};
    }
    const bool link =
        member->kind == TarMember::Kind::symlink || member->kind == TarMember::Kind::hardlink;
    if (!link && !member->offset) continue;
    Member held{member->offset.value_or(0), member->size, link ? target_of(*member) : ""};
    store.members_.insert_or_assign(plain_name(member->name), std::move(held));
  }
  return store;
}

Result<std::unique_ptr<Blob>> TarStore::open(const std::string& name) const {
  std::string wanted = plain_name(name);
  for (int links = 0; links < kMostLinks; ++links) {
    const auto found = members_.find(wanted);
    if (found == members_.end()) return not_there(name);
    const Member& member = found->second;
    if (member.target.empty()) {
      return std::unique_ptr<Blob>(
          std::make_unique<PartOfBlob>(*archive_, member.offset, member.size));
    }
    wanted = member.target;
  }
  return Error{Error::Kind::failed, fmt::format("{}: too many links", printable(name, 200))};
}

Result<std::unique_ptr<Blob>> DirectoryStore::open(const std::string& name) const {
  return host_->open(directory_ + "/" + plain_name(name));
}

}  // namespace gb10
