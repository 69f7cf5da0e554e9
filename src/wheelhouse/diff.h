#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "host/host.h"
#include "model/house_reports.h"

namespace gb10 {

/// What a house is held against: another one, its manifest or archive, or an environment.
struct DiffSubject {
  std::string path;
  std::string kind;                              // "house", "manifest", "archive", "environment"
  HouseManifest manifest;                        // of the first three
  std::map<std::string, std::string> installed;  // of an environment: versions by name
};

/// Reads what lies at `path`; nothing is started or imported. Error `not_found` for what is none of
/// them.
Result<DiffSubject> diff_subject(const HostView& host, const std::string& path);

/// The packages of an environment, by the names that indexes compare.
std::map<std::string, std::string> installed_packages(const HostView& host,
                                                      const std::string& environment);

/// What each of them wants in turn (Requires-Dist), by the same names.
std::map<std::string, std::vector<std::string>> installed_wants(const HostView& host,
                                                                const std::string& environment);

HouseDiff difference(const std::string& path, const HouseManifest& here, const DiffSubject& there);

}  // namespace gb10
