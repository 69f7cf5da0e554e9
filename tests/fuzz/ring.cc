// Any bytes as a flight recorder's ring; the CRC of each slot is put right, so that what lies in
// slots is reached.

#include "guard/ring_log.h"

#include "base/check.h"
#include "entry.h"

namespace {

void check(const std::string& bytes) {
  const gb10::MemoryBlob blob{bytes};
  const auto log = gb10::read_ring(blob);
  CHECK(log.ok());
  std::size_t count = 0;
  for (const gb10::RingBoot& boot : log->boots) {
    CHECK(boot.id.empty() || boot.id.size() == 32);
    count += boot.samples.size() + boot.events.size();
  }
  CHECK(count <= log->slots && log->slots * gb10::ring::kSlotSize <= bytes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(text_of(data, size));
  check(bytes);
  using gb10::ring::kSlotSize;
  for (std::size_t at = 0; at + kSlotSize <= bytes.size(); at += kSlotSize) {
    auto* const slot = reinterpret_cast<std::byte*>(bytes.data() + at);
    gb10::ring::put_little_endian(slot, gb10::ring::kMagic);
    const std::span<const std::byte> rest(slot + 8, kSlotSize - 8);
    gb10::ring::put_little_endian(slot + 4, gb10::ring::crc32c(rest));
  }
  check(bytes);
  return 0;
}
