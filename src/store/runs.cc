#include "store/runs.h"

#include <chrono>
#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "model/comparison.h"

namespace gb10 {

namespace {

constexpr const char* kTables = R"(
CREATE TABLE runs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  begun INTEGER NOT NULL,
  command TEXT NOT NULL,
  machine TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  document TEXT NOT NULL
) STRICT;
CREATE INDEX runs_of_a_kind ON runs (machine, fingerprint, begun);
CREATE TABLE results (
  run INTEGER NOT NULL REFERENCES runs (number),
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  value REAL,
  evidence TEXT NOT NULL,
  how TEXT NOT NULL,
  PRIMARY KEY (run, place)
) STRICT;
CREATE TABLE series (
  run INTEGER NOT NULL REFERENCES runs (number),
  place INTEGER NOT NULL,
  metric TEXT NOT NULL,
  unit TEXT NOT NULL,
  times BLOB NOT NULL,
  samples BLOB NOT NULL,
  PRIMARY KEY (run, place)
) STRICT;
)";

Error invalid(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

/// Eight bytes each, as both x86-64 and aarch64 hold them.
std::string_view bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

Result<std::vector<double>> numbers_of(const std::string& bytes) {
  if (bytes.size() % sizeof(double) != 0) return invalid("the store holds a part of a number");
  std::vector<double> out(bytes.size() / sizeof(double));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

Result<Unit> unit_of(const std::string& text) {
  const std::optional<Unit> known = unit(text);
  if (!known) return invalid(fmt::format("the store holds \"{}\" for a unit", printable(text, 40)));
  return *known;
}

std::string machine_of(const RunRecord& record) {
  const auto found = record.params.find("machine");
  return found == record.params.end() ? std::string() : found->second;
}

std::string fingerprint_text(const RunRecord& record) {
  Json out = Json::object();
  for (const auto& [key, value] : fingerprint(record)) out.append(key, value);
  return to_text(out);
}

/// "2026-11-28 17:15:02" of nanoseconds since 1970.
std::string utc_text(std::int64_t nanoseconds) {
  using std::chrono::days, std::chrono::seconds;
  const std::chrono::sys_time<std::chrono::nanoseconds> when{std::chrono::nanoseconds(nanoseconds)};
  const auto whole = std::chrono::floor<seconds>(when);
  const auto day = std::chrono::floor<days>(whole);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(whole - day);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

/// Whether the tables are there, and not those of a newer gb10.
Result<bool> has_tables(const Database& database) {
  const std::int64_t version = TRY(database.number("PRAGMA user_version;"));
  if (version <= RunStore::kSchema) return version > 0;
  return Error{
      Error::Kind::unsupported,
      fmt::format("the store has form {}; this gb10 reads form {}", version, RunStore::kSchema),
      "read it with the gb10 that wrote it, or a newer one"};
}

Result<void> make_tables(const Database& database) {
  return database.together([&]() -> Result<void> {
    const bool there = TRY(has_tables(database));  // another gb10 was quicker
    if (there) return {};
    const std::int64_t others = TRY(database.number("SELECT count(*) FROM sqlite_master;"));
    if (others > 0) return invalid("the file is a database, but not one of gb10's");
    TRY(database.run(kTables));
    return database.run(fmt::format("PRAGMA user_version = {};", RunStore::kSchema));
  });
}

/// So that readers and a writer do not wait for each other.
Result<void> use_write_ahead_log(const Database& database) {
  Result<void> done = database.run("PRAGMA journal_mode = WAL;");
  // Somebody works with it as it is; it is switched the next time.
  if (!done.ok() && done.error().kind == Error::Kind::busy) return {};
  return done;
}

Result<void> save_results(const Database& database, std::int64_t run, const RunRecord& record) {
  Statement insert = TRY(database.prepare("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?);"));
  std::int64_t place = 0;
  for (const Figure& figure : record.results) {
    insert.reset();
    insert.bind(run).bind(place++).bind(figure.name).bind(std::string_view(word(figure.unit)));
    insert.bind(figure.value).bind(figure.evidence).bind(figure.how);
    TRY(insert.run());
  }
  return {};
}

Result<void> save_series(const Database& database, std::int64_t run, const RunRecord& record) {
  Statement insert = TRY(database.prepare("INSERT INTO series VALUES (?, ?, ?, ?, ?, ?);"));
  std::int64_t place = 0;
  for (const Series& series : record.series) {
    insert.reset();
    insert.bind(run).bind(place++).bind(series.metric).bind(std::string_view(word(series.unit)));
    insert.bind_blob(bytes_of(series.at)).bind_blob(bytes_of(series.values));
    TRY(insert.run());
  }
  return {};
}

Result<std::vector<Figure>> loaded_results(const Database& database, std::int64_t run) {
  Statement select =
      TRY(database.prepare("SELECT name, unit, value, evidence, how FROM results WHERE run = ?"
                           " ORDER BY place;"));
  select.bind(run);
  std::vector<Figure> out;
  while (true) {
    const bool found = TRY(select.step());
    if (!found) return out;
    const Unit unit = TRY(unit_of(select.text(1)));
    out.push_back({select.text(0), unit, select.real(2), select.text(3), select.text(4)});
  }
}

Result<std::vector<Series>> loaded_series(const Database& database, std::int64_t run) {
  Statement select = TRY(database.prepare(
      "SELECT metric, unit, times, samples FROM series WHERE run = ? ORDER BY place;"));
  select.bind(run);
  std::vector<Series> out;
  while (true) {
    const bool found = TRY(select.step());
    if (!found) return out;
    Series series{select.text(0), Unit::none, {}, {}};
    series.unit = TRY(unit_of(select.text(1)));
    series.at = TRY(numbers_of(select.blob(2)));
    series.values = TRY(numbers_of(select.blob(3)));
    if (series.at.size() != series.values.size())
      return invalid("the store holds a series with another number of times than of values");
    out.push_back(std::move(series));
  }
}

Result<std::vector<std::string>> command_of(const std::string& text) {
  const Json json = TRY(parse_json(text));
  const Json::Array* const words = json.as_array();
  if (!words) return invalid("the store holds a command that is no list");
  std::vector<std::string> out;
  for (const Json& word : *words) out.push_back(word.as_string() ? *word.as_string() : "");
  return out;
}

/// Names of runs that a message can show.
std::string some_of(const std::vector<std::string>& ids) {
  std::vector<std::string> shown;
  for (const std::string& id : ids) {
    if (shown.size() == 5) break;
    shown.push_back(printable(id, 60));
  }
  return joined(shown, ", ") + (ids.size() > shown.size() ? ", …" : "");
}

}  // namespace

Result<RunStore> RunStore::open(const std::string& path, const Database::Settings& settings) {
  Database database = TRY(Database::open(path, settings));
  const bool there = TRY(has_tables(database));
  if (!there && settings.only_reads) return Error{Error::Kind::not_found, "no run is kept"};
  if (!there) TRY(make_tables(database));
  if (!settings.only_reads) TRY(use_write_ahead_log(database));
  return RunStore(std::move(database));
}

Result<void> RunStore::save(const RunRecord& record) const {
  if (record.id.empty()) return invalid("a run without an id cannot be kept");
  return database_.together([&] { return save_parts(record); });
}

Result<void> RunStore::save_parts(const RunRecord& record) const {
  Statement same = TRY(database_.prepare("SELECT 1 FROM runs WHERE id = ?;"));
  const bool there = TRY(same.bind(record.id).step());
  if (there)
    return Error{Error::Kind::conflict,
                 fmt::format("a run {} is there already", printable(record.id, 60))};
  // Numbers have tables of their own, where they stay what they are to the last bit.
  RunRecord plain;
  plain.id = record.id;
  plain.command = record.command;
  plain.version = record.version;
  plain.begun = record.begun;
  plain.machine = record.machine;
  plain.params = record.params;
  plain.notes = record.notes;
  const Json document = to_json(plain);
  Statement insert = TRY(database_.prepare("INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?);"));
  insert.bind(record.id).bind(record.begun).bind(to_text(Json::list(record.command)));
  insert.bind(machine_of(record)).bind(fingerprint_text(record)).bind(to_text(document));
  TRY(insert.run());
  const std::int64_t run = TRY(database_.number("SELECT last_insert_rowid();"));
  TRY(save_results(database_, run, record));
  return save_series(database_, run, record);
}

Result<std::int64_t> RunStore::number_of(std::string_view which) const {
  Statement select =
      TRY(database_.prepare("SELECT number, id FROM runs ORDER BY begun DESC, number"
                            " DESC;"));
  std::vector<std::string> fitting;
  std::int64_t number = 0;
  while (true) {
    const bool found = TRY(select.step());
    if (!found) break;
    const std::string id = select.text(1);
    if (which == "last" || id == which) return select.number(0);
    if (which.empty() || !id.starts_with(which)) continue;
    fitting.push_back(id);
    number = select.number(0);
  }
  if (fitting.size() == 1) return number;
  const std::string name = printable(which, 60);
  if (fitting.empty())
    return Error{Error::Kind::not_found,
                 which == "last" ? "no run is kept" : fmt::format("no run \"{}\" is kept", name)};
  return Error{Error::Kind::invalid, fmt::format("\"{}\" may be any of {}", name, some_of(fitting)),
               "write more of the id"};
}

Result<RunRecord> RunStore::load(std::string_view which) const {
  const std::int64_t run = TRY(number_of(which));
  Statement select = TRY(database_.prepare("SELECT document FROM runs WHERE number = ?;"));
  const bool found = TRY(select.bind(run).step());
  if (!found) return Error{Error::Kind::not_found, "the run is gone"};
  const Json document = TRY(parse_json(select.text(0)));
  RunRecord out = TRY(run_record_from(document));
  out.results = TRY(loaded_results(database_, run));
  out.series = TRY(loaded_series(database_, run));
  return out;
}

Result<std::vector<RunSummary>> RunStore::list() const {
  Statement select = TRY(
      database_.prepare("SELECT id, begun, command, machine, name, unit, value, evidence, how,"
                        " json_extract(document, '$.params.\"result.verdict\"'),"
                        " json_extract(document, '$.params.\"result.cut\"') FROM runs"
                        " LEFT JOIN results ON run = number AND place ="
                        " (SELECT min(place) FROM results WHERE run = number AND value IS NOT NULL)"
                        " ORDER BY begun DESC, number DESC;"));
  std::vector<RunSummary> out;
  while (true) {
    const bool found = TRY(select.step());
    if (!found) return out;
    RunSummary run{select.text(0), utc_text(select.number(1)), {}, select.text(3), {}};
    run.command = TRY(command_of(select.text(2)));
    if (!select.is_null(9)) run.verdict = select.text(9);
    if (!select.is_null(10)) run.cut = select.text(10);
    if (!select.is_null(4)) {
      const Unit unit = TRY(unit_of(select.text(5)));
      run.headline = {select.text(4), unit, select.real(6), select.text(7), select.text(8)};
    }
    out.push_back(std::move(run));
  }
}

Result<std::vector<HistoryPoint>> RunStore::history(const RunRecord& like,
                                                    std::string_view result) const {
  Statement select = TRY(database_.prepare(
      "SELECT id, begun, value FROM runs JOIN results ON run = number"
      " WHERE machine = ? AND fingerprint = ? AND name = ?"
      // What a run itself calls wrong, or did not finish, or did not have alone, is no history.
      " AND json_extract(document, '$.params.\"result.verdict\"') IS NOT 'invalid'"
      " AND json_extract(document, '$.params.\"result.cut\"') IS NULL"
      " AND json_extract(document, '$.params.\"result.others\"') IS NULL"
      " ORDER BY begun, number;"));
  select.bind(machine_of(like)).bind(fingerprint_text(like)).bind(result);
  std::vector<HistoryPoint> out;
  while (true) {
    const bool found = TRY(select.step());
    if (!found) return out;
    out.push_back({select.text(0), select.number(1), select.real(2)});
  }
}

}  // namespace gb10
