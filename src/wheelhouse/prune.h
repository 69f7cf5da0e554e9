#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/house_reports.h"

namespace gb10 {

/// What may not go.
struct PruneWants {
  int keep = 1;  // the newest versions of each package
  /// Versions by name, of each environment by its path.
  std::map<std::string, std::map<std::string, std::string>> environments;
};

/// Which wheels could go: none that an environment has installed in that version, and none that one
/// that stays wants. Pure; rows only of what goes or stays for a reason other than being new.
std::vector<HousePruneRow> prunable(const HouseManifest& manifest, const PruneWants& wants);

/// The manifest without what goes.
HouseManifest without(const HouseManifest& manifest, const std::vector<HousePruneRow>& rows);

}  // namespace gb10
