// Where a word is the name of a user or of a host, whatever else it may mean.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/redact_names.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

bool in_name(char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; }

/// The text before `at`, of the same line and not too much of it.
View before_on_line(View text, std::size_t at) {
  const std::size_t from = at > 120 ? at - 120 : 0;
  const View near = text.substr(from, at - from);
  return near.substr(near.rfind('\n') + 1);
}

/// True behind "key=", "key: ", "key 'x" with one of these keys.
template <std::size_t N>
bool is_value_of(View before, const std::array<View, N>& keys) {
  const std::size_t end = before.find_last_not_of(" \t=:\"'");
  if (end == View::npos || end + 1 == before.size()) return false;
  const View left = before.substr(0, end + 1);
  return std::any_of(keys.begin(), keys.end(), [&](View key) {
    if (left.size() < key.size() || lower(left.substr(left.size() - key.size())) != key)
      return false;
    return left.size() == key.size() || !is_alnum(left[left.size() - key.size() - 1]);
  });
}

bool ends_with_any(View text, std::initializer_list<View> ends) {
  return std::any_of(ends.begin(), ends.end(), [&](View end) { return text.ends_with(end); });
}

/// "uid=1000(" and "gid=1000(" and ",1000(".
bool is_behind_id(View before) {
  if (!before.ends_with('(')) return false;
  before.remove_suffix(1);
  return !before.empty() && is_digit(before.back());
}

/// True in the files that list accounts, and in the answers of programs that do nothing else.
bool is_account_list(const Place& place) {
  static constexpr std::array<View, 8> kFiles = {"passwd", "group",  "shadow",  "gshadow",
                                                 "subuid", "subgid", "passwd-", "group-"};
  static constexpr std::array<View, 8> kPrograms = {"getent", "loginctl", "who",   "w",
                                                    "whoami", "logname",  "users", "last"};
  const auto& list = place.kind == Place::Kind::file ? kFiles : kPrograms;
  if (place.kind == Place::Kind::file && !place.name.starts_with("/etc/")) return false;
  if (place.kind != Place::Kind::file && place.kind != Place::Kind::output) return false;
  return std::find(list.begin(), list.end(), place.last()) != list.end();
}

/// In /etc/passwd the fields that hold the name: the first, and members behind the last ":".
bool is_account_field(View text, std::size_t begin, std::size_t end, const Place& place) {
  const char before = begin == 0 ? '\n' : text[begin - 1];
  const char after = end == text.size() ? '\n' : text[end];
  if (place.kind == Place::Kind::output) return !in_name(before) && !in_name(after);
  const View line = before_on_line(text, begin);
  if (before == '\n') return after == ':' || after == '\n';
  const bool member = std::count(line.begin(), line.end(), ':') >= 3;
  return member && (before == ':' || before == ',') && (after == ',' || after == '\n');
}

/// True behind a folder of files that are called after accounts; "90-" may come before the name.
bool is_account_folder(View before) {
  const std::size_t bare = before.find_last_not_of("0123456789-_");
  if (bare != View::npos && before[bare] == '/') before = before.substr(0, bare + 1);
  return ends_with_any(before, {"/media/", "/linger/", "/crontabs/", "/sudoers.d/", "/mail/",
                                "/profile.d/", "/cron.d/", "/spool/cron/", "/run/user/"});
}

bool is_user_place(View text, std::size_t begin, std::size_t end, const Place& place) {
  static constexpr std::array<View, 8> kKeys = {"user",  "logname", "sudo_user", "username",
                                                "owner", "login",   "sudo",      "account"};
  const char before = char_before(text, begin), after = char_at(text, end);
  if (in_name(after) && after != '.') return false;
  const View line = before_on_line(text, begin);
  if (is_account_folder(line)) return true;
  if (in_name(before)) return false;
  if (is_account_list(place)) return is_account_field(text, begin, end, place);
  if (place.kind == Place::Kind::argument && begin == 0 && end == text.size()) return true;
  if (after == '@') return is_alnum(char_at(text, end + 1));
  return is_behind_id(line) || is_value_of(line, kKeys);
}

/// "Nov 27 23:49:01 " or "2026-11-27T23:49:01+00:00 " at the beginning of a line: the name of the
/// machine comes next.
bool is_behind_time(View before) {
  if (before.size() < 14 || before.size() > 40 || !before.ends_with(' ')) return false;
  const auto all = words(before);
  const View time = all.empty() ? View() : all.back();
  const auto in_time = [](char c) { return is_digit(c) || View(":T.,+Z-").find(c) != View::npos; };
  return all.size() <= 3 && std::count(time.begin(), time.end(), ':') >= 2 &&
         std::all_of(time.begin(), time.end(), in_time);
}

bool is_host_file(const Place& place) {
  return place.kind == Place::Kind::file &&
         (place.name == "/etc/hostname" || place.name == "/etc/hosts" ||
          place.name == "/proc/sys/kernel/hostname");
}

bool is_host_place(View text, std::size_t begin, std::size_t end, const Place& place) {
  static constexpr std::array<View, 6> kKeys = {"hostname",  "host name", "nodename",
                                                "_hostname", "node name", "computer name"};
  const char before = char_before(text, begin), after = char_at(text, end);
  if (is_alnum(before) || is_alnum(after) || before == '-' || after == '-') return false;
  if (is_host_file(place) || place.is_output_of("hostname")) return true;
  const View line = before_on_line(text, begin);
  if (ends_with_any(line, {"/sites-enabled/", "/sites-available/", "/ssl/private/", "/live/"}))
    return true;
  if (place.is_output_of("uname")) return line.empty() || line == "Linux ";
  if (place.is_output_of("docker") && is_value_of(line, std::array<View, 1>{"name"})) return true;
  if (before == '@') return in_name(char_before(text, begin - 1));
  return is_value_of(line, kKeys) || (after == ' ' && is_behind_time(line));
}

/// Every place in `text` where `name` stands and `is_place` agrees.
template <class F>
void find_each(View text, View name, Secret kind, Spans& spans, F is_place) {
  for (std::size_t at = text.find(name); at != View::npos; at = text.find(name, at + 1)) {
    if (is_place(at, at + name.size())) spans.push_back({at, at + name.size(), kind});
  }
}

void find_homes(View text, Spans& spans) {
  constexpr View kHome = "/home/";
  for (std::size_t at = text.find(kHome); at != View::npos; at = text.find(kHome, at + 1)) {
    const std::size_t begin = at + kHome.size();
    std::size_t end = begin;
    while (end < text.size() && end - begin < 64 && in_name(text[end])) ++end;
    while (end > begin && text[end - 1] == '.') --end;
    if (end > begin) spans.push_back({begin, end, Secret::user});
  }
}

}  // namespace

void find_names(std::string_view text, const Place& place, const Names& names, Spans& spans) {
  find_homes(text, spans);
  find_listed(text, place, spans);
  const std::string low = lower(text);
  for (const std::string& name : names.users) {
    find_each(low, name, Secret::user, spans, [&](std::size_t begin, std::size_t end) {
      return is_user_place(text, begin, end, place);
    });
  }
  for (const std::string& name : names.hosts) {
    find_each(low, name, Secret::host, spans, [&](std::size_t begin, std::size_t end) {
      return is_host_place(text, begin, end, place);
    });
  }
}

}  // namespace gb10::redaction
