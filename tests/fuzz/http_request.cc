// Any bytes as what a client says to the exporter.

#include "entry.h"
#include "record/http.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  const auto request = gb10::http_request(text);
  if (!request.ok() || !*request) return 0;
  const std::string& path = (**request).path;
  // What is taken for a path goes no further than these two words.
  if (!path.starts_with('/') || path.size() > gb10::kLongestRequest) __builtin_trap();
  if ((**request).method.empty()) __builtin_trap();
  return 0;
}
