#include "host/redact_homes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "host/redact_span.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;
using Paths = std::set<std::string, std::less<>>;

View parent_of(View path) { return path.substr(0, path.rfind('/')); }
View last_of(View path) { return path.substr(path.rfind('/') + 1); }

/// True for `path` itself too.
bool is_at_or_below(View path, View top) {
  return path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '/');
}

bool has_at_or_below(const Paths& paths, const std::string& top) {
  if (paths.find(top) != paths.end()) return true;
  const auto below = paths.lower_bound(top + '/');
  return below != paths.end() && is_at_or_below(*below, top);
}

/// Names that collectors look for in listings, or that are the same everywhere. In `dir` of Conda
/// the file of the interpreter tells its version.
bool is_marker(View name, View dir) {
  static constexpr std::array<View, 23> kNames = {
      "pyvenv.cfg",    "conda-meta", "envs",  "bin",          "lib",         "lib64",
      "site-packages", "nvidia",     "blobs", "snapshots",    "hub",         "models",
      "dist-packages", "snap",       "proc",  "node_modules", "__pycache__", "sys",
      "lost+found",    ".venv",      ".env",  ".cache",       ".local"};
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  if (name.ends_with(".dist-info") || name.ends_with(".egg-info")) return true;
  if (name.starts_with("lib") && name.find(".so") != View::npos) return true;
  if (name.starts_with('~')) return last_of(dir).ends_with("-packages");
  return name.starts_with("python3.") ||
         (name.starts_with("python-") && last_of(dir) == "conda-meta");
}

/// True for a name that this file made.
bool is_neutral(View name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  for (const View begin : {View("file-"), View("folder-")}) {
    if (!name.starts_with(begin)) continue;
    const auto number = whole_number(name.substr(begin.size()));
    return number && *number > 0;
  }
  return false;
}

/// The homes that people have, in whichever way the record tells.
class Homes {
 public:
  explicit Homes(const Record& record) {
    tops_.insert("/root");
    const auto passwd = record.reads.find("/etc/passwd");
    const std::string text =
        passwd == record.reads.end() ? std::string() : passwd->second.value_or(std::string());
    for (const View line : lines(text)) {
      const auto fields = split(line, ':');
      const auto id = fields.size() < 7 ? std::nullopt : whole_number(fields[2]);
      if (id && (*id == 0 || *id >= 1000)) add(fields[5]);
    }
    const auto home = record.environment.find("HOME");
    if (home != record.environment.end()) add(home->second);
  }

  /// The home that `path` lies in or is; empty for none.
  View of(View path) const {
    constexpr View kHomes = "/home/";
    if (path.starts_with(kHomes) && path.size() > kHomes.size()) {
      return path.substr(0, path.find('/', kHomes.size()));
    }
    for (const std::string& top : tops_) {
      if (is_at_or_below(path, top)) return path.substr(0, top.size());
    }
    return {};
  }
  const Paths& tops() const { return tops_; }

 private:
  void add(View home) {
    while (home.size() > 1 && home.ends_with('/')) home.remove_suffix(1);
    const auto system = [&](View top) { return home == top; };
    static constexpr std::array<View, 8> kTops = {"/usr", "/etc", "/var", "/proc",
                                                  "/sys", "/opt", "/dev", "/home"};
    if (!home.starts_with('/') || home.size() < 2) return;
    if (std::none_of(kTops.begin(), kTops.end(), system)) tops_.emplace(home);
  }
  Paths tops_;
};

class HomeNames {
 public:
  explicit HomeNames(const Record& record) : homes_(record) {
    const auto add = [&](const auto& answers, auto is_found) {
      for (const auto& [path, answer] : answers) {
        if (homes_.of(path).empty()) continue;
        keys_.insert(path);
        if (is_found(path, answer.ok())) found_.insert(path);
      }
    };
    const auto always = [](View, bool) { return true; };
    add(record.reads, always);
    add(record.blobs, always);
    add(record.links, always);
    add(record.spaces, always);
    add(record.lists, [](View, bool) { return false; });
    // What the search asks of every folder, and mostly in vain.
    add(record.infos, [](View path, bool ok) { return ok || last_of(path) != "pyvenv.cfg"; });
    add_things(record);
    add_mentions(record);
  }

  void hide(Record& record) {
    for (const auto& [dir, entries] : record.lists) {
      if (entries.ok() && !homes_.of(dir).empty()) choose(dir, *entries);
    }
    if (names_.empty()) return;
    rename(record.infos);
    for (auto& [dir, entries] : record.lists) {
      if (!entries.ok()) continue;
      for (DirEntry& entry : *entries) {
        const auto name = names_.find(dir + '/' + entry.name);
        if (name != names_.end()) entry.name = name->second;
      }
    }
    rename(record.lists);
  }

