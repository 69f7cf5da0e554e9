#include "host/failure.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

namespace gb10 {

namespace {

Error::Kind look_kind(int code) {
  switch (code) {
    case ENOENT:
    case ENOTDIR:
    case ESRCH:  // a process that has gone
    case ENODEV:
    case ENXIO:
      return Error::Kind::not_found;
    case EACCES:
    case EPERM:
      return Error::Kind::denied;
    case ETIMEDOUT:
      return Error::Kind::timeout;
    default:
      return Error::Kind::failed;
  }
}

Error::Kind touch_kind(int code) {
  switch (code) {
    case EINVAL:
    case ERANGE:
    case EDOM:
      return Error::Kind::invalid;
    case EBUSY:
    case EAGAIN:
      return Error::Kind::busy;
    case EEXIST:
      return Error::Kind::conflict;
    case EOPNOTSUPP:
    case ENOSYS:
      return Error::Kind::unsupported;
    default:
      return look_kind(code);
  }
}

Error made(Error::Kind kind, int code, std::string_view doing) {
  const char* known = strerrordesc_np(code);
  std::string reason = known != nullptr ? known : fmt::format("error {}", code);
  if (!reason.empty()) reason[0] = static_cast<char>(std::tolower(reason[0]));
  const bool sudo_may_help = kind == Error::Kind::denied && ::geteuid() != 0;
  return {kind, fmt::format("{}: {}", doing, reason), sudo_may_help ? "run with sudo" : ""};
}

}  // namespace

Error failure(int code, std::string_view doing) { return made(look_kind(code), code, doing); }

Error touch_failure(int code, std::string_view doing) {
  return made(touch_kind(code), code, doing);
}

}  // namespace gb10
