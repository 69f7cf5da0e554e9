// Any bytes as a static library: members that reach anywhere, names out of a table that lies.

#include "elf/archive.h"

#include "base/check.h"
#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gb10::MemoryBlob blob{std::string(text_of(data, size))};
  const gb10::ArchiveMembers archive = gb10::archive_members(blob);
  CHECK(archive.members.empty() || gb10::is_archive(blob));
  std::uint64_t end = 0;
  for (const auto& member : archive.members) {
    CHECK(member.range.offset >= end && member.range.offset <= size);
    CHECK(member.range.size <= size - member.range.offset);
    end = member.range.offset + member.range.size;
  }
  return 0;
}
