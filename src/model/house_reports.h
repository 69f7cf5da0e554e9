#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/wheelhouse.h"

namespace gb10 {

/// What became of a file that was to be added.
struct HouseAddRow {
  enum class State { added, replaced, put_back, already_there, refused };
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

Json to_json(const HouseDifference& difference);
Json to_json(const HouseDiffRow& row);
Json to_json(const HousePruneRow& row);
Json to_json(const HouseAddition& addition);
Json to_json(const HouseListing& listing);
Json to_json(const HouseCheck& check);
Json to_json(const HouseDiff& diff);
Json to_json(const HousePrune& prune);

}  // namespace gb10
