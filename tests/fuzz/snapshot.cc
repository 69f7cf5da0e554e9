// Any bytes as a snapshot; the same bytes as the lines inside of one; and what was read, redacted.

#include "base/check.h"
#include "entry.h"
#include "host/redact.h"
#include "host/snapshot_file.h"

namespace {

void use(const gb10::Record& record) {
  const auto again = gb10::record_from(gb10::members_of(record));
  CHECK(again.ok());
  CHECK(*again == record);
  CHECK(gb10::record_from(gb10::members_of(gb10::redacted(record))).ok());
}

/// An empty snapshot, but for one file.
gb10::Members with(std::string_view file, std::string_view text) {
  gb10::Members members = gb10::members_of(gb10::Record{});
  members.insert_or_assign(std::string(file), std::string(text));
  return members;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  const auto whole = gb10::snapshot_from(text);
  if (whole.ok()) use(*whole);
  for (const char* const file : {"answers.jsonl", "snapshot.json", "root/.gb10/self.json",
                                 "root/.gb10/queries.jsonl", "root/.gb10/space.jsonl"}) {
    const auto record = gb10::record_from(with(file, text));
    if (record.ok()) use(*record);
  }
  gb10::Record plain;
  plain.reads.emplace("/etc/hosts", std::string(text));
  plain.gpu = text;
  use(plain);
  return 0;
}
