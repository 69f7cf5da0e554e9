#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace gb10 {

/// What is left in an image and is not needed to run it, of one kind.
struct ResidueGroup {
  std::string name, title, remedy;
  bool saves = false;  // leaving it out loses nothing at run time
  std::int64_t files = 0, bytes = 0;
  std::vector<std::string> examples;  // paths, the largest first
};

struct ResidueLayer {
  std::string made_by;  // the line of the build file, as the image tells it; may be empty
  std::int64_t files = 0, bytes = 0;
  std::int64_t covered = 0;  // bytes of it that a later layer replaces or takes away
};

/// What an image holds beside what it runs.
struct ImageResidue {
  std::string image, platform;  // "vllm:latest", "linux/arm64"
  std::vector<ResidueLayer> layers;
  std::vector<ResidueGroup> groups;          // the largest first; only of files that are seen
  std::vector<std::string> secret_names;     // variables of its config; their values never
  std::vector<std::string> covered_secrets;  // secrets that lie in a layer below
  std::vector<std::string> problems;         // what could not be read
  std::int64_t files = 0, bytes = 0;         // of what a container sees
  std::int64_t stored = 0;                   // of all layers, unpacked

  std::int64_t covered() const { return stored - bytes; }
  /// What a smaller image would leave out.
  std::int64_t spared() const;
  bool has_secrets() const;
};

Json to_json(const ImageResidue& residue);

}  // namespace gb10
