#pragma once

#include <optional>
#include <span>
#include <string>

#include "bench/gpu_memory.h"
#include "bench/pages.h"

namespace gb10 {

/// What the driver says a GPU can do with memory that is not its own.
struct MemoryAbilities {
  bool maps_host = false, has_managed = false, reads_pageable = false, shares_managed = false,
       uses_host_page_tables = false;
};
Result<MemoryAbilities> memory_abilities(const Cuda& cuda, cuda::Device device);
/// "reads pageable memory in place, through the CPU's page tables; …".
std::string words(const MemoryAbilities& abilities);

/// Whose memory it is, by the way that a program asks for it.
enum class MemoryKind { device, managed, pinned, pageable, file };
constexpr MemoryKind kMemoryKinds[] = {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned,
                                       MemoryKind::pageable, MemoryKind::file};
/// "managed", and the call that gives it.
const char* word(MemoryKind kind);
const char* call_of(MemoryKind kind);

/// A piece of it.
struct HeldMemory {
  std::optional<DeviceMemory> device = {};
  std::optional<PinnedMemory> pinned = {};
  std::optional<Pages> pages = {};
  std::span<std::uint64_t> host = {};  // as the CPU sees it; empty where it cannot
  bool is_file = false;                // not to be written
  cuda::Address gpu = 0;               // as the GPU sees it in place; 0 where it cannot
  std::string refused = {};            // and why
};

/// Fresh memory, which nobody has touched; a file's lies in the page cache. Error: why there is
/// none, in the driver's or the kernel's words.
Result<HeldMemory> held_memory(const MemoryPlace& place, const MemoryAbilities& abilities,
                               MemoryKind kind, std::uint64_t bytes);

}  // namespace gb10
