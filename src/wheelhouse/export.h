#pragma once

#include <functional>
#include <string>

#include "base/blob.h"
#include "base/result.h"
#include "host/tar_writer.h"
#include "wheelhouse/house.h"

namespace gb10 {

/// What the archive of a house holds besides names below this folder: nothing.
inline constexpr std::string_view kArchiveFolder = "gb10-wheelhouse/";

/// Writes the house as a tar.zst: the manifest, the seal, then the wheels in the order of the
/// manifest; the same bytes for the same house. Each wheel is summed on its way: error `conflict`
/// where one is not as the manifest says.
Result<void> write_archive(const std::string& path, const HouseState& state, TarWriter::Sink sink);

/// What an archive says that it holds.
struct ArchivedHouse {
  HouseState state;
  std::uint64_t bytes = 0;  // of its wheels
};

/// Reads all of it and writes nothing: names, order, sizes, hashes, the manifest and the seal.
/// Error `invalid` for whatever is not as write_archive writes it.
Result<ArchivedHouse> check_archive(const Blob& blob);

/// The manifest alone, which comes first; the rest is not looked at.
Result<HouseState> archive_manifest(const Blob& blob);

/// Unpacks the wheels to `folder` as sha256-…, each held against its size and hash again: the file
/// may have changed since it was checked.
Result<void> unpack_archive(const Blob& blob, const HouseState& expected,
                            const std::string& folder);

/// Puts the wheels of `archived`, which lie in `folder`, into a house that was begun. Error
/// `conflict` where a name stands for other bytes there, unless `replace`.
struct HouseMerge {
  std::int64_t added = 0, same = 0, replaced = 0;
};
Result<HouseMerge> merge_house(HeldHouse& house, const HouseState& archived,
                               const std::string& folder, bool replace);

}  // namespace gb10
