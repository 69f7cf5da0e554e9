#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace gb10 {

/// What the audit said of a wheel, for which target, and which gb10 said it. An empty verdict: it
/// was not audited.
struct HouseAudit {
  std::string verdict;  // "runs", "no-gpu-code", …
  std::string target;   // "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64"
  std::string note;     // "sm_121 code", or the first cause
  std::string gb10;     // "0.1.0"
  friend bool operator==(const HouseAudit&, const HouseAudit&) = default;
};

/// A wheel of a house.
struct HouseWheel {
  std::string file;    // "numpy-2.4.6-cp312-cp312-manylinux_2_28_aarch64.whl"
  std::string sha256;  // 64 hexadecimal digits
  std::uint64_t size = 0;
  std::string name, version;       // "numpy", "2.4.6", as indexes compare them
  std::vector<std::string> tags;   // "cp312-cp312-manylinux_2_28_aarch64", sorted
  std::string requires_python;     // ">=3.10"
  std::vector<std::string> wants;  // Requires-Dist, as its maker wrote them
  bool replaced = false;           // another file has its name now; kept until it is pruned
  HouseAudit audit;
  friend bool operator==(const HouseWheel&, const HouseWheel&) = default;
};

/// A requirement that no wheel of the house meets.
struct HouseLack {
  std::string wheel;        // whose it is: a file name; empty for what was asked for
  std::string requirement;  // "markupsafe>=2.0"
  std::string python;       // "3.12": of which it is so
  std::string note;         // "there is 1.1"; or that its condition hangs on what is not known
  friend bool operator==(const HouseLack&, const HouseLack&) = default;
};

/// What a house holds: sorted by name, version and file.
struct HouseManifest {
  std::string machine;  // "aarch64": the processor that it is for; empty until a wheel tells
  std::vector<HouseWheel> wheels;
  std::vector<HouseLack> lacks;  // follows from the wheels
  friend bool operator==(const HouseManifest&, const HouseManifest&) = default;
};

Json to_json(const HouseWheel& wheel);
Json to_json(const HouseManifest& manifest);
Json to_json(const HouseLack& lack);

}  // namespace gb10
