// Any bytes as JSON; what is read must come back from what is written.

#include "base/json.h"

#include "base/check.h"
#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = gb10::parse_json(text_of(data, size));
  if (!json.ok()) return 0;
  const std::string written = gb10::to_text(*json);
  const auto again = gb10::parse_json(written);
  CHECK(again.ok());
  CHECK(gb10::to_text(*again) == written);
  static_cast<void>(gb10::to_text(*json, 2));
  return 0;
}
