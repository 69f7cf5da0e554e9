// Any bytes as the archive of a wheelhouse: what is accepted is what its manifest says.

#include "entry.h"
#include "wheelhouse/export.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gb10::BorrowedBlob blob(std::as_bytes(std::span(data, size)));
  static_cast<void>(gb10::archive_manifest(blob).ok());
  const auto read = gb10::check_archive(blob);
  if (!read.ok()) return 0;
  std::uint64_t bytes = 0;
  for (const gb10::HouseWheel& wheel : read->state.manifest.wheels) bytes += wheel.size;
  if (bytes != read->bytes) __builtin_trap();
  if (gb10::manifest_text(read->state.manifest) != read->state.text) __builtin_trap();
  return 0;
}
