#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "elf/elf.h"
#include "elf/gpu_image.h"
#include "elf/window.h"

namespace gb10 {

/// The first four bytes of a container of GPU code, little-endian.
inline constexpr std::uint32_t kContainerMagic = 0xBA55ED50;
/// Far above what a file holds; more are left out.
inline constexpr std::size_t kMostContainers = 1U << 18U;

/// What a reader of GPU code knows of where it is.
struct GpuPlace {
  std::string where;
  bool relocatable = false;
  bool with_names = false;  // read the names of sources too: one more access for each
  /// Containers lie close to each other in data that may be large and may hold none: most of a
  /// gap is skipped by samples.
  bool large_data = false;
};

/// Reads the containers that lie in `range`, one behind the other with padding or other data
/// between them, and adds what they hold to `code`; their numbers go on from the containers that
/// are there. Only headers are read. What makes no sense becomes a problem.
void read_containers(Window& window, Range range, const GpuPlace& place, GpuCode& code);

/// Reads the one container at `at`, which may reach to `end`: where what follows it begins, or
/// nothing when no container that fits begins there.
std::optional<std::uint64_t> read_container_at(Window& window, Range rest, const GpuPlace& place,
                                               GpuCode& code);

}  // namespace gb10
