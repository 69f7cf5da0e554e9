#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"
#include "wheel/metadata.h"

namespace gb10 {

/// One file of a package that is not as RECORD has it.
struct RecordDifference {
  enum class Kind {
    missing,        // listed and not there
    changed,        // there, with another size or hash
    not_in_record,  // there and not listed
    unreadable,     // there, and could not be compared
  };
  Kind kind = Kind::missing;
  std::string path;
  std::string what;  // a clause: "has 12 bytes, RECORD says 14"
};
const char* word(RecordDifference::Kind kind);

/// A package held against its RECORD.
struct RecordCheck {
  std::vector<RecordDifference> differences;  // in the order of RECORD, then what it lacks
  std::int64_t compared = 0;                  // files whose hash was computed
  std::int64_t without_hash = 0;              // listed without one: only looked for
};

/// A package's files, by the paths of RECORD. `open` gives `not_found` for those that are not
/// there.
struct PackageFiles {
  std::function<Result<std::unique_ptr<Blob>>(const std::string& path)> open;
  /// What lies in the folders that are the package's alone; may be empty.
  std::vector<std::string> present;
};

/// Compares sizes and SHA-256; another algorithm makes a file `unreadable`. Files that pip makes
/// itself (bytecode, INSTALLER, REQUESTED, direct_url.json, signatures of RECORD) need not be
/// listed.
RecordCheck verify_record(const PackageRecord& record, const PackageFiles& files);

}  // namespace gb10
