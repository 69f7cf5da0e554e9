#include "launch/hook_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "host/descriptor.h"
#include "host/failure.h"

namespace gb10 {

namespace {

constexpr const char* kShared = "/tmp";
constexpr std::string_view kBegin = "gb10-run-";  // then the process and six letters
constexpr std::size_t kMostRead = 16U << 20U;

/// Whether a folder is this user's, and others have none of the rights `refused` on it.
bool is_own(const std::string& path, unsigned refused) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid() &&
         (info.st_mode & refused) == 0;
}

/// Where it may lie, the best first. A colon would end the path in PYTHONPATH.
std::vector<std::string> parents(const std::string& runtime, const std::string& home) {
  constexpr unsigned kLook = 077, kChange = 022;
  std::vector<std::string> out;
  const auto add = [&](const std::string& path, unsigned refused) {
    if (path.starts_with('/') && path.find(':') == path.npos && is_own(path, refused))
      out.push_back(path);
  };
  add(runtime, kLook);
  add(fmt::format("/run/user/{}", ::geteuid()), kLook);
  if (::geteuid() == 0) add("/run", kChange);
  if (is_own(home, kChange)) {
    ::mkdir((home + "/.cache").c_str(), 0700);  // where it is there, this does nothing
    add(home + "/.cache", kChange);
  }
  out.emplace_back(kShared);
  return out;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> out;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), ::closedir);
  if (!stream) return out;
  while (const dirent* const entry = ::readdir(stream.get())) out.emplace_back(entry->d_name);
  return out;
}

std::string text_of(const std::string& path) {
  std::string out;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  char buffer[65536];
  while (file && out.size() < kMostRead) {
    const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    out.append(buffer, static_cast<std::size_t>(n));
  }
  return out;
}

/// Whether a process that we may ask has `path` in its environment: it goes on after its gb10.
bool is_used(const std::string& path) {
  for (const std::string& name : names_in("/proc")) {
    if (whole_number(name) &&
        text_of(fmt::format("/proc/{}/environ", name)).find(path) != std::string::npos)
      return true;
  }
  return false;
}

/// The process that made a folder of that name; nothing where it is none of ours.
std::optional<pid_t> maker_of(std::string_view name) {
  if (!name.starts_with(kBegin)) return std::nullopt;
  const auto parts = split(name.substr(kBegin.size()), '-');
  const auto id = parts.size() == 2 ? whole_number(parts[0]) : std::nullopt;
  if (!id || *id <= 0 || *id > (1 << 30)) return std::nullopt;
  return static_cast<pid_t>(*id);
}

void remove_stale(const std::string& parent) {
  for (const std::string& name : names_in(parent)) {
    const auto maker = maker_of(name);
    if (!maker || *maker == ::getpid() || ::kill(*maker, 0) == 0 || errno != ESRCH) continue;
    const std::string path = fmt::format("{}/{}", parent, name);
    std::error_code ignored;
    if (is_own(path, 077) && !is_used(path)) std::filesystem::remove_all(path, ignored);
  }
}

}  // namespace

Result<HookFolder> HookFolder::make(const std::string& runtime, const std::string& home) {
  int number = 0;
  for (const std::string& parent : parents(runtime, home)) {
    if (parent != kShared) remove_stale(parent);
    std::string path = fmt::format("{}/{}{}-XXXXXX", parent, kBegin, ::getpid());
    if (::mkdtemp(path.data()) != nullptr) return HookFolder(path, parent == kShared);
    number = errno;
  }
  return touch_failure(number, fmt::format("cannot make a folder in {}", kShared));
}

HookFolder::HookFolder(HookFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), keeps_name_(other.keeps_name_) {}

HookFolder::~HookFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  if (!keeps_name_) {
    std::filesystem::remove_all(path_, ignored);
    return;
  }
  for (const std::string& name : names_in(path_)) {
    if (name != "." && name != "..")
      std::filesystem::remove_all(fmt::format("{}/{}", path_, name), ignored);
  }
}

Result<void> HookFolder::write(const std::string& name, std::string_view text) const {
  const std::string path = fmt::format("{}/{}", path_, name);
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!file) return touch_failure(errno, fmt::format("cannot write {}", path));
  while (!text.empty()) {
    const ssize_t n = ::write(file.get(), text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return touch_failure(errno, fmt::format("cannot write {}", path));
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

std::string HookFolder::text(const std::string& name) const {
  return text_of(fmt::format("{}/{}", path_, name));
}

}  // namespace gb10
