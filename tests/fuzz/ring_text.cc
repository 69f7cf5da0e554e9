// Any bytes as what a snapshot keeps of a ring: what is read of them is written and read the same.

#include "guard/ring_text.h"

#include "base/check.h"
#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const auto who : {gb10::ToldTo::owner, gb10::ToldTo::strangers}) {
    const std::string once = gb10::ring_text(gb10::ring_from_text(text_of(data, size)), who);
    CHECK(gb10::ring_text(gb10::ring_from_text(once), who) == once);
  }
  return 0;
}
