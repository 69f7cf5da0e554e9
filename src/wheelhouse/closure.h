#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/wheelhouse.h"
#include "wheel/requirement.h"

namespace gb10 {

/// Where wheels are to be installed.
struct ClosureTarget {
  std::string machine;  // "aarch64"; empty when not known
  std::string python;   // "3.12"
  /// Versions of what is there already, by the names of indexes.
  std::map<std::string, std::string> installed = {};
  /// What these want in turn, as their METADATA says.
  std::map<std::string, std::vector<std::string>> installed_wants = {};
};

/// What a set of requirements takes of a house.
struct HouseClosure {
  std::vector<HouseWheel> wheels;  // the newest that fit, by name
  std::vector<std::string> there;  // "numpy 2.4.6": what is installed already
  std::vector<HouseLack> lacks;
};

/// Follows `requirements` ("torch>=2.9", "vllm[audio]") through the house. The newest wheel that a
/// requirement lets in is taken for it; whether all fit together is for pip to say. Error `invalid`
/// for what is no requirement.
Result<HouseClosure> closure_of(const HouseManifest& manifest,
                                const std::vector<std::string>& requirements,
                                const ClosureTarget& target);

/// What the wheels of the house want and none of it gives, for each Python that it has wheels of.
std::vector<HouseLack> lacks_of(const HouseManifest& manifest);

/// "3.12" and others that wheels of the house are for; of a house that has only such for any, 3.12.
std::vector<std::string> pythons_of(const HouseManifest& manifest);

/// Whether a wheel can be used there.
bool is_usable(const HouseWheel& wheel, const ClosureTarget& target);

/// Whether a wheel is what a requirement ("numpy>=2") asks for by name and version.
bool meets(const HouseWheel& wheel, const Requirement& wanted);

}  // namespace gb10
