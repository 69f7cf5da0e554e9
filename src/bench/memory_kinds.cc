#include "bench/memory_kinds.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "bench/random_cycle.h"
#include "host/descriptor.h"

namespace gb10 {

namespace {

constexpr std::uint64_t kRoom = 4;  // times a file's size must be free on its disk
constexpr const char* kFolder = "/var/tmp";

cuda::Address address_of(const void* memory) {
  return static_cast<cuda::Address>(reinterpret_cast<std::uintptr_t>(memory));
}

std::span<std::uint64_t> words_at(void* memory, std::uint64_t bytes) {
  return {static_cast<std::uint64_t*>(memory), bytes / sizeof(std::uint64_t)};
}

Error failed(const char* what) {
  return {Error::Kind::failed, fmt::format("{} in {}: {}", what, kFolder, std::strerror(errno))};
}

Result<HeldMemory> device_memory(const MemoryPlace& place, std::uint64_t bytes) {
  HeldMemory out;
  DeviceMemory memory = TRY(place.cuda.allocate(bytes));
  out.gpu = memory.get();
  out.device.emplace(std::move(memory));
  return out;
}

Result<HeldMemory> managed_memory(const MemoryPlace& place, const MemoryAbilities& abilities,
                                  std::uint64_t bytes) {
  if (!abilities.has_managed)
    return Error{Error::Kind::unsupported, "the driver says that it has no managed memory"};
  HeldMemory out;
  const cuda::Api& api = place.cuda.api();
  TRY(call(api, api.cuMemAllocManaged, &out.gpu, bytes, cuda::kAttachGlobal));
  out.device.emplace(api, out.gpu);
  out.host = words_at(reinterpret_cast<void*>(static_cast<std::uintptr_t>(out.gpu)), bytes);
  return out;
}

Result<HeldMemory> pinned_memory(const MemoryPlace& place, const MemoryAbilities& abilities,
                                 std::uint64_t bytes) {
  HeldMemory out;
  const cuda::Api& api = place.cuda.api();
  void* memory = nullptr;
  TRY(call(api, api.cuMemHostAlloc, &memory, bytes, cuda::kMappedForDevice));
  out.pinned.emplace(api, memory);
  out.host = words_at(memory, bytes);
  if (abilities.maps_host)
    TRY(call(api, api.cuMemHostGetDevicePointer_v2, &out.gpu, memory, 0U));
  else
    out.refused = "the driver says that it cannot map host memory";
  return out;
}

void add_pages(HeldMemory& out, Pages pages, const MemoryAbilities& abilities) {
  out.pages.emplace(std::move(pages));
  out.host = out.pages->as<std::uint64_t>();
  if (abilities.reads_pageable)
    out.gpu = address_of(out.pages->begin());
  else
    out.refused = "the driver says that this GPU does not reach pageable memory";
}

Result<void> write_all(int file, std::uint64_t bytes) {
  std::vector<std::uint64_t> piece(std::min<std::uint64_t>(bytes, 1U << 20U) / 8);
  for (std::uint64_t done = 0; done < bytes;) {
    for (std::size_t i = 0; i < piece.size(); ++i) piece[i] = source_word(done / 8 + i);
    const std::uint64_t wanted = std::min<std::uint64_t>(piece.size() * 8, bytes - done);
    const ssize_t count = ::write(file, piece.data(), wanted);
    if (count < 0 && errno == EINTR) continue;
    // What a short write leaves would be out of step with the pattern.
    if (count != static_cast<ssize_t>(wanted)) return failed("a file cannot be written");
    done += wanted;
  }
  return {};
}

Result<HeldMemory> file_memory(const MemoryAbilities& abilities, std::uint64_t bytes) {
  struct statvfs disk {};
  if (::statvfs(kFolder, &disk) != 0) return failed("nothing is known of the disk");
  if (std::uint64_t{disk.f_bavail} * disk.f_frsize < kRoom * bytes)
    return Error{Error::Kind::busy, fmt::format("too little room in {}", kFolder)};
  std::string name = fmt::format("{}/gb10-XXXXXX", kFolder);
  const Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (!file) return failed("no file can be made");
  ::unlink(name.c_str());  // it goes with its last use
  TRY(write_all(file.get(), bytes));
  HeldMemory out;
  out.is_file = true;
  Pages pages = TRY(Pages::of_file(file.get(), bytes));
  add_pages(out, std::move(pages), abilities);
  return out;
}

}  // namespace

Result<MemoryAbilities> memory_abilities(const Cuda& cuda, cuda::Device device) {
  const int maps = TRY(cuda.attribute(device, cuda::kMapsHostMemory));
  const int managed = TRY(cuda.attribute(device, cuda::kManagedMemory));
  const int pageable = TRY(cuda.attribute(device, cuda::kReadsPageable));
  const int shares = TRY(cuda.attribute(device, cuda::kSharesManaged));
  const int tables = TRY(cuda.attribute(device, cuda::kUsesHostPageTables));
  return MemoryAbilities{maps != 0, managed != 0, pageable != 0, shares != 0, tables != 0};
}

std::string words(const MemoryAbilities& abilities) {
  const auto can = [](bool yes) { return yes ? "yes" : "no"; };
  return fmt::format(
      "maps host memory: {}; managed memory: {}, together with the CPU: {}; pageable memory: {}, "
      "by the CPU's page tables: {}",
      can(abilities.maps_host), can(abilities.has_managed), can(abilities.shares_managed),
      can(abilities.reads_pageable), can(abilities.uses_host_page_tables));
}

const char* word(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
      return "device";
    case MemoryKind::managed:
      return "managed";
    case MemoryKind::pinned:
      return "pinned";
    case MemoryKind::pageable:
      return "pageable";
    case MemoryKind::file:
      return "file";
  }
  return "";
}

const char* call_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
      return "cuMemAlloc";
    case MemoryKind::managed:
      return "cuMemAllocManaged";
    case MemoryKind::pinned:
      return "cuMemHostAlloc";
    case MemoryKind::pageable:
      return "mmap";
    case MemoryKind::file:
      return "mmap of a file in the page cache";
  }
  return "";
}

Result<HeldMemory> held_memory(const MemoryPlace& place, const MemoryAbilities& abilities,
                               MemoryKind kind, std::uint64_t bytes) {
  switch (kind) {
    case MemoryKind::device:
      return device_memory(place, bytes);
    case MemoryKind::managed:
      return managed_memory(place, abilities, bytes);
    case MemoryKind::pinned:
      return pinned_memory(place, abilities, bytes);
    case MemoryKind::pageable: {
      Pages pages = TRY(Pages::make(bytes, PageKind::base));
      HeldMemory out;
      add_pages(out, std::move(pages), abilities);
      return out;
    }
    case MemoryKind::file:
      return file_memory(abilities, bytes);
  }
  return Error{Error::Kind::invalid, "no such kind of memory"};
}

}  // namespace gb10
