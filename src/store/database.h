#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gb10 {

/// One statement of SQL with its values. Places are counted from 0. After an error in binding every
/// step fails with it.
class Statement {
 public:
  Statement& bind(std::string_view text);
  Statement& bind(std::int64_t number);
  /// Not known where it is no number.
  Statement& bind(double number);
  Statement& bind_blob(std::string_view bytes);

  /// True while there is a row.
  Result<bool> step();
  /// For a statement that has no rows.
  Result<void> run();
  /// Ready to be bound and run once more.
  void reset();

  std::string text(int column) const;
  std::string blob(int column) const;
  std::int64_t number(int column) const;
  /// No number where it is not known.
  double real(int column) const;
  bool is_null(int column) const;

 private:
  friend class Database;
  struct Finish {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(sqlite3* database, sqlite3_stmt* statement)
      : database_(database), statement_(statement) {}
  Statement& bound(int code);

  sqlite3* database_ = nullptr;  // of the Database that made it and outlives it
  std::unique_ptr<sqlite3_stmt, Finish> statement_;
  int next_ = 1;
  int failed_ = 0;
};

/// A file of SQLite, the only door to that library. Errors have one kind for each cause: `busy`
/// (somebody else holds it), `invalid` (damaged, or something else), `denied` (may not be written
/// or opened), `not_found` (no such folder), `failed` (the disk is full, or does not answer).
class Database {
 public:
  struct Settings {
    std::chrono::milliseconds patience{5000};     // for others who hold it
    std::optional<std::int64_t> most_pages = {};  // larger it does not grow
    bool only_reads = false;                      // also where nothing can be written
  };

  /// Makes the file, for its owner alone, where there is none; to read only: `not_found`.
  static Result<Database> open(const std::string& path, const Settings& settings);

  Result<Statement> prepare(std::string_view sql) const;
  /// One statement after the other, all without values.
  Result<void> run(const std::string& sql) const;
  /// The only number that a statement gives.
  Result<std::int64_t> number(std::string_view sql) const;

  /// All of `work` or, after its error, nothing of it. Nobody else writes meanwhile.
  Result<void> together(const std::function<Result<void>()>& work) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}
  static Result<Database> open_to_read(const std::string& path, const Settings& settings);

  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace gb10
