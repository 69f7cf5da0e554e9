// Any bytes as the archive of a wheelhouse: what is accepted holds the manifest, the seal and each
// wheel of the manifest with its bytes, in that order, and nothing else.

#include "entry.h"
#include "host/tar_stream.h"
#include "wheelhouse/export.h"

namespace {

using namespace gb10;

/// The same archive by another way: the members one after the other.
void hold_against(const Blob& blob, const HouseState& state) {
  auto stream = TarStream::open(blob);
  if (!stream.ok()) __builtin_trap();
  const auto due = [&](const std::string& name, const std::string& sum) {
    const auto member = stream->next();
    if (!member.ok() || !*member || (*member)->name != std::string(kArchiveFolder) + name)
      __builtin_trap();
    const auto bytes = stream->bytes(std::uint64_t{1} << 28U);
    if (!bytes.ok() || manifest_digest(*bytes) != sum) __builtin_trap();
  };
  due(std::string(house_names::kManifest), manifest_digest(state.text));
  if (!state.seal.empty()) {
    if (state.seal != manifest_digest(state.text)) __builtin_trap();
    const auto seal = stream->next();
    if (!seal.ok() || !*seal) __builtin_trap();
  }
  for (const HouseWheel& wheel : state.manifest.wheels)
    due(wheel.replaced ? house_names::object(wheel.sha256) : house_names::by_name(wheel.file),
        wheel.sha256);
  const auto end = stream->next();
  if (!end.ok() || *end) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BorrowedBlob blob(std::as_bytes(std::span(data, size)));
  static_cast<void>(archive_manifest(blob).ok());
  const auto read = check_archive(blob);
  if (read.ok()) hold_against(blob, read->state);
  return 0;
}
