#pragma once
// wheelhouse/ keeps a set of wheels that is proved to run here and equal there: files by their
// hash, a manifest, an index for pip and uv, and an archive of all. It refuses to trust a name, to
// fetch anything, and to judge what a wheel is good for: the audit's verdict is given to it.

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/wheelhouse.h"

namespace gb10 {

/// What is read of a manifest, at most.
constexpr std::uint64_t kManifestBytes = 64U << 20U;
constexpr std::size_t kHouseWheels = 50'000;

/// The manifest as it stands in the house: sorted, the same for the same wheels.
std::string manifest_text(const HouseManifest& manifest);

/// Reads one. What is not as manifest_text writes it in form, names that lead elsewhere, two
/// wheels of one name and wrong hashes are `invalid`.
Result<HouseManifest> read_manifest(std::string_view text);

/// The hash that a sealed house keeps of its manifest.
std::string manifest_digest(std::string_view text);

/// The seal as it stands beside the manifest, and its digest.
std::string seal_text(const std::string& digest);
Result<std::string> read_seal(std::string_view text);

/// Whether `file` may be the name of a wheel in a house: a wheel's name, of one part, plain.
bool is_house_name(std::string_view file);
bool is_sha256(std::string_view text);

/// Puts the wheels in the order of the manifest.
void sort_wheels(HouseManifest& manifest);

/// The wheel that has that name now; null when there is none.
const HouseWheel* current_wheel(const HouseManifest& manifest, std::string_view file);

}  // namespace gb10
