#pragma once

#include <cstdint>
#include <vector>

#include "audit/image_manifest.h"

namespace gb10 {

/// What became of holding an image's files against the SHA-256 that they are known by.
struct ImageCheck {
  std::int64_t compared = 0;
  std::int64_t without_digest = 0;  // nothing says what they must be
  std::vector<ImageProblem> differences;
};

/// Reads the config and every layer whole. A file is known by the digest that its manifest or its
/// name has, and else, where it is not packed, by the config's list of what layers unpack to. Other
/// sums than SHA-256 are not compared. Files that cannot be read are left out: reading the image
/// tells them.
ImageCheck checked_image(const ImageStore& store, const ImageManifest& manifest,
                         const ImageConfig& config);

}  // namespace gb10
