#include "facts/accounts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::string_view kPasswd = "/etc/passwd";
constexpr std::string_view kGroup = "/etc/group";

std::string variable(const HostView& host, std::string_view name) {
  const auto& environment = host.self().environment;
  const auto at = environment.find(name);
  return at == environment.end() ? std::string() : at->second;
}

/// The name of the user behind sudo; empty without sudo.
std::string behind_sudo(const HostView& host) {
  if (host.self().effective_user != 0) return {};
  const std::string name = variable(host, "SUDO_USER");
  return name == "root" ? std::string() : name;
}

}  // namespace

Result<User> asking_user(const HostView& host) {
  const std::string name = behind_sudo(host);
  const std::int64_t id = host.self().effective_user;
  const std::string passwd = TRY(host.read(kPasswd));
  for (const std::string_view line : lines(passwd)) {
    const auto fields = split(line, ':');
    if (fields.size() < 7) continue;
    const auto uid = whole_number(fields[2]);
    const auto gid = whole_number(fields[3]);
    if (!uid || !gid || (name.empty() ? *uid != id : fields[0] != name)) continue;
    return User{std::string(fields[0]), std::string(fields[5]), *uid, *gid};
  }
  return Error{Error::Kind::not_found,
               fmt::format("{} does not name the user {}", kPasswd,
                           name.empty() ? fmt::format("{}", id) : printable(name))};
}

Result<bool> in_group(const HostView& host, const User& user, std::string_view name) {
  const std::string group = TRY(host.read(kGroup));
  for (const std::string_view line : lines(group)) {
    const auto fields = split(line, ':');
    if (fields.size() < 4 || fields[0] != name) continue;
    const auto members = split(fields[3], ',');
    return whole_number(fields[2]) == user.group ||
           std::find(members.begin(), members.end(), user.name) != members.end();
  }
  return Error{Error::Kind::not_found, fmt::format("there is no group {}", name)};
}

Result<std::string> asking_home(const HostView& host) {
  if (behind_sudo(host).empty()) {
    const std::string home = variable(host, "HOME");
    if (!home.empty()) return home;
  }
  const User user = TRY(asking_user(host));
  return user.home;
}

}  // namespace gb10
