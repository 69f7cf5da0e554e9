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

constexpr std::string_view kBegin = "gb10-run-";  // then the process and six letters
constexpr std::size_t kMostRead = 16U << 20U;

/// Whether a folder is this user's, and nobody else can look into it.
bool is_own(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid() &&
         (info.st_mode & 077U) == 0;
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
    if (is_own(path) && !is_used(path)) std::filesystem::remove_all(path, ignored);
  }
}

}  // namespace

Result<HookFolder> HookFolder::make(const std::string& runtime) {
  const bool has_runtime = runtime.starts_with('/') && is_own(runtime);
  const std::string parent = has_runtime ? runtime : "/tmp";
  remove_stale(parent);
  std::string path = fmt::format("{}/{}{}-XXXXXX", parent, kBegin, ::getpid());
  if (::mkdtemp(path.data()) == nullptr)
    return touch_failure(errno, fmt::format("cannot make a folder in {}", parent));
  return HookFolder(path);
}

HookFolder::HookFolder(HookFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

HookFolder::~HookFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
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
