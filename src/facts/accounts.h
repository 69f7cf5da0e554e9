#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/host.h"

/// Who asks: the caller, or the user behind sudo.
namespace gb10 {

struct User {
  std::string name, home;
  std::int64_t id = 0, group = 0;
};

/// The user for whom the program runs. With sudo it is the one who called sudo: what lies in that
/// user's home is meant, not what lies in root's.
Result<User> asking_user(const HostView& host);

/// True when `user` is in the group `name` by /etc/group or by the user's own group; `not_found`
/// when there is no such group.
Result<bool> in_group(const HostView& host, const User& user, std::string_view name);

/// The home to look for caches in: HOME of the caller's environment, or with sudo the home of the
/// user behind it.
Result<std::string> asking_home(const HostView& host);

}  // namespace gb10
