#include "guard/decision_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>

#include <fmt/format.h>

#include "base/text.h"
#include "guard/ring.h"
#include "host/descriptor.h"
#include "host/failure.h"

namespace gb10 {

namespace {

std::string moment_text(std::int64_t wall) {
  const std::time_t seconds = wall / 1'000'000'000;
  std::tm parts{};
  char text[32] = "";
  if (gmtime_r(&seconds, &parts)) std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace

Result<void> DecisionLog::add(std::string_view text, std::int64_t wall) const {
  struct stat now {};
  if (::lstat(path_.c_str(), &now) == 0 && static_cast<std::uint64_t>(now.st_size) >= kFull &&
      ::rename(path_.c_str(), (path_ + ".1").c_str()) != 0)
    return failure(errno, fmt::format("cannot rename {}", path_));
  const Descriptor file(::open(
      path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0640));
  if (!file) return failure(errno, fmt::format("cannot open {}", path_));
  const std::string line = fmt::format("{} {}\n", moment_text(wall), printable(text, 4000));
  const ssize_t n = ::write(file.get(), line.data(), line.size());
  if (n == static_cast<ssize_t>(line.size())) return {};
  return failure(n < 0 ? errno : ENOSPC, fmt::format("cannot write {}", path_));
}

std::string decisions_beside(std::string_view ring) {
  if (ring == kRingPath) return "/var/lib/gb10/decisions.log";
  return fmt::format("{}.decisions.log", ring);
}

}  // namespace gb10
