#include "host/redact_names.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace gb10::redaction {

namespace {

using View = std::string_view;

/// Each name is looked for in every text.
constexpr std::size_t kMostNames = 200;

bool in_name(char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; }

/// Adds a host with its parts: the name before the first dot, and the domain behind it.
void add_host(View name, Names& names) {
  name = trimmed(name);
  const bool plain = std::all_of(name.begin(), name.end(), in_name);
  if (!plain || is_public_host(name) || name.size() > 255) return;
  if (names.hosts.size() >= kMostNames) return;
  const std::size_t dot = name.find('.');
  if (dot == View::npos) {
    names.hosts.insert(lower(name));
    return;
  }
  add_host(name.substr(0, dot), names);
  const View domain = name.substr(dot + 1);
  if (!is_public_host(domain) && !is_private_domain(lower(domain)))
    names.hosts.insert(lower(domain));
}

/// Names of groups that mean something stay, even where a person is called so.
void add_user(View name, Names& names) {
  static constexpr std::array<View, 5> kOpen = {"root", "docker", "sudo", "nobody", "ollama"};
  name = trimmed(name);
  const bool plain = std::all_of(name.begin(), name.end(), in_name);
  if (!plain || name.empty() || name.size() > 64 || names.users.size() >= kMostNames) return;
  const std::string low = lower(name);
  if (std::find(kOpen.begin(), kOpen.end(), low) == kOpen.end()) names.users.insert(low);
}

/// A full name and its words, of which each tells as much.
void add_person(View full, Names& names) {
  const auto in_word = [](char c) { return is_alnum(c) && !is_digit(c); };
  if (full.size() < 4 || full.size() > 100 || names.people.size() >= kMostNames) return;
  names.people.insert(lower(full));
  for (const View word : words(full)) {
    const View bare = word.substr(0, word.find_last_not_of(".,") + 1);
    const bool plain = std::all_of(bare.begin(), bare.end(),
                                   [&](char c) { return in_word(c) || c == '-' || c == '\''; });
    if (plain && bare.size() >= 4 && !is_ordinary(bare)) names.people.insert(lower(bare));
  }
}

void add_passwd(View text, Names& names) {
  for (const View line : lines(text)) {
    const auto fields = split(line, ':');
    if (fields.size() < 7) continue;
    const auto id = whole_number(fields[2]);
    if (!id || *id < 1000 || *id >= 65534) continue;
    add_user(fields[0], names);
    const View full = trimmed(fields[4].substr(0, fields[4].find(',')));
    if (lower(full) != lower(fields[0])) add_person(full, names);
    const View home = fields[5];
    if (home.starts_with("/home/")) add_user(home.substr(home.rfind('/') + 1), names);
  }
}

/// The names in a hosts file, behind the addresses.
void add_hosts(View text, Names& names) {
  for (const View line : lines(text)) {
    const auto all = words(line.substr(0, line.find('#')));
    for (std::size_t i = 1; i < all.size(); ++i) add_host(all[i], names);
  }
}

void add_domains(View text, Names& names) {
  for (const View line : lines(text)) {
    const auto all = words(line);
    if (all.empty() || (all[0] != "search" && all[0] != "domain")) continue;
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (is_public_host(all[i]) || is_private_domain(lower(all[i]))) continue;
      if (all[i].find('.') != View::npos) names.hosts.insert(lower(all[i]));
    }
  }
}

void add_read(View path, const std::string& text, Names& names) {
  if (path == "/etc/passwd") add_passwd(text, names);
  if (path == "/etc/hosts") add_hosts(text, names);
  if (path == "/etc/resolv.conf") add_domains(text, names);
  if (path == "/etc/hostname" || path == "/proc/sys/kernel/hostname") add_host(text, names);
}

