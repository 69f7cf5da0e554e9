#include "guard/owners_policy.h"

#include <fmt/format.h>

namespace gb10 {

namespace {

Result<void> check_owner(const HostView& host, const std::string& path) {
  const FileInfo info = TRY(host.info(path));
  if (info.owner == 0 && (info.mode & 022) == 0) return {};
  return Error{Error::Kind::invalid, fmt::format("{} can be changed by others than root", path),
               fmt::format("sudo chown root: {0}; sudo chmod go-w {0}", path)};
}

}  // namespace

Result<GuardPolicy> owners_policy(const HostView& host) {
  const std::string path = kGuardPolicy;
  const auto there = host.info(path);
  if (!there.ok() && there.error().kind == Error::Kind::not_found) return guard_policy();
  if (host.self().effective_user == 0) {
    TRY(check_owner(host, path.substr(0, path.rfind('/'))));
    TRY(check_owner(host, path));
  }
  const std::string text = TRY(host.read(path));
  return guard_policy(text, path);
}

}  // namespace gb10
