#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "facts/ask.h"
#include "facts/storage.h"

namespace gb10::storage {

namespace {

/// Blanks, tabs, line ends and backslashes stand as octal numbers in /proc/mounts.
std::string plain_path(std::string_view text) {
  std::string path(text);
  constexpr std::pair<std::string_view, std::string_view> kEscapes[] = {
      {"\\040", " "}, {"\\011", "\t"}, {"\\012", "\n"}, {"\\134", "\\"}};
  for (const auto& [escape, plain] : kEscapes) path = replaced(path, escape, plain);
  return path;
}

/// File systems that lie on a disk or on another machine although their device is no path.
bool is_real_type(std::string_view type) { return type == "zfs" || is_remote(type); }

bool is_real(const Mount& mount) {
  if (mount.device.starts_with("/dev/loop") || mount.type == "squashfs") return false;
  return mount.device.starts_with("/dev/") || is_real_type(mount.type);
}

void put_room(const HostView& host, const Mount& mount, Facts& facts) {
  const std::string instance = ask::instance(mount.point), source = "statvfs";
  const auto space = is_remote(mount.type)
                         ? Error{Error::Kind::unsupported, "a network file system: not asked"}
                         : host.space(mount.point);
  if (!space.ok() || space->total == 0) {
    const Error why = space.ok() ? Error{Error::Kind::failed, "it says that it has no room at all"}
                                 : space.error();
    for (const char* field : {"size", "available", "used"}) {
      facts.unknown(key("filesystem", instance, field), why, source);
    }
    return;
  }
  const auto total = static_cast<double>(space->total);
  const auto available = static_cast<double>(std::min(space->available, space->total));
  facts.set(key("filesystem", instance, "size"), bytes(total), source);
  facts.set(key("filesystem", instance, "available"), bytes(available), source);
  facts.set(key("filesystem", instance, "used"), Quantity{(total - available) / total, Unit::ratio},
            source);
}

}  // namespace

bool is_remote(std::string_view type) {
  for (const std::string_view prefix : {"nfs", "cifs", "smb", "9p", "ceph", "lustre", "fuse.sshfs",
                                        "fuse.rclone", "beegfs", "gluster"}) {
    if (type.starts_with(prefix)) return true;
  }
  return false;
}

std::vector<Mount> real_mounts(std::string_view mounts) {
  constexpr std::size_t kMost = 64;
  std::vector<Mount> found;
  for (const std::string_view line : lines(mounts)) {
    const auto parts = words(line);
    if (parts.size() < 3 || found.size() == kMost) continue;
    const bool read_only = parts.size() > 3 && (parts[3] == "ro" || parts[3].starts_with("ro,"));
    const Mount mount{plain_path(parts[0]), plain_path(parts[1]), std::string(parts[2]), read_only};
    const bool again = std::any_of(found.begin(), found.end(), [&](const Mount& other) {
      return other.device == mount.device || other.point == mount.point;
    });
    if (is_real(mount) && !again) found.push_back(mount);
  }
  return found;
}

void collect_filesystems(const HostView& host, Facts& facts) {
  const std::string source = "/proc/mounts";
  const auto text = host.read(source);
  if (!text.ok()) return facts.unknown("storage.filesystems", text.error(), source);
  const std::vector<Mount> mounts = real_mounts(*text);
  facts.set("storage.filesystems", static_cast<std::int64_t>(mounts.size()), source);
  for (const Mount& mount : mounts) {
    const std::string instance = ask::instance(mount.point);
    facts.set(key("filesystem", instance, "type"), printable(mount.type), source);
    facts.set(key("filesystem", instance, "device"), printable(mount.device), source);
    facts.set(key("filesystem", instance, "read_only"), mount.read_only, source);
    put_room(host, mount, facts);
  }
}

}  // namespace gb10::storage
