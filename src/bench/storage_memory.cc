#include "bench/storage_memory.h"

#include <sys/mman.h>

#include <cerrno>

#include "host/failure.h"

namespace gb10 {

Result<StorageMemory> StorageMemory::make(std::size_t size) {
  // Filled at once: a page that comes when the first read does would count as the disk's time.
  void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) return failure(errno, "no memory for what is read");
  return StorageMemory({static_cast<std::byte*>(memory), size});
}

StorageMemory::~StorageMemory() {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

}  // namespace gb10
