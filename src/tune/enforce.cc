#include "tune/enforce.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "tune/cells.h"
#include "tune/own_file.h"
#include "tune/transaction.h"
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

/// Those of the last hour. One that cannot be read is an Error, for the same reason as below.
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

/// The cells of a knob that hold something else now; `before` is that.
std::vector<CellChange> drifted(const SetKnob& knob, const HostView& host) {
  std::vector<CellChange> out;
  for (const CellChange& cell : knob.step.cells) {
    if (knob.is_gone || cell.wanted.empty() || has_no_read_back(cell.path) || is_by_file(cell.path))
      continue;
    const auto now = cell_value(host, cell.path, cell.form);
    if (!now.ok() || *now == cell.wanted) continue;
    CellChange drift = cell;
    drift.before = *now;
    out.push_back(std::move(drift));
  }
  return out;
}

std::string given_up(const CellChange& cell, const HostView& host) {
  const std::vector<std::string> writers = likely_writers(cell, host);
  return fmt::format("is {}, gb10 set {}, three times within an hour: somebody else sets it; {}",
                     cell.before, cell.wanted,
                     writers.empty() ? "no file of this machine names it"
                                     : "it is named in " + joined(writers, ", "));
}

bool is_lost(const std::vector<Fight>& fights, const std::string& path) {
  return std::count_if(fights.begin(), fights.end(),
                       [&](const Fight& each) { return each.path == path; }) >= kMostFights;
}

/// Sets a knob again as a whole, in the order of its cells: what comes first may reset others. One
/// cell that was fought for too often leaves all of it alone.
Result<void> set_again(const SetKnob& knob, std::vector<Fight>& fights, Settings& settings,
                       std::vector<TuneOutcome>& outcomes) {
  const std::vector<CellChange> drifts = drifted(knob, settings);
  const bool gives_up = std::any_of(drifts.begin(), drifts.end(), [&](const CellChange& cell) {
    return is_lost(fights, cell.path);
  });
  Result<void> done;
  if (!drifts.empty() && !gives_up) {
    for (const CellChange& cell : drifts) fights.push_back({cell.path, settings.self().now});
    // Counted first: a count that cannot be kept must not become a fight without end.
    TRY(keep(fights, settings));
    PlanStep step = knob.step;
    for (CellChange& cell : step.cells)
      cell.before = cell_value(settings, cell.path, cell.form).value_or("");
    done = set_step(step, settings);
  }
  for (const CellChange& cell : drifts) {
    TuneOutcome out{name_of(knob.step, cell), TuneOutcome::State::done,
                    fmt::format("was {}, set again to {}", cell.before, cell.wanted)};
    if (gives_up) {
      out.state = TuneOutcome::State::conflict;
      out.note = given_up(cell, settings);
    } else if (!done.ok()) {
      out.state = TuneOutcome::State::failed;
      out.note = done.error().what;
    }
    // In the place of what verified() said of the same cell.
    for (TuneOutcome& said : outcomes) {
      if (said.what == out.what) said = out;
    }
  }
  return {};
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
  std::vector<TuneOutcome> out = verified(journal, settings);
  std::vector<Fight> fights = TRY(recent_fights(settings));
  for (const SetKnob& knob : knobs_in_force(journal, settings))
    TRY(set_again(knob, fights, settings, out));
  return out;
}

}  // namespace gb10
