#include <algorithm>
#include <array>
#include <deque>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/python_parts.h"

namespace gb10::python {

namespace {

constexpr std::int64_t kFirstPerson = 1000, kNobody = 65534;

/// Folders that hold no environment, or so many files that looking would take long.
constexpr std::array<std::string_view, 10> kSkipped = {
    "node_modules", "__pycache__", "site-packages", "dist-packages", "snap",
    "proc",         "sys",         "blobs",         "snapshots",     "lost+found"};

bool is_worth_a_look(const DirEntry& entry) {
  if (entry.kind != FileKind::directory) return false;
  if (entry.name.starts_with('.')) return entry.name == ".venv" || entry.name == ".env";
  return std::find(kSkipped.begin(), kSkipped.end(), entry.name) == kSkipped.end();
}

bool has(const std::vector<DirEntry>& entries, std::string_view name) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const DirEntry& entry) { return entry.name == name; });
}

/// What is at the end of the search is not listed: most of a home's directories lie there.
bool is_venv(const HostView& host, const std::string& dir) {
  return host.info(dir + "/pyvenv.cfg").ok();
}

/// Looks into one place: an environment is a find, everything else leads on.
void look(const Place& place, const std::vector<DirEntry>& entries, std::deque<Place>& next,
          std::vector<std::string>& found) {
  const bool conda = has(entries, "conda-meta");
  if (conda || has(entries, "pyvenv.cfg")) {
    found.push_back(place.path);
    if (conda && has(entries, "envs")) next.push_back({place.path + "/envs", 2});
    return;
  }
  for (const DirEntry& entry : entries) {
    if (is_worth_a_look(entry)) next.push_back({place.path + "/" + entry.name, place.depth - 1});
  }
}

}  // namespace

std::vector<std::string> search(const HostView& host, const Place& root, int& budget,
                                std::vector<std::string>& not_searched) {
  std::vector<std::string> found;
  std::deque<Place> next = {root};
  // Breadth first: what is near the top is found before the limit.
  for (; !next.empty(); --budget) {
    if (budget <= 0) {
      not_searched.push_back(
          fmt::format("{}: more than {} directories", root.path, kMostDirectories));
      break;
    }
    const Place place = next.front();
    next.pop_front();
    if (place.depth == 0) {
      if (is_venv(host, place.path)) found.push_back(place.path);
      continue;
    }
    const auto entries = host.list(place.path);
    if (entries.ok()) {
      look(place, *entries, next, found);
    } else if (place.path == root.path && entries.error().kind != Error::Kind::not_found) {
      not_searched.push_back(fmt::format("{}: {}", root.path, word(entries.error().kind)));
    }
  }
  return found;
}

std::vector<std::string> homes(const HostView& host) {
  std::vector<std::string> found;
  std::set<std::string, std::less<>> seen;
  const auto add = [&](std::string_view home) {
    if (!home.starts_with('/') || home.size() < 2 || home == "/nonexistent") return;
    if (found.size() < kMostHomes && seen.emplace(home).second) found.emplace_back(home);
  };
  const Self& self = host.self();
  const bool is_root = self.effective_user == 0;
  const auto own = self.environment.find("HOME");
  if (own != self.environment.end() && !is_root) add(own->second);
  const auto accounts = host.read("/etc/passwd");
  const std::string text = accounts.value_or(std::string());
  for (const std::string_view line : lines(text)) {
    const auto fields = split(line, ':');
    const auto id = fields.size() > 5 ? whole_number(fields[2]) : std::nullopt;
    if (id && ((*id == 0 && is_root) || (*id >= kFirstPerson && *id < kNobody))) add(fields[5]);
  }
  // Accounts of a directory service stand in no file of this machine, their homes do.
  const auto entries = host.list("/home");
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>())) {
    if (entry.kind == FileKind::directory) add("/home/" + entry.name);
  }
  return found;
}

}  // namespace gb10::python
