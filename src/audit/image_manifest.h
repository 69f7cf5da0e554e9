#pragma once

#include <string>
#include <vector>

#include "audit/image.h"
#include "audit/image_store.h"

namespace gb10 {

/// Which files of a store make an image.
struct ImageManifest {
  std::string config;                  // the name of a file
  std::vector<std::string> layers;     // from the lowest up
  std::string config_digest;           // "sha256:…" of the file; empty where nothing says it
  std::vector<std::string> digests;    // of the layers' files
  std::vector<std::string> names;      // of all images in the store
  std::vector<std::string> platforms;  // of all images in the store
  std::vector<ImageProblem> problems;
};

/// The image of a store that is for `options.machine`; the first where none is, or nothing says
/// what they are for. Error `invalid` when the store holds no image.
Result<ImageManifest> image_manifest(const ImageStore& store, const ImageOptions& options);

Result<ImageConfig> image_config(std::string_view json);

}  // namespace gb10
