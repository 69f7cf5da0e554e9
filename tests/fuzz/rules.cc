// Any bytes as a rule, as a harmless line and as a row of the compatibility matrix.

#include "compat/matrix.h"
#include "rules/rule.h"

#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(gb10::read_rule(text_of(data, size), "fuzz.toml").ok());
  static_cast<void>(gb10::read_benign(text_of(data, size), "fuzz.toml").ok());
  const gb10::Result<gb10::CompatFile> row = gb10::read_compat(text_of(data, size), "fuzz.toml");
  if (row.ok()) static_cast<void>(gb10::status_for(row->row, row->row.name));
  return 0;
}
