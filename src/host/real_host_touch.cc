// The half of RealHost that changes the machine.
#include "host/real_host.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "host/failure.h"

namespace gb10 {

namespace {

Result<std::string> checked(std::string_view path) {
  const bool name = path.size() > 1 && path.starts_with('/') && !path.ends_with('/');
  if (name && path.find('\0') == std::string_view::npos) return std::string(path);
  return Error{Error::Kind::invalid, fmt::format("\"{}\" is no absolute path of a file", path)};
}

bool is_kernel_file(const std::string& path) {
  return (path.starts_with("/proc/") || path.starts_with("/sys/")) &&
         (path + '/').find("/../") == std::string::npos;
}

/// What a new file shall be like.
struct Likeness {
  unsigned mode = 0644;
  bool owned = false;  // by `owner` and `group`, else by us
  uid_t owner = 0;
  gid_t group = 0;
};

/// Of the file that is there, else of the one that is asked for.
Result<Likeness> likeness(const File& file, const std::string& path) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0) {
    if (errno == ENOENT) return Likeness{.mode = file.mode & 07777U};
    return touch_failure(errno, fmt::format("cannot look at {}", path));
  }
  if (S_ISREG(about.st_mode)) {
    return Likeness{about.st_mode & 07777U, true, about.st_uid, about.st_gid};
  }
  return Error{Error::Kind::conflict, fmt::format("{} is there and no regular file", path)};
}

/// A file beside the one that is written, gone at the end unless it took its place.
class Temporary {
 public:
  static Result<Temporary> beside(const std::string& path);
  /// One that is there already.
  explicit Temporary(std::string name) : name_(std::move(name)) {}
  Temporary(Temporary&& other) noexcept
      : name_(std::exchange(other.name_, {})), file_(std::move(other.file_)) {}
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  /// 0 or an errno.
  int fill(std::string_view content, const Likeness& like) const;
  int take_place(const std::string& path);

 private:
  Temporary(std::string name, Descriptor file) : name_(std::move(name)), file_(std::move(file)) {}

  std::string name_;
  Descriptor file_;
};

std::string directory_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

Result<Temporary> Temporary::beside(const std::string& path) {
  const auto directory = directory_of(path);
  // The name ends in no way that the readers of a ".d" directory look for.
  std::string name = fmt::format("{}.{}.gb10-XXXXXX", directory, path.substr(directory.size()));
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (!file) return touch_failure(errno, fmt::format("cannot write in {}", directory));
  return Temporary(std::move(name), std::move(file));
}

int write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(file, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

int Temporary::fill(std::string_view content, const Likeness& like) const {
  if (const int code = write_all(file_.get(), content)) return code;
  // The owner first: changing it takes set-user-id bits away.
  if (like.owned && ::fchown(file_.get(), like.owner, like.group) != 0) return errno;
  if (::fchmod(file_.get(), like.mode) != 0) return errno;
  return ::fsync(file_.get()) == 0 ? 0 : errno;
}

int Temporary::take_place(const std::string& path) {
  if (::rename(name_.c_str(), path.c_str()) != 0) return errno;
  name_.clear();
  const auto directory = directory_of(path);
  const Descriptor there(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems have nothing to write for a directory and say EINVAL.
  return there && (::fsync(there.get()) == 0 || errno == EINVAL) ? 0 : errno;
}

/// What was removed must not come back after a power failure; some file systems say EINVAL here.
Result<void> made_sure_of(const std::string& path) {
  const Descriptor there(::open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (there && (::fsync(there.get()) == 0 || errno == EINVAL)) return {};
  return touch_failure(errno, fmt::format("cannot be sure that {} is gone", path));
}

}  // namespace

Result<void> RealHost::poke(std::string_view path, std::string_view value) {
  const auto whole = TRY(checked(path));
  if (!is_kernel_file(whole)) {
    return Error{Error::Kind::invalid, fmt::format("{} is no file of /proc or /sys", path)};
  }
  const auto doing = fmt::format("cannot write {}", path);
  const Descriptor file(::open(whole.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file) return touch_failure(errno, doing);
  ssize_t n = 0;
  do {
    n = ::write(file.get(), value.data(), value.size());
  } while (n < 0 && errno == EINTR);
  if (n < 0) return touch_failure(errno, doing);
  if (static_cast<std::size_t>(n) == value.size()) return {};
  return Error{Error::Kind::failed,
               fmt::format("{}: the kernel took {} of {} bytes", doing, n, value.size())};
}

Result<void> RealHost::install(const File& file) {
  const auto path = TRY(checked(file.path));
  const auto like = TRY(likeness(file, path));
  auto temporary = TRY(Temporary::beside(path));
  int code = temporary.fill(file.content, like);
  if (code == 0) code = temporary.take_place(path);
  if (code != 0) return touch_failure(code, fmt::format("cannot write {}", path));
  return {};
}

Result<void> RealHost::make_directory(std::string_view path) {
  const auto whole = TRY(checked(path));
  for (std::size_t end = whole.find('/', 1);; end = whole.find('/', end + 1)) {
    const std::string folder = whole.substr(0, end);
    struct stat about {};
    if (::mkdir(folder.c_str(), 0755) != 0) {
      if (errno != EEXIST) return touch_failure(errno, fmt::format("cannot make {}", folder));
      if (::stat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode))
        return Error{Error::Kind::conflict, fmt::format("{} is there and no directory", folder)};
    }
    if (end == std::string::npos) return {};
  }
}

Result<void> RealHost::symlink(std::string_view target, std::string_view path) {
  const auto whole = TRY(checked(path));
  if (target.empty() || target.find('\0') != std::string_view::npos) {
    return Error{Error::Kind::invalid, "a link must say something"};
  }
  if (::symlink(std::string(target).c_str(), whole.c_str()) == 0) return {};
  return touch_failure(errno, fmt::format("cannot make the link {}", path));
}

Result<void> RealHost::replace_link(std::string_view target, std::string_view path) {
  const auto whole = TRY(checked(path));
  struct stat about {};
  const bool is_there = ::lstat(whole.c_str(), &about) == 0;
  if (is_there && !S_ISLNK(about.st_mode))
    return Error{Error::Kind::conflict, fmt::format("{} is there and no link", path)};
  const std::string directory = directory_of(whole);
  const std::string beside =
      fmt::format("{}.{}.gb10-{}", directory, whole.substr(directory.size()), ::getpid());
  TRY(symlink(target, beside));
  Temporary temporary(beside);
  if (const int code = temporary.take_place(whole))
    return touch_failure(code, fmt::format("cannot make the link {}", path));
  return {};
}

Result<void> RealHost::remove(std::string_view path) {
  const auto whole = TRY(checked(path));
  if (::unlink(whole.c_str()) != 0)
    return touch_failure(errno, fmt::format("cannot remove {}", path));
  return made_sure_of(whole);
}

Result<void> RealHost::remove_directory(std::string_view path) {
  const auto whole = TRY(checked(path));
  if (::rmdir(whole.c_str()) == 0) return made_sure_of(whole);
  if (errno == ENOTEMPTY || errno == EEXIST)
    return Error{Error::Kind::conflict, fmt::format("{} is not empty", path)};
  return touch_failure(errno, fmt::format("cannot remove {}", path));
}

}  // namespace gb10