/// `id` says "uid=1000(NAME)", loginctl "1000 NAME".
void add_users_of_id(View text, Names& names) {
  for (std::size_t at = text.find("uid="); at != View::npos; at = text.find("uid=", at + 1)) {
    const std::size_t open = text.find_first_not_of("0123456789", at + 4);
    if (open == View::npos || text[open] != '(') continue;
    const std::size_t close = text.find(')', open);
    const auto id = whole_number(text.substr(at + 4, open - at - 4));
    if (close != View::npos && id && *id >= 1000 && *id < 65534) {
      add_user(text.substr(open + 1, close - open - 1), names);
    }
  }
}

/// Lines of a log name their machine behind the time: "2026-11-27T23:49:01+00:00 HOST kernel: …",
/// "Nov 27 23:49:01 HOST kernel: …".
void add_hosts_of_log(View text, Names& names) {
  for (const View line : lines(text)) {
    const auto all = words(line.substr(0, 300));
    if (all.size() < 3) continue;
    const bool dated = all[0].size() >= 19 && is_digit(all[0][0]) && all[0][10] == 'T';
    const bool named = all.size() >= 5 && all[0].size() == 3 && all[2].size() == 8 &&
                       all[2][2] == ':' && all[2][5] == ':';
    if (dated) add_host(all[1], names);
    if (named) add_host(all[3], names);
  }
}

void add_output(const std::vector<std::string>& argv, const Output& output, Names& names) {
  const View path = argv.empty() ? View() : View(argv[0]);
  const View program = path.substr(path.rfind('/') + 1);
  const View option = argv.size() > 1 ? View(argv[1]) : View();
  const auto value = [&](View key) { return value_of(output.out, key).value_or(View()); };
  if (program == "hostname") add_host(output.out, names);
  if (program == "journalctl") add_hosts_of_log(output.out, names);
  if (program == "hostnamectl") {
    for (const View key : {"Static hostname", "Transient hostname", "Pretty hostname"}) {
      add_host(value(key), names);
    }
    if (option == "hostname" || option == "--static") add_host(output.out, names);
  }
  if (program == "uname" && option == "-n") add_host(output.out, names);
  if (program == "uname" && option == "-a") {
    const auto all = words(output.out);
    if (all.size() > 1) add_host(all[1], names);
  }
  if (program == "getent" && option == "passwd") add_passwd(output.out, names);
  if (program == "whoami" || program == "logname") add_user(output.out, names);
  if (program == "id") {
    add_users_of_id(output.out, names);
    if (option == "-un") add_user(output.out, names);
  }
  if (program != "loginctl") return;
  for (const View line : lines(output.out)) {
    const auto all = words(line);
    if (all.size() >= 2 && whole_number(all[0]).value_or(0) >= 1000) add_user(all[1], names);
  }
}

void add_environment(const Record& record, Names& names) {
  for (const View name : {"USER", "LOGNAME", "SUDO_USER"}) {
    const auto at = record.environment.find(name);
    if (at != record.environment.end()) add_user(at->second, names);
  }
  const auto home = record.environment.find("HOME");
  if (home == record.environment.end()) return;
  const View path = home->second;
  if (path.starts_with("/home/")) {
    const View name = path.substr(6);
    add_user(name.substr(0, name.find('/')), names);
  }
}

}  // namespace

Names names_of(const Record& record) {
  Names names;
  for (const auto& [path, answer] : record.reads) {
    if (answer.ok()) add_read(path, *answer, names);
  }
  for (const auto& [path, text] : record.identities) add_read(path, text, names);
  for (const auto& [argv, answer] : record.queries) {
    if (answer.ok()) add_output(argv, *answer, names);
  }
  add_environment(record, names);
  for (const View dir : {"/home", "/var/lib/systemd/linger"}) {
    const auto list = record.lists.find(dir);
    if (list == record.lists.end() || !list->second.ok()) continue;
    for (const DirEntry& entry : *list->second) add_user(entry.name, names);
  }
  for (const std::string& user : names.users) names.people.erase(user);
  return names;
}

}  // namespace gb10::redaction
