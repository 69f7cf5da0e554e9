// Any bytes as a wheel: members that overlap, lie or lead elsewhere, and what the others say of the
// package.

#include "wheel/zip.h"

#include "entry.h"
#include "wheel/metadata.h"
#include "wheel/record_check.h"

namespace {

using gb10::ZipMember;

/// Members of more bytes are refused before any memory is taken; here a large one would only cost
/// time.
constexpr std::uint64_t kLargest = 1U << 20U;

void read(const gb10::ZipArchive& archive, const ZipMember& member, gb10::Inflater& inflater) {
  if (member.size > kLargest) return;
  const auto text = archive.text(member, kLargest);
  static_cast<void>(archive.open(member, inflater).ok());
  if (!text.ok()) return;
  static_cast<void>(gb10::read_metadata(*text).ok());
  const auto record = gb10::read_record(*text);
  if (!record.ok() || record->files.size() > 100) return;
  gb10::PackageFiles files;
  files.open = [&](const std::string& path) -> gb10::Result<std::unique_ptr<gb10::Blob>> {
    const ZipMember* const found = archive.find(path);
    if (!found || found->size > kLargest) {
      return gb10::Error{gb10::Error::Kind::not_found, "no such member"};
    }
    return archive.open(*found, inflater);
  };
  static_cast<void>(gb10::verify_record(*record, files));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gb10::MemoryBlob blob{std::string(text_of(data, size))};
  const auto archive = gb10::ZipArchive::open(blob);
  if (!archive.ok()) return 0;
  gb10::Inflater inflater;
  std::size_t left = 50;
  for (const ZipMember& member : archive->members()) {
    if (left-- == 0) break;
    read(*archive, member, inflater);
  }
  return 0;
}
