#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/accounts.h"
#include "facts/os.h"
#include "facts/value.h"

namespace gb10::os {

namespace {

/// The value that systemd takes for truth, and for its contrary.
std::optional<bool> truth(std::string_view word) {
  const std::string text = lower(word);
  for (const std::string_view yes : {"1", "yes", "y", "true", "t", "on"}) {
    if (text == yes) return true;
  }
  for (const std::string_view no : {"0", "no", "n", "false", "f", "off"}) {
    if (text == no) return false;
  }
  return std::nullopt;
}

/// logind's settings files in the order in which they count, the last one most: the main file, then
/// the drop-ins by name, of which one in /etc hides its namesakes elsewhere.
std::vector<std::string> logind_files(const HostView& host) {
  constexpr std::string_view kDirs[] = {"/usr/lib/systemd", "/run/systemd", "/etc/systemd"};
  std::vector<std::string> files;
  std::map<std::string, std::string> dropins;
  for (const std::string_view dir : kDirs) {
    const std::string main = fmt::format("{}/logind.conf", dir);
    if (host.info(main).ok()) files = {main};
    const std::string sub = fmt::format("{}/logind.conf.d", dir);
    const auto entries = host.list(sub);
    if (!entries.ok()) continue;
    for (const DirEntry& entry : *entries) {
      if (entry.name.ends_with(".conf"))
        dropins[entry.name] = fmt::format("{}/{}", sub, entry.name);
    }
  }
  for (const auto& [name, path] : dropins) files.push_back(path);
  return files;
}

/// RemoveIPC is on unless a file says otherwise (logind.conf(5)).
void put_remove_ipc(const HostView& host, Facts& facts) {
  bool removes = true;
  std::string source = "logind's default";
  for (const std::string& file : logind_files(host)) {
    const auto text = host.read(file);
    if (!text.ok() && text.error().kind != Error::Kind::not_found) {
      facts.unknown("os.remove_ipc", text.error(), file);
      return;
    }
    const auto said = last_of(assignments(text.value_or("")), "RemoveIPC");
    const auto value = said ? truth(*said) : std::nullopt;
    if (!value) continue;
    removes = *value;
    source = file;
  }
  facts.set("os.remove_ipc", removes, source);
}

void put_lingering(const HostView& host, Facts& facts) {
  const std::string source = "/var/lib/systemd/linger";
  const auto entries = host.list(source);
  if (!entries.ok() && entries.error().kind != Error::Kind::not_found) {
    facts.unknown("os.lingering_users", entries.error(), source);
    return;
  }
  std::vector<std::string> users;
  for (const DirEntry& entry : entries.value_or(std::vector<DirEntry>{})) {
    users.push_back(printable(entry.name));
  }
  facts.set("os.lingering_users", users, source);
}

Result<Value> membership(const HostView& host, std::string_view group) {
  const User user = TRY(asking_user(host));
  if (user.id == 0) return Error{Error::Kind::unsupported, "root needs no group"};
  return as_value(in_group(host, user, group));
}

/// The first of the variables that decides about messages, as locale(7) orders them.
Result<Value> messages_locale(const HostView& host, std::string_view path) {
  const std::string text = TRY(host.read(path));
  const Assignments set = assignments(text);
  for (const std::string_view name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const auto value = last_of(set, name)) return Value(*value);
  }
  return Value(std::string("C"));
}

}  // namespace

void collect_sessions(const HostView& host, Facts& facts) {
  put_remove_ipc(host, facts);
  put_lingering(host, facts);
  facts.put("os.user_in_docker_group", membership(host, "docker"), "/etc/group");
  facts.put("os.user_in_sudo_group", membership(host, "sudo"), "/etc/group");
  const std::string locale = "/etc/default/locale";
  facts.put("os.locale_messages", messages_locale(host, locale), locale);
}

}  // namespace gb10::os
