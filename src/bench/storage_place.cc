#include "bench/storage_place.h"

#include <sys/sysmacros.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace gb10 {

namespace {

struct Generation {
  double speed;  // GT/s
  const char* name;
  double code;  // the share of what is sent that is data
};
constexpr Generation kGenerations[] = {
    {2.5, "1.0", 0.8},        {5, "2.0", 0.8},          {8, "3.0", 128.0 / 130},
    {16, "4.0", 128.0 / 130}, {32, "5.0", 128.0 / 130}, {64, "6.0", 242.0 / 256},
};

const Generation* generation(double speed) {
  for (const Generation& each : kGenerations) {
    if (each.speed == speed) return &each;
  }
  return nullptr;
}

struct MountLine {
  std::string point, type, source;
};

std::string unescaped(std::string_view text) {
  std::string out(text);
  constexpr std::pair<std::string_view, std::string_view> kEscapes[] = {
      {"\\040", " "}, {"\\011", "\t"}, {"\\012", "\n"}, {"\\134", "\\"}};
  for (const auto& [escape, plain] : kEscapes) out = replaced(out, escape, plain);
  return out;
}

bool holds(std::string_view point, std::string_view path) {
  if (point == "/") return true;
  return path.starts_with(point) && (path.size() == point.size() || path[point.size()] == '/');
}

/// The mount that a path lies on: the longest, and of equal ones the last, which hides the others.
std::optional<MountLine> mount_of(std::string_view table, std::string_view path) {
  std::optional<MountLine> out;
  for (const std::string_view line : lines(table)) {
    const auto parts = words(line);
    const auto dash = std::find(parts.begin(), parts.end(), "-");
    if (parts.size() < 6 || parts.end() - dash < 3) continue;
    MountLine found{unescaped(parts[4]), std::string(dash[1]), unescaped(dash[2])};
    if (holds(found.point, path) && (!out || found.point.size() >= out->point.size()))
      out = std::move(found);
  }
  return out;
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The name under which the kernel lists the block device.
std::string block_name(const HostView& host, const std::string& source, std::uint64_t device) {
  if (major(device) != 0) {
    const auto link = host.link(fmt::format("/sys/dev/block/{}:{}", major(device), minor(device)));
    if (link.ok()) return last_part(*link);
  }
  if (!source.starts_with("/dev/")) return {};
  const auto link = host.link(source);  // /dev/mapper/name is one to ../dm-0
  return last_part(link.value_or(source));
}

/// The whole disk that a partition, or a device made of exactly one, lies on.
std::string disk_of(const HostView& host, std::string name) {
  for (int depth = 0; depth < 4; ++depth) {
    const std::string dir = "/sys/class/block/" + name;
    const auto slaves = host.list(dir + "/slaves");
    if (slaves.ok() && slaves->size() > 1) return {};
    if (slaves.ok() && slaves->size() == 1) {
      name = slaves->front().name;
      continue;
    }
    const auto link = host.link(dir);
    if (!host.info(dir + "/partition").ok() || !link.ok()) return link.ok() ? name : "";
    const std::size_t slash = link->rfind('/');
    name = last_part(link->substr(0, slash));
  }
  return {};
}

std::optional<double> number_in(const HostView& host, const std::string& path) {
  const auto text = host.read(path);
  if (!text.ok() || words(trimmed(*text)).empty()) return std::nullopt;
  return decimal_number(words(trimmed(*text)).front());
}

/// The PCI device behind an NVMe disk. With several paths to one disk the disk belongs to a
/// subsystem, and only the class names the controller.
std::optional<PcieLink> link_of(const HostView& host, const std::string& disk) {
  std::string dir = fmt::format("/sys/block/{}/device/device", disk);
  if (!host.info(dir + "/current_link_speed").ok())
    dir = fmt::format("/sys/class/nvme/{}/device", disk.substr(0, disk.find('n', 4)));
  const auto speed = number_in(host, dir + "/current_link_speed");
  const auto speed_max = number_in(host, dir + "/max_link_speed");
  const auto lanes = number_in(host, dir + "/current_link_width");
  const auto lanes_max = number_in(host, dir + "/max_link_width");
  if (!speed || !speed_max || !lanes || !lanes_max || !generation(*speed) || *lanes < 1)
    return std::nullopt;
  return PcieLink{*speed, *speed_max, static_cast<int>(*lanes), static_cast<int>(*lanes_max)};
}

void find_disk(const HostView& host, const MountLine& mount, std::uint64_t device,
               StoragePlace& place) {
  const std::string name = block_name(host, mount.source, device);
  if (!name.empty()) place.disk = disk_of(host, name);
  if (place.disk.empty()) {
    place.unknown = name.empty() ? "the kernel names no disk behind this file system"
                                 : "it lies on several disks, or on one that is not shown here";
    return;
  }
  if (place.disk.starts_with("zram") || place.disk.starts_with("ram"))
    place.kind = StoragePlace::Kind::memory;
  const auto model = host.read(fmt::format("/sys/block/{}/device/model", place.disk));
  if (model.ok()) place.model = printable(trimmed(*model), 60);
  if (place.is_nvme()) place.link = link_of(host, place.disk);
}

}  // namespace

std::string pcie_generation(double speed) {
  const Generation* const found = generation(speed);
  return found ? found->name : "";
}

std::string PcieLink::words() const {
  return fmt::format("PCIe {} x{}", pcie_generation(speed), lanes);
}

double PcieLink::most() const {
  const Generation* const found = generation(speed);
  return found ? speed * 1e9 / 8 * lanes * found->code : 0;
}

std::string StoragePlace::words() const {
  std::string out = type.empty() ? "a file system of a kind that is not known" : type;
  if (disk.empty()) return out;
  std::string inside = model;
  if (link) inside += (inside.empty() ? "" : ", ") + link->words();
  return out + " on " + disk + (inside.empty() ? "" : " (" + inside + ")");
}

StoragePlace::Kind storage_kind(std::string_view type) {
  using Kind = StoragePlace::Kind;
  for (const std::string_view each : {"tmpfs", "ramfs", "hugetlbfs", "devtmpfs", "rootfs"}) {
    if (type == each) return Kind::memory;
  }
  for (const std::string_view each : {"nfs", "cifs", "smb", "9p", "ceph", "lustre", "fuse.sshfs",
                                      "fuse.rclone", "beegfs", "gluster", "virtiofs", "afs"}) {
    if (type.starts_with(each)) return Kind::network;
  }
  for (const std::string_view each : {"overlay", "aufs", "fuse.fuse-overlayfs"}) {
    if (type == each) return Kind::layers;
  }
  for (const std::string_view each :
       {"ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "vfat", "exfat", "bcachefs", "ntfs3"}) {
    if (type == each) return Kind::disk;
  }
  return Kind::other;
}

StoragePlace storage_place(const HostView& host, const std::string& path, std::uint64_t device) {
  StoragePlace out;
  const auto table = host.read("/proc/self/mountinfo");
  const auto mount = table.ok() ? mount_of(*table, path) : std::nullopt;
  if (!mount) {
    out.unknown = table.ok() ? "no mount holds this path" : table.error().what;
    return out;
  }
  out.type = printable(mount->type, 40);
  out.kind = storage_kind(out.type);
  if (out.kind == StoragePlace::Kind::disk || out.kind == StoragePlace::Kind::other)
    find_disk(host, *mount, device, out);
  else if (out.kind == StoragePlace::Kind::layers)
    out.unknown = "a container's layers: which disk lies below cannot be told from inside";
  else if (out.kind == StoragePlace::Kind::network)
    out.unknown = "a file server's or the host's: not a disk of this machine";
  else
    out.unknown = "memory, not a disk";
  return out;
}

}  // namespace gb10
