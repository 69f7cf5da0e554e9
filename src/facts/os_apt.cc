#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/os.h"
#include "facts/value.h"

namespace gb10::os {

namespace {

/// One stanza of a .sources file, or one line of a .list file.
struct Source {
  int line = 1;
  Assignments fields;
};

constexpr std::string_view kReleases[] = {"focal",  "jammy",    "noble",   "oracular",
                                          "plucky", "questing", "resolute"};

/// NVIDIA's archive of September 2026 wrote this path into dgx.sources; the server answers 404, the
/// same path without the 8 works (reported 2026-09-27).
constexpr std::string_view kDeadPath = "/baseos/8/";

bool is_ubuntu_like(std::string_view uris) {
  return uris.find("ubuntu.com") != std::string_view::npos ||
         uris.find("nvidia.com/baseos") != std::string_view::npos;
}

/// "jammy" where a suite ("jammy-updates") is of another Ubuntu than the system's.
std::optional<std::string> foreign_suite(std::string_view suites, std::string_view release) {
  for (const std::string_view suite : words(suites)) {
    const std::string_view base = suite.substr(0, suite.find('-'));
    const bool known =
        std::find(std::begin(kReleases), std::end(kReleases), base) != std::end(kReleases);
    if (known && base != release) return std::string(base);
  }
  return std::nullopt;
}

/// Faults that show in any source, however it is written.
std::vector<std::string> content_problems(const Source& source, std::string_view release) {
  std::vector<std::string> problems;
  const std::string uris = last_of(source.fields, "uris").value_or("");
  if (uris.find(kDeadPath) != std::string::npos) {
    problems.push_back(fmt::format("line {}: {} is reported gone (404)", source.line, uris));
  }
  const auto foreign = foreign_suite(last_of(source.fields, "suites").value_or(""), release);
  if (foreign && !release.empty() && is_ubuntu_like(uris)) {
    problems.push_back(
        fmt::format("line {}: suite {} on a {} system", source.line, *foreign, release));
  }
  return problems;
}

std::vector<std::string> stanza_problems(const Source& source, std::string_view release) {
  // apt's own words for no.
  const std::string enabled = lower(last_of(source.fields, "enabled").value_or("yes"));
  for (const std::string_view no : {"no", "false", "without", "off", "disable", "0"}) {
    if (enabled == no) return {};
  }
  std::vector<std::string> problems;
  for (const std::string_view field : {"types", "uris", "suites"}) {
    if (last_of(source.fields, field)) continue;
    problems.push_back(fmt::format("line {}: no {}", source.line, field));
  }
  const auto more = content_problems(source, release);
  problems.insert(problems.end(), more.begin(), more.end());
  return problems;
}

/// A .sources file: stanzas of "Field: value" with continuation lines that begin with a blank.
struct Stanzas {
  std::vector<Source> sources;
  std::vector<std::string> problems;
};

Stanzas stanzas_of(std::string_view text) {
  Stanzas found;
  bool open = false;
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    if (trimmed(line).empty()) open = false;
    if (trimmed(line).empty() || line.front() == '#') continue;
    const bool goes_on = line.front() == ' ' || line.front() == '\t';
    const std::size_t colon = line.find(':');
    if (!open && !goes_on) found.sources.push_back({number, {}});
    open = open || !goes_on;
    if (goes_on && open && !found.sources.back().fields.empty()) {
      found.sources.back().fields.back().second += fmt::format(" {}", printable(trimmed(line)));
    } else if (goes_on || colon == std::string_view::npos || colon == 0) {
      found.problems.push_back(fmt::format("line {}: not \"Field: value\"", number));
    } else {
      found.sources.back().fields.emplace_back(lower(trimmed(line.substr(0, colon))),
                                               printable(trimmed(line.substr(colon + 1))));
    }
  }
  return found;
}

/// One line of a .list file as the same fields; nothing when it is none.
std::optional<Source> list_line(std::string_view line, int number) {
  std::string plain(line.substr(0, line.find('#')));
  const std::size_t open = plain.find('['), close = plain.find(']');
  if (open != std::string::npos && close != std::string::npos && close > open) {
    plain.replace(open, close - open + 1, " ");
  }
  const auto parts = words(plain);
  if (parts.size() < 3 || (parts[0] != "deb" && parts[0] != "deb-src")) return std::nullopt;
  // A suite that is a path ("./") stands alone; any other needs a component.
  if (parts.size() < 4 && !parts[2].ends_with('/')) return std::nullopt;
  return Source{number,
                {{"types", std::string(parts[0])},
                 {"uris", printable(parts[1])},
                 {"suites", printable(parts[2])}}};
}

std::vector<std::string> list_problems(std::string_view text, std::string_view release) {
  std::vector<std::string> problems;
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    if (trimmed(line).empty() || trimmed(line).front() == '#') continue;
    const auto source = list_line(line, number);
    if (!source) {
      problems.push_back(fmt::format("line {}: malformed", number));
      continue;
    }
    const auto more = content_problems(*source, release);
    problems.insert(problems.end(), more.begin(), more.end());
  }
  return problems;
}

/// Keys that a .sources file names by path and that are not there.
std::vector<std::string> missing_keys(const HostView& host, std::string_view text) {
  std::vector<std::string> problems;
  for (const Source& source : stanzas_of(text).sources) {
    const std::string keys = last_of(source.fields, "signed-by").value_or("");
    if (!keys.starts_with('/')) continue;  // the key itself may stand there
    for (const std::string_view key : words(keys)) {
      if (!key.starts_with('/') || ask::exists(host, key).value_or(true)) continue;
      problems.push_back(fmt::format("line {}: its key {} is missing", source.line, key));
    }
  }
  return problems;
}

std::string release_name(const HostView& host) {
  const auto text = host.read("/etc/os-release");
  return last_of(assignments(text.value_or("")), "VERSION_CODENAME").value_or("");
}

}  // namespace

std::vector<std::string> source_problems(std::string_view name, std::string_view text,
                                         std::string_view release) {
  if (!name.ends_with(".sources")) return list_problems(text, release);
  Stanzas stanzas = stanzas_of(text);
  std::vector<std::string> problems = std::move(stanzas.problems);
  for (const Source& source : stanzas.sources) {
    const auto more = stanza_problems(source, release);
    problems.insert(problems.end(), more.begin(), more.end());
  }
  return problems;
}

void collect_apt(const HostView& host, Facts& facts) {
  const std::string dir = "/etc/apt/sources.list.d";
  const auto entries = host.list(dir);
  if (!entries.ok()) return facts.unknown("os.apt_sources_problems", entries.error(), dir);
  std::vector<std::string> paths = {"/etc/apt/sources.list"}, problems;
  for (const DirEntry& entry : *entries) {
    if (entry.name.ends_with(".sources") || entry.name.ends_with(".list")) {
      paths.push_back(fmt::format("{}/{}", dir, entry.name));
    }
  }
  const std::string release = release_name(host);
  for (const std::string& path : paths) {
    const auto text = host.read(path);
    if (!text.ok()) continue;
    const std::string name = printable(path.substr(path.rfind('/') + 1));
    std::vector<std::string> found = source_problems(name, *text, release);
    if (name.ends_with(".sources")) {
      const auto keys = missing_keys(host, *text);
      found.insert(found.end(), keys.begin(), keys.end());
    }
    for (const std::string& problem : found)
      problems.push_back(fmt::format("{}, {}", name, problem));
  }
  facts.set("os.apt_sources_problems", problems, dir);
}

}  // namespace gb10::os
