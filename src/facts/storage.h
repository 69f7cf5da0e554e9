#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"

/// The parts of the topic "storage"; each sets its own facts and fails alone.
namespace gb10::storage {

void collect_blocks(const HostView& host, Facts& facts);
void collect_filesystems(const HostView& host, Facts& facts);
void collect_caches(const HostView& host, Facts& facts);
void collect_zfs(const HostView& host, Facts& facts);

/// A line of /proc/mounts that stands for room on a disk.
struct Mount {
  std::string device, point, type;
  bool read_only = false;
};

/// The mounts of real file systems: each device once, at the place where it was mounted first;
/// loops and the kernel's own file systems left out.
std::vector<Mount> real_mounts(std::string_view mounts);

/// True where asking for the free room could wait for another machine.
bool is_remote(std::string_view type);

/// Gigatransfers per second of "16.0 GT/s PCIe".
Result<Value> link_speed(const HostView& host, std::string_view path);

}  // namespace gb10::storage
