#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "host/host.h"

namespace gb10 {

/// How a disk is attached by PCI Express.
struct PcieLink {
  double speed = 0, speed_max = 0;  // transfers a second of a lane, in 10⁹: now, and at best
  int lanes = 0, lanes_max = 0;

  /// "PCIe 4.0 x4"; of the speed and lanes of now.
  std::string words() const;
  /// What it carries at most, bytes a second, before anything but the line's own code is taken off.
  double most() const;
};

/// On what a path lies.
struct StoragePlace {
  enum class Kind { disk, memory, network, layers, other };

  std::string type;  // of the file system, "ext4"; empty: not known
  Kind kind = Kind::other;
  std::string disk;   // "nvme0n1"; empty: not known, and `unknown` says why
  std::string model;  // empty: not known
  std::string unknown;
  std::optional<PcieLink> link;

  bool is_nvme() const { return disk.starts_with("nvme"); }
  /// "ext4 on nvme0n1 (model, PCIe 4.0 x4)"
  std::string words() const;
};

/// Of what kind file systems of this type are.
StoragePlace::Kind storage_kind(std::string_view type);
/// "4.0" for 16; empty for what is no speed of PCI Express.
std::string pcie_generation(double speed);

/// Looks it up in the kernel's tables; what cannot be told is said there. `path` is whole and
/// without links. `device` is its st_dev.
StoragePlace storage_place(const HostView& host, const std::string& path, std::uint64_t device);

}  // namespace gb10
