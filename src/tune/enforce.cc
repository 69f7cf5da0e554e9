#include "tune/enforce.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/cells.h"
#include "tune/own_file.h"
#include "tune/verify.h"

namespace gb10 {

namespace {

constexpr std::int64_t kHour = 3600;
constexpr int kMostFights = 3;

struct Fight {
  std::string path;
  std::int64_t time = 0;  // seconds since 1970
};

std::string fights_path() { return fmt::format("{}/fights.json", kJournalFolder); }

/// Those of the last hour. A count that cannot be read must not become a fight without end.
Result<std::vector<Fight>> recent_fights(const HostView& host) {
  std::vector<Fight> out;
  const auto text = host.read(fights_path());
  if (!text.ok() && text.error().kind == Error::Kind::not_found) return out;
  if (!text.ok()) return text.error();
  const Json json = TRY(journal_json(*text));
  const Json* const rows = json.find("fights");
  for (const Json& row : rows && rows->as_array() ? *rows->as_array() : Json::Array()) {
    const Json* const time = row.find("time");
    const std::int64_t at = time && time->as_int() ? *time->as_int() : 0;
    if (at > host.self().now - kHour) out.push_back({row.text("path"), at});
  }
  return out;
}

Result<void> keep(const std::vector<Fight>& fights, Host& host) {
  Json rows = Json::array();
  for (const Fight& each : fights)
    rows.push(Json::object().set("path", each.path).set("time", each.time));
  const Json json = Json::object().set("schema", 1).set("fights", std::move(rows));
  return host.install({fights_path(), journal_text(json), 0644});
}

/// The words by which a cell is named in files of others.
std::vector<std::string> names_of(const CellChange& cell) {
  constexpr std::string_view kSys = "/proc/sys/";
  std::vector<std::string> out = {cell.path};
  if (cell.path.starts_with(kSys)) {
    out.push_back(cell.path.substr(kSys.size()));
    out.push_back(replaced(out.back(), "/", "."));
  }
  if (cell.path.starts_with("/sys/block/")) out.push_back(cell.cell);
  return out;
}

bool is_named_in(std::string_view text, const std::vector<std::string>& names) {
  for (const std::string_view line : lines(text)) {
    const std::string_view plain = trimmed(line);
    if (plain.empty() || plain[0] == '#' || plain[0] == ';') continue;
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return plain.find(name) != std::string_view::npos;
        }))
      return true;
  }
  return false;
}

/// Sets one cell again unless that was done too often.
TuneOutcome set_again(const Drift& drift, std::vector<Fight>& fights, Settings& settings) {
  const CellChange& cell = drift.cell;
  TuneOutcome out{cell.cell, TuneOutcome::State::done,
                  fmt::format("was {}, set again to {}", drift.now, cell.wanted)};
  const auto so_far = std::count_if(fights.begin(), fights.end(),
                                    [&](const Fight& each) { return each.path == cell.path; });
  if (so_far >= kMostFights) {
    const std::vector<std::string> writers = likely_writers(cell, settings);
    out.state = TuneOutcome::State::conflict;
    out.note =
        fmt::format("is {}, gb10 set {}, three times within an hour: somebody else sets it; {}",
                    drift.now, cell.wanted,
                    writers.empty() ? "no file of this machine names it"
                                    : "it is named in " + joined(writers, ", "));
    return out;
  }
  fights.push_back({cell.path, settings.self().now});
  const Result<void> written = settings.poke(cell.path, cell.wanted);
  const auto now = cell_value(settings, cell.path, cell.form);
  if (now.ok() && *now == cell.wanted) return out;
  out.state = TuneOutcome::State::failed;
  out.note = !written.ok() ? written.error().what
             : !now.ok()   ? now.error().what
                           : fmt::format("was written {} and reads {}", cell.wanted, *now);
  return out;
}

}  // namespace

std::vector<std::string> likely_writers(const CellChange& cell, const HostView& host) {
  constexpr std::array<std::string_view, 11> kFolders = {
      "/etc/sysctl.d",   "/run/sysctl.d",     "/usr/local/lib/sysctl.d", "/usr/lib/sysctl.d",
      "/etc/tmpfiles.d", "/etc/udev/rules.d", "/etc/systemd/system",     "/etc/cron.d",
      "/etc/modprobe.d", "/etc/profile.d",    "/usr/local/bin"};
  constexpr std::array<std::string_view, 4> kFiles = {"/etc/sysctl.conf", "/etc/rc.local",
                                                      "/etc/tlp.conf", "/etc/crontab"};
  std::vector<std::string> paths(kFiles.begin(), kFiles.end()), out;
  for (const std::string_view folder : kFolders) {
    const auto entries = host.list(folder);
    for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
      if (entry.kind != FileKind::directory)
        paths.push_back(fmt::format("{}/{}", folder, entry.name));
    }
  }
  // TuneD names its profile in a file; the profile lies in one of two folders.
  const std::string profile(trimmed(host.read("/etc/tuned/active_profile").value_or("")));
  if (!profile.empty() && profile.find('/') == std::string::npos) {
    for (const char* const folder : {"/etc/tuned", "/usr/lib/tuned", "/usr/lib/tuned/profiles"})
      paths.push_back(fmt::format("{}/{}/tuned.conf", folder, profile));
  }
  const std::vector<std::string> names = names_of(cell);
  for (const std::string& path : paths) {
    const auto text = host.read(path);
    if (text.ok() && ownership(*text) == Ownership::foreign && is_named_in(*text, names))
      out.push_back(path);
  }
  return out;
}

Result<std::vector<TuneOutcome>> enforced(const Journal& journal, Settings& settings) {
  if (settings.self().effective_user != 0)
    return Error{Error::Kind::denied, "settings of the machine are root's to change",
                 "sudo gb10 tune verify --enforce"};
  const std::vector<Drift> drifts = drifted(journal, settings);
  std::vector<TuneOutcome> out = verified(journal, settings);
  if (drifts.empty()) return out;
  std::vector<Fight> fights = TRY(recent_fights(settings));
  const std::size_t before = fights.size();
  for (const Drift& drift : drifts) {
    const TuneOutcome again = set_again(drift, fights, settings);
    // In the place of what verified() said of the same cell.
    const auto said = std::find_if(out.begin(), out.end(), [&](const TuneOutcome& each) {
      return each.what == again.what && each.state == TuneOutcome::State::conflict;
    });
    if (said != out.end()) *said = again;
  }
  if (fights.size() != before) TRY(keep(fights, settings));
  return out;
}

}  // namespace gb10
