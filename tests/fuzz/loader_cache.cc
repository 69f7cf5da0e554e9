// Any bytes as the cache of the dynamic loader, and as a path of a library's own.

#include "audit/loader.h"

#include <elf.h>

#include "base/check.h"
#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = text_of(data, size);
  for (const std::uint16_t machine : {EM_AARCH64, EM_X86_64, EM_NONE}) {
    const auto cache = gb10::loader_cache(bytes, machine);
    if (!cache.ok()) continue;
    for (const auto& [soname, file] : *cache) CHECK(soname.size() <= size && file.size() <= size);
  }
  gb10::ElfInfo info;
  info.runpath = bytes.substr(0, 4096);
  for (const std::string& folder : gb10::own_folders(info, "/opt/x/lib/liba.so"))
    CHECK(folder.starts_with('/') && folder.find("/../") == std::string::npos);
  return 0;
}