 private:
  /// Folders that something was asked of by the names of their files are no mere stages of a
  /// search: what lies below them may be asked for by name as well.
  void add_things(const Record& record) {
    const auto add = [&](View path) {
      if (!homes_.of(path).empty()) things_.emplace(parent_of(path));
    };
    for (const auto& [path, answer] : record.reads) add(path);
    for (const auto& [path, answer] : record.blobs) add(path);
    for (const auto& [path, answer] : record.infos) {
      if (found_.find(path) != found_.end()) add(path);
    }
    for (const auto& [path, answer] : record.spaces) {
      if (!homes_.of(path).empty()) things_.insert(path);
    }
  }

  /// Paths in texts: a variable, a command line, a log.
  void add_mentions(const Record& record) {
    for (const auto& [name, value] : record.environment) add_mentions_in(value);
    for (const auto& [path, text] : record.reads) {
      if (text.ok()) add_mentions_in(*text);
    }
    for (const auto& [argv, answer] : record.queries) {
      for (const std::string& word : argv) add_mentions_in(word);
      if (answer.ok()) add_mentions_in(answer->out);
    }
    for (const auto& [path, target] : record.links) {
      if (target.ok()) add_mentions_in(*target);
    }
  }

  void add_mentions_in(View text) {
    add_mentions_of("/home/", text);
    for (const std::string& top : homes_.tops()) add_mentions_of(top + '/', text);
  }

  void add_mentions_of(View top, View text) {
    constexpr std::size_t kLongest = 512;
    constexpr View kEnds{"\0\n\r\"':;,=<>|\\", 12};
    for (std::size_t at = text.find(top); at != View::npos; at = text.find(top, at + 1)) {
      const View rest = text.substr(at, kLongest);
      const View path = rest.substr(0, rest.find_first_of(kEnds));
      mentions_.emplace(path);
      mentions_.emplace(path.substr(0, path.find_first_of(" \t)]}")));
    }
  }

  /// True when `path`, or a folder that it lies in, is more than a stage of the search.
  bool is_known(const std::string& path, View home) const {
    if (has_at_or_below(found_, path) || has_at_or_below(mentions_, path)) return true;
    for (View at = path; at.size() > home.size(); at = parent_of(at)) {
      if (things_.count(at) != 0 || mentions_.find(at) != mentions_.end()) return true;
      if (last_of(at).starts_with('.')) return true;
    }
    return false;
  }

  void choose(const std::string& dir, const std::vector<DirEntry>& entries) {
    const View home = homes_.of(dir);
    std::set<std::string, std::less<>> used;
    for (const DirEntry& entry : entries) used.insert(entry.name);
    std::size_t next = 0;
    for (const DirEntry& entry : entries) {
      const std::string path = dir + '/' + entry.name;
      if (is_marker(entry.name, dir) || is_neutral(entry.name)) continue;
      if (has_at_or_below(keys_, path) && is_known(path, home)) continue;
      const View dot = entry.name.starts_with('.') ? "." : "";
      const View kind = entry.kind == FileKind::directory ? "folder" : "file";
      std::string name;
      do name = fmt::format("{}{}-{}", dot, kind, ++next);
      while (used.count(name) != 0);
      names_.emplace(path, std::move(name));
    }
  }

  /// `path` with the new names of its parts.
  std::string renamed(View path) const {
    const View home = homes_.of(path);
    if (home.empty()) return std::string(path);
    std::string out(home);
    for (std::size_t at = home.size(); at < path.size();) {
      const std::size_t end = std::min(path.find('/', at + 1), path.size());
      const auto name = names_.find(path.substr(0, end));
      out += '/';
      out += name == names_.end() ? path.substr(at + 1, end - at - 1) : View(name->second);
      at = end;
    }
    return out;
  }

  template <class T>
  void rename(Answers<T>& answers) const {
    Answers<T> out;
    for (auto& [path, answer] : answers) {
      std::string name = renamed(path);
      if (!answer.ok() && name != path) {
        Error why = answer.error();
        why.what = replaced(why.what, path, name);
        answer = std::move(why);
      }
      out.emplace(std::move(name), std::move(answer));
    }
    answers = std::move(out);
  }

  Homes homes_;
  Paths keys_;      // all that was asked, below homes
  Paths found_;     // of these, what is more than a vain question of the search
  Paths things_;    // folders of which files were asked for
  Paths mentions_;  // paths in texts
  std::map<std::string, std::string, std::less<>> names_;  // path -> the new name of its last part
};

}  // namespace

void hide_home_names(Record& record) { HomeNames(record).hide(record); }

}  // namespace gb10::redaction
