// Any text as the manifest and as the seal of a wheelhouse. What is read must be written as it is
// read again, and lead nowhere.

#include "entry.h"
#include "wheelhouse/closure.h"
#include "wheelhouse/house.h"
#include "wheelhouse/prune.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  static_cast<void>(gb10::read_seal(text).ok());
  const auto read = gb10::read_manifest(text);
  if (!read.ok()) return 0;
  const auto again = gb10::read_manifest(gb10::manifest_text(*read));
  if (!again.ok() || gb10::manifest_text(*again) != gb10::manifest_text(*read)) __builtin_trap();
  for (const gb10::HouseWheel& wheel : read->wheels) {
    if (wheel.file.find('/') != std::string::npos || !gb10::is_sha256(wheel.sha256))
      __builtin_trap();
  }
  static_cast<void>(gb10::lacks_of(*read));
  static_cast<void>(gb10::index_pages(*read));
  const auto rows = gb10::prunable(*read, {});
  if (gb10::without(*read, rows).wheels.size() > read->wheels.size()) __builtin_trap();
  return 0;
}
