#include "wheel/record_check.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "wheel/sha256.h"

namespace gb10 {

namespace {

using Kind = RecordDifference::Kind;

constexpr std::size_t kPiece = 1U << 20U;

/// Files of a .dist-info that are made after RECORD was, or that cannot list themselves.
constexpr std::array<std::string_view, 7> kMadeLater = {
    "RECORD",    "RECORD.jws",      "RECORD.p7s",    "INSTALLER",
    "REQUESTED", "direct_url.json", "uv_cache.json",
};

bool is_made_later(std::string_view path) {
  if (path.ends_with(".pyc")) return true;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || !path.substr(0, slash).ends_with(".dist-info")) {
    return false;
  }
  const std::string_view name = path.substr(slash + 1);
  return std::find(kMadeLater.begin(), kMadeLater.end(), name) != kMadeLater.end();
}

/// What differs between the file and its line; nothing when all is well.
std::optional<RecordDifference> compared(const RecordedFile& file, const Blob& blob,
                                         std::span<std::byte> room) {
  if (file.size && *file.size != blob.size()) {
    return RecordDifference{Kind::changed, file.path,
                            fmt::format("has {} bytes, RECORD says {}", blob.size(), *file.size)};
  }
  if (file.digest.empty()) return std::nullopt;
  if (file.algorithm != "sha256") {
    return RecordDifference{
        Kind::unreadable, file.path,
        fmt::format("has a hash by {}, which is not computed here", printable(file.algorithm, 40))};
  }
  const Result<Sha256Digest> digest = sha256(blob, room);
  if (!digest.ok()) return RecordDifference{Kind::unreadable, file.path, digest.error().what};
  if (base64_text(*digest) == file.digest) return std::nullopt;
  return RecordDifference{Kind::changed, file.path, "has other bytes than RECORD's hash is of"};
}

RecordDifference not_opened(const RecordedFile& file, const Error& error) {
  if (error.kind != Error::Kind::not_found) return {Kind::unreadable, file.path, error.what};
  return {Kind::missing, file.path, "is listed in RECORD and not there"};
}

void add_unlisted(const PackageRecord& record, const PackageFiles& files, RecordCheck& check) {
  std::set<std::string_view> listed;
  for (const RecordedFile& file : record.files) listed.insert(file.path);
  for (const std::string& path : files.present) {
    if (path.ends_with('/') || is_made_later(path) || listed.count(path) > 0) continue;
    check.differences.push_back(
        {Kind::not_in_record, path, "is there and RECORD does not list it"});
  }
}

}  // namespace

const char* word(RecordDifference::Kind kind) {
  switch (kind) {
    case Kind::missing:
      return "missing";
    case Kind::changed:
      return "changed";
    case Kind::not_in_record:
      return "not-in-record";
    case Kind::unreadable:
      return "unreadable";
  }
  return "";
}

RecordCheck verify_record(const PackageRecord& record, const PackageFiles& files) {
  RecordCheck check;
  std::vector<std::byte> room(kPiece);
  for (const RecordedFile& file : record.files) {
    // Bytecode is made again at will, and an installer may leave it out.
    if (file.digest.empty() && is_made_later(file.path)) continue;
    const Result<std::unique_ptr<Blob>> blob = files.open(file.path);
    if (!blob.ok()) {
      check.differences.push_back(not_opened(file, blob.error()));
      continue;
    }
    if (file.digest.empty()) ++check.without_hash;
    if (file.algorithm == "sha256") ++check.compared;
    if (auto difference = compared(file, **blob, room)) {
      check.differences.push_back(std::move(*difference));
    }
  }
  add_unlisted(record, files, check);
  return check;
}

}  // namespace gb10
