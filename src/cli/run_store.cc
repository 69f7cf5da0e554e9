#include "cli/run_store.h"

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/machine.h"
#include "report/run_text.h"
#include "wheel/sha256.h"

namespace gb10 {

namespace {

std::string variable(const Io& io, const char* name) {
  const auto found = io.environment.find(name);
  return found == io.environment.end() ? std::string() : found->second;
}

}  // namespace

Result<std::string> data_folder(const Io& io) {
  const std::string named = variable(io, "XDG_DATA_HOME");
  if (named.starts_with('/')) return named + "/gb10";
  const std::string home = variable(io, "HOME");
  if (home.starts_with('/')) return home + "/.local/share/gb10";
  return Error{Error::Kind::unsupported, "there is no home to keep runs in",
               "set HOME or XDG_DATA_HOME"};
}

Result<RunStore> open_run_store(const Io& io) {
  const std::string folder = TRY(data_folder(io));
  TRY(this_host(io)->make_directory(folder));
  return RunStore::open(folder + "/runs.sqlite");
}

Result<RunStore> read_run_store(const Io& io) {
  const std::string folder = TRY(data_folder(io));
  return RunStore::open(folder + "/runs.sqlite", {.only_reads = true});
}

Result<RunRecord> record_named(const std::string& which, const HostView& host, const Io& io) {
  if (which.find('/') == std::string::npos && !which.ends_with(".json")) {
    const Result<RunStore> store = read_run_store(io);
    if (!store.ok() && store.error().kind == Error::Kind::not_found)
      return Error{Error::Kind::not_found,
                   fmt::format("no run \"{}\" is kept", printable(which, 60))};
    if (!store.ok()) return store.error();
    return store->load(which);
  }
  constexpr std::uint64_t kLargest = 1ULL << 30U;  // some days of readings
  const std::string text = TRY(whole_file(host, which, kLargest));
  const auto json = parse_json(text);
  if (!json.ok())
    return Error{Error::Kind::invalid,
                 fmt::format("{}: {}", printable(which, 300), json.error().what)};
  return run_record_from(*json);
}

std::string whole_path(const std::string& path) {
  std::error_code lost;
  const std::string whole = std::filesystem::absolute(path, lost).lexically_normal().string();
  return lost ? path : whole;
}

KeptWords kept_words(const Io& io) {
  // Without it only the names below /home and HOME are known.
  return {this_host(io)->read("/etc/passwd").value_or(""), variable(io, "HOME")};
}

void keep_record(const RunRecord& record, const Io& io) {
  const Result<RunStore> store = open_run_store(io);
  const Result<void> kept = store.ok() ? store->save(record) : Result<void>(store.error());
  if (kept.ok()) return io.say(fmt::format("  kept as {}\n", record.id));
  const std::string folder = variable(io, "TMPDIR");
  const std::string path =
      fmt::format("{}/gb10-{}.json", folder.starts_with('/') ? folder : "/tmp", record.id);
  const Result<void> written =
      this_host(io)->install({path, to_text(to_json(record)) + "\n", 0600});
  io.say(fmt::format("gb10: the run is not kept: {}; {}\n", kept.error().what,
                     written.ok() ? "it is in " + path : written.error().what));
}

void tell_record(const RunRecord& record, std::string (*text)(const RunRecord&),
                 const Arguments& arguments, const Io& io) {
  if (arguments.has("--json"))
    io.print(to_text(to_json(record)) + "\n");
  else
    io.print(arguments.has("--markdown") ? run_markdown({&record, 1}) : text(record));
  keep_record(record, io);
}

std::string run_id(std::int64_t wall) {
  const std::time_t time = wall / 1'000'000'000;
  std::tm parts{};
  char text[64] = "";
  if (gmtime_r(&time, &parts)) std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return fmt::format("{}-{}", text, ::getpid());
}

Result<std::string> whole_file(const HostView& host, const std::string& path, std::uint64_t most) {
  const auto blob = TRY(host.open(whole_path(path)));
  const std::uint64_t size = blob->size();
  if (size == 0) return host.read(whole_path(path));  // a pipe, or a file that does not tell
  if (size > most)
    return Error{Error::Kind::invalid, fmt::format("{} is larger than {}", printable(path, 300),
                                                   to_text(bytes(static_cast<double>(most))))};
  std::string out(size, '\0');
  std::uint64_t done = 0;
  while (done < size) {
    const auto rest = std::as_writable_bytes(std::span(out)).subspan(done);
    const std::size_t n = TRY(blob->read_at(done, rest));
    if (n == 0) break;
    done += n;
  }
  out.resize(done);
  return out;
}

std::string machine_mark(const HostView& host) {
  const auto id = host.read("/etc/machine-id");
  if (!id.ok()) return {};
  const std::string text = fmt::format("gb10 runs {}", trimmed(*id));
  Sha256 sum;
  sum.add(std::as_bytes(std::span(text)));
  return hex_text(sum.digest()).substr(0, 12);
}

}  // namespace gb10
