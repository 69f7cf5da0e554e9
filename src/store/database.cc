#include "store/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cctype>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

Error::Kind kind_of(int code) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Error::Kind::busy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Error::Kind::invalid;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
      return Error::Kind::denied;
    default:
      return Error::Kind::failed;
  }
}

std::string hint_of(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::busy:
      return "another gb10 is writing; try again";
    case Error::Kind::invalid:
      return "move the file away; a new one is made";
    case Error::Kind::denied:
      return "check who owns the file and its folder, and whether the disk can be written";
    default:
      return {};
  }
}

Error error_of(int code, sqlite3* database, std::string_view path) {
  const Error::Kind kind = kind_of(code);
  const char* const why = database ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  return {kind, fmt::format("{}: {}", printable(path, 300), printable(why, 200)), hint_of(kind)};
}

Error error_of(int code, sqlite3* database) {
  const char* const path = sqlite3_db_filename(database, "main");
  return error_of(code, database, path && *path ? path : "the store");
}

Error::Kind kind_of_system(int number) {
  if (number == ENOENT || number == ENOTDIR) return Error::Kind::not_found;
  const bool is_denied = number == EACCES || number == EPERM || number == EROFS;
  return is_denied ? Error::Kind::denied : Error::Kind::failed;
}

/// Makes the file where there is none. What it holds is nobody else's business; SQLite would ask
/// the umask, and would not say why it cannot.
Result<void> make_private(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 && errno == EEXIST) return {};
  if (file < 0) {
    const int number = errno;
    const Error::Kind kind = kind_of_system(number);
    return Error{kind,
                 fmt::format("cannot make {}: {}", printable(path, 300),
                             std::generic_category().message(number)),
                 hint_of(kind)};
  }
  ::close(file);
  return {};
}

/// As URIs want it: what is no letter, digit or one of "/._-" becomes %XX.
std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (byte < 128 && std::isalnum(byte)) ||
                          std::string_view("/._-").find(c) != std::string_view::npos;
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

}  // namespace

void Statement::Finish::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement& Statement::bound(int code) {
  if (code != SQLITE_OK && failed_ == SQLITE_OK) failed_ = code;
  ++next_;
  return *this;
}

Statement& Statement::bind(std::string_view text) {
  const char* const bytes = text.empty() ? "" : text.data();
  return bound(sqlite3_bind_text64(statement_.get(), next_, bytes, text.size(), SQLITE_TRANSIENT,
                                   SQLITE_UTF8));
}

Statement& Statement::bind(std::int64_t number) {
  return bound(sqlite3_bind_int64(statement_.get(), next_, number));
}

Statement& Statement::bind(double number) {
  return bound(sqlite3_bind_double(statement_.get(), next_, number));
}

Statement& Statement::bind_blob(std::string_view bytes) {
  const char* const begin = bytes.empty() ? "" : bytes.data();
  return bound(sqlite3_bind_blob64(statement_.get(), next_, begin, bytes.size(), SQLITE_TRANSIENT));
}

Result<bool> Statement::step() {
  if (failed_ != SQLITE_OK) return error_of(failed_, database_);
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return error_of(code, database_);
}

Result<void> Statement::run() {
  TRY(step());
  return {};
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  next_ = 1;
  failed_ = SQLITE_OK;
}

std::string Statement::text(int column) const {
  const unsigned char* const bytes = sqlite3_column_text(statement_.get(), column);
  const int length = sqlite3_column_bytes(statement_.get(), column);
  if (!bytes || length <= 0) return {};
  return {bytes, bytes + length};
}

std::string Statement::blob(int column) const {
  const void* const bytes = sqlite3_column_blob(statement_.get(), column);
  const int length = sqlite3_column_bytes(statement_.get(), column);
  if (!bytes || length <= 0) return {};
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  if (is_null(column)) return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<Database> Database::open_to_read(const std::string& path, const Settings& settings) {
  if (::access(path.c_str(), F_OK) != 0) {
    if (errno == ENOENT) return Error{Error::Kind::not_found, fmt::format("there is no {}", path)};
    const auto kind = errno == EACCES ? Error::Kind::denied : Error::Kind::invalid;
    return Error{kind, fmt::format("cannot look at {}: {}", path, std::strerror(errno))};
  }
  // A log beside it that could not be made need not be read either; one that is there must be.
  struct stat log {};
  const bool has_log = ::stat((path + "-wal").c_str(), &log) == 0 && log.st_size > 0;
  const bool is_writable =
      has_log || ::access(path.substr(0, path.rfind('/') + 1).c_str(), W_OK) == 0;
  const std::string name =
      is_writable ? path : fmt::format("file:{}?immutable=1", percent_encoded(path));
  sqlite3* opened = nullptr;
  const int flags = SQLITE_OPEN_READONLY | (is_writable ? 0 : SQLITE_OPEN_URI);
  const int code = sqlite3_open_v2(name.c_str(), &opened, flags, nullptr);
  Database out(opened);
  if (code != SQLITE_OK) return error_of(code, opened, path);
  sqlite3_busy_timeout(opened, static_cast<int>(settings.patience.count()));
  sqlite3_extended_result_codes(opened, 1);
  TRY(out.run("PRAGMA trusted_schema = OFF;"));
  return out;
}

Result<Database> Database::open(const std::string& path, const Settings& settings) {
  if (settings.only_reads) return open_to_read(path, settings);
  TRY(make_private(path));
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  Database out(opened);
  if (code != SQLITE_OK) return error_of(code, opened, path);
  sqlite3_busy_timeout(opened, static_cast<int>(settings.patience.count()));
  sqlite3_extended_result_codes(opened, 1);
  TRY(out.run("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"));
  if (settings.most_pages)
    TRY(out.run(fmt::format("PRAGMA max_page_count = {};", *settings.most_pages)));
  return out;
}

Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* made = nullptr;
  const int code =
      sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &made, nullptr);
  Statement out(database_.get(), made);
  if (code != SQLITE_OK) return error_of(code, database_.get());
  return out;
}

Result<void> Database::run(const std::string& sql) const {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error_of(code, database_.get());
  return {};
}

Result<std::int64_t> Database::number(std::string_view sql) const {
  Statement statement = TRY(prepare(sql));
  const bool found = TRY(statement.step());
  if (!found) return Error{Error::Kind::not_found, "the statement gives no number"};
  return statement.number(0);
}

Result<void> Database::together(const std::function<Result<void>()>& work) const {
  TRY(run("BEGIN IMMEDIATE;"));
  Result<void> done = work();
  if (done.ok()) done = run("COMMIT;");
  // Where the transaction has already ended there is nothing to take back.
  if (!done.ok() && sqlite3_get_autocommit(database_.get()) == 0)
    sqlite3_exec(database_.get(), "ROLLBACK;", nullptr, nullptr, nullptr);
  return done;
}

}  // namespace gb10
