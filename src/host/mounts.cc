#include "host/mounts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/text.h"

namespace gb10 {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

constexpr std::array<std::string_view, 20> kLocalTypes = {
    "ext2",    "ext3",  "ext4",   "xfs",      "btrfs",   "bcachefs", "f2fs",
    "zfs",     "vfat",  "exfat",  "udf",      "erofs",   "squashfs", "tmpfs",
    "iso9660", "ramfs", "rootfs", "devtmpfs", "overlay", "ntfs3"};
/// A local file system elsewhere may lie on a disk that was pulled out.
constexpr std::array<std::string_view, 10> kLocalPoints = {
    "/", "/boot", "/dev", "/home", "/opt", "/run", "/srv", "/tmp", "/usr", "/var"};
/// Files of /proc/PID that take no lock of the process's memory: a process that hangs in a driver
/// holds that lock for ever.
constexpr std::array<std::string_view, 4> kPromptOfProcess = {"comm", "stat", "statm", "status"};
constexpr std::array<std::string_view, 4> kPromptProc = {"self/", "sys/", "pressure/", "net/"};
/// Parts of /sys where no driver of a device is asked.
constexpr std::array<std::string_view, 5> kPromptSys = {"devices/system/", "kernel/", "module/",
                                                        "firmware/", "power/"};
/// What this very process holds open already: a helper has not.
constexpr std::array<std::string_view, 5> kHeld = {"/proc/self/fd/", "/dev/fd/", "/dev/stdin",
                                                   "/dev/stdout", "/dev/stderr"};

template <class List>
bool among(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

template <class List>
bool starts(const List& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(), [&](auto begin) { return text.starts_with(begin); });
}

/// True when `path` is `point` or lies below it.
bool below(std::string_view path, std::string_view point) {
  if (point == "/") return true;
  return path.starts_with(point) && (path.size() == point.size() || path[point.size()] == '/');
}

/// The table writes a blank as \040.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = text[i] == '\\' ? whole_number(text.substr(i + 1, 3), 8) : std::nullopt;
    if (code) i += 3;
    out += code ? static_cast<char>(*code) : text[i];
  }
  return out;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool prompt_in_proc(std::string_view rest, Look look) {
  const auto slash = rest.find('/');
  const auto first = rest.substr(0, slash);
  if (slash == std::string_view::npos) return look != Look::list || !is_number(first);
  if (is_number(first)) return among(kPromptOfProcess, rest.substr(slash + 1));
  return starts(kPromptProc, rest);
}

/// Directories and links of sysfs are the kernel's own; only reading a file asks a driver.
bool prompt_in_sys(std::string_view rest, Look look) {
  return look != Look::read || starts(kPromptSys, rest);
}

}  // namespace

Mounts::Mounts(std::string_view table) {
  for (const auto line : lines(table)) add(line);
  distrust_what_lies_below_foreign();
}

void Mounts::add(std::string_view line) {
  const auto fields = words(line);
  const auto dash = std::find(fields.begin(), fields.end(), "-");
  if (fields.size() < 5 || fields.end() - dash < 2) return;
  Mount mount;
  mount.point = unescaped(fields[4]);
  mount.kind = kind_of(mount.point, *(dash + 1));
  mounts_.push_back(std::move(mount));
}

Mounts::Kind Mounts::kind_of(std::string_view point, std::string_view type) {
  if (type == "proc" && point == "/proc") return Kind::proc;
  if (type == "sysfs" && point == "/sys") return Kind::sys;
  const bool ours = std::any_of(kLocalPoints.begin(), kLocalPoints.end(), [&](auto place) {
    return place == "/" ? point == place : below(point, place);
  });
  return ours && among(kLocalTypes, type) ? Kind::local : Kind::foreign;
}

std::size_t Mounts::holder(std::string_view path) const {
  std::size_t best = kNone;
  for (std::size_t i = 0; i < mounts_.size(); ++i) {
    if (!below(path, mounts_[i].point)) continue;
    // Of two at one place the later lies on top.
    if (best == kNone || mounts_[i].point.size() >= mounts_[best].point.size()) best = i;
  }
  return best;
}

/// The way to a mount point leads through the mounts above it.
void Mounts::distrust_what_lies_below_foreign() {
  for (auto& mount : mounts_) {
    const bool foreign = std::any_of(mounts_.begin(), mounts_.end(), [&](const Mount& other) {
      return other.kind == Kind::foreign && below(mount.point, other.point);
    });
    if (foreign) mount.kind = Kind::foreign;
  }
}

std::optional<Spot> Mounts::prompt(const std::string& path, Look look) {
  if (starts(kHeld, path)) return Spot{.path = path.c_str()};
  if (path.find("/..") != std::string::npos || path.find("//") != std::string::npos) {
    return std::nullopt;
  }
  const auto index = holder(path);
  if (index == kNone || mounts_[index].kind == Kind::foreign) return std::nullopt;
  auto& mount = mounts_[index];
  const std::size_t skip = std::min(path.size(), mount.point.size() + (mount.point != "/"));
  const std::string_view rest = std::string_view(path).substr(skip);
  if (mount.kind == Kind::proc && !prompt_in_proc(rest, look)) return std::nullopt;
  if (mount.kind == Kind::sys && !prompt_in_sys(rest, look)) return std::nullopt;
  if (!mount.directory) {
    constexpr int kFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    mount.directory = Descriptor(::open(mount.point.c_str(), kFlags));
  }
  if (!mount.directory) return std::nullopt;
  return Spot{rest.empty() ? "." : rest.data(), mount.directory.get(), true};
}

std::string_view Mounts::suspect(std::string_view path) const {
  const auto index = holder(path);
  if (index != kNone && mounts_[index].kind == Kind::foreign && mounts_[index].point != "/") {
    return path.substr(0, mounts_[index].point.size());
  }
  const auto parent = path.substr(0, path.rfind('/'));
  const bool top = parent.find('/', 1) == std::string_view::npos;  // "", "/proc"
  return top ? path : parent;
}

}  // namespace gb10
