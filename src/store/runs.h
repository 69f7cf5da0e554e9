#pragma once
// store/ keeps the records of runs in a file of SQLite, so that later ones can be compared with
// them. It refuses to judge, to change a record that it holds, and to delete one.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run_record.h"
#include "store/database.h"

namespace gb10 {

/// A record in a list of them.
struct RunSummary {
  std::string id;
  std::string utc;  // when it began: "2026-11-28 17:15:02"
  std::vector<std::string> command;
  std::string machine;             // its parameter "machine"; empty where it has none
  std::optional<Figure> headline;  // the first of its results that is known
  std::string verdict = {};        // empty where it has none
  std::string cut = {};            // why it ended early; empty where it did not
};

/// What one run of a history came to.
struct HistoryPoint {
  std::string id;
  std::int64_t begun = 0;  // nanoseconds since 1970
  double value = 0;        // no number: not known
};

/// All records of this user, in one file.
class RunStore {
 public:
  /// Version of the tables.
  static constexpr int kSchema = 1;

  /// Makes the file where there is none, but not its folder: `not_found`. Error `unsupported` for
  /// the file of a newer gb10; for other errors see Database.
  static Result<RunStore> open(const std::string& path, const Database::Settings& settings = {});

  /// Error `conflict` where a record has that id already, `invalid` where it has none.
  Result<void> save(const RunRecord& record) const;

  /// The record as it was saved. `which` is an id, a beginning that only one id has, or "last": the
  /// one that began last. Error `not_found`, or `invalid` where several ids begin so.
  Result<RunRecord> load(std::string_view which) const;

  /// All of them, the last one first.
  Result<std::vector<RunSummary>> list() const;

  /// What `result` was in all records that have the machine and the fingerprint of `like`, in the
  /// order of time.
  Result<std::vector<HistoryPoint>> history(const RunRecord& like, std::string_view result) const;

 private:
  explicit RunStore(Database database) : database_(std::move(database)) {}

  Result<std::int64_t> number_of(std::string_view which) const;
  Result<void> save_parts(const RunRecord& record) const;

  Database database_;
};

}  // namespace gb10
