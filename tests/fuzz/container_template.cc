// Any bytes as a template of a compose file, with words of its own in every place.

#include "container/compose.h"

#include "entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  const auto read = gb10::read_service_template(text, "fuzz.toml");
  if (!read.ok()) return 0;
  gb10::ComposeWish wish;
  wish.project = "fuzz";
  wish.image = "fuzz:1";
  wish.cache = wish.workspace = "/fuzz";
  const auto file = gb10::compose_file(*read, wish);
  if (file.ok() && file->text.find('\r') != std::string::npos) __builtin_trap();
  return 0;
}
