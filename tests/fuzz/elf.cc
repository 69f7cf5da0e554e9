// Any bytes as an ELF file: tables that reach anywhere, names that never end.

#include "elf/elf.h"

#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gb10::MemoryBlob blob{std::string(text_of(data, size))};
  const auto info = gb10::read_elf(blob);
  if (!info.ok()) return 0;
  static_cast<void>(gb10::machine_name(info->machine));
  for (const auto& section : info->sections) {
    if (!section.stored) continue;
    static_cast<void>(gb10::find_literal(blob, section.range, "Cuda compilation tools").ok());
  }
  return 0;
}
