#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// What became of a file that was to be added.
struct HouseAddRow {
  enum class State { added, replaced, already_there, refused };
  State state = State::added;
  std::string file, sha256;
  std::string what;  // the audit's words, or why it was refused
};
const char* word(HouseAddRow::State state);

struct HouseAddition {
  std::string house, target;
  std::vector<HouseAddRow> rows;
  std::int64_t wheels = 0;  // that the house has now
  std::uint64_t bytes = 0;
  std::vector<HouseLack> lacks;
  std::int64_t count(HouseAddRow::State state) const;
};

/// A house as `list` shows it.
struct HouseListing {
  std::string house, seal, digest;
  HouseManifest manifest;
};

/// One thing that is not as the manifest says.
struct HouseDifference {
  enum class Kind {
    changed,   // other bytes than the manifest says
    missing,   // listed and not there
    foreign,   // there and not listed
    unsealed,  // the manifest is not the one that was sealed
    index,     // the index for pip is not what the manifest says
    unread,    // could not be read
  };
  Kind kind = Kind::changed;
  std::string file;  // from the house's folder
  std::string what;
};
const char* word(HouseDifference::Kind kind);

/// What verify found.
struct HouseCheck {
  std::string house;
  std::int64_t wheels = 0;
  std::uint64_t bytes = 0;
  std::string seal;      // the digest that the house was sealed with; empty when it is open
  std::string digest;    // of the manifest as it is
  bool settled = false;  // an interrupted change was cleared away
  std::vector<HouseDifference> differences;
  std::vector<HouseLack> lacks;
  bool is_good() const { return differences.empty(); }
};

/// A row of a comparison: a package in one, the other, or both and not alike.
struct HouseDiffRow {
  enum class Kind { only_here, only_there, version, bytes };
  Kind kind = Kind::only_here;
  std::string name, here, there;  // versions, or hashes of `bytes`
};
const char* word(HouseDiffRow::Kind kind);

struct HouseDiff {
  std::string here, there;
  std::string there_is;  // "house", "environment", "manifest", "archive"
  std::int64_t same = 0;
  std::vector<HouseDiffRow> rows;
  std::vector<std::string> notes;  // what was not compared
  /// Wheels that an environment has not installed are no difference of it.
  bool is_equal() const;
};

/// A wheel that could go, or why it stays although a newer one is there.
struct HousePruneRow {
  std::string file, sha256;
  std::uint64_t size = 0;
  bool goes = false;
  std::string why;
};

struct HousePrune {
  std::string house;
  std::vector<HousePruneRow> rows;
  std::vector<std::string> environments;  // that were looked at
  std::vector<std::string> not_searched;
  bool done = false;
  std::uint64_t bytes() const;  // that go
};

Json to_json(const HouseWheel& wheel);
Json to_json(const HouseManifest& manifest);
Json to_json(const HouseLack& lack);
Json to_json(const HouseDifference& difference);
Json to_json(const HouseDiffRow& row);
Json to_json(const HousePruneRow& row);
Json to_json(const HouseAddition& addition);
Json to_json(const HouseListing& listing);
Json to_json(const HouseCheck& check);
Json to_json(const HouseDiff& diff);
Json to_json(const HousePrune& prune);

}  // namespace gb10
