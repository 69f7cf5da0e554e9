// Any bytes as a rule and as a harmless line.

#include "rules/rule.h"

#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(gb10::read_rule(text_of(data, size), "fuzz.toml").ok());
  static_cast<void>(gb10::read_benign(text_of(data, size), "fuzz.toml").ok());
  return 0;
}
