// Any bytes as TOML, and every question to every node of what comes out.

#include "base/toml.h"

#include "entry.h"

namespace {

// NOLINTNEXTLINE(misc-no-recursion): the depth is the parser's
void ask(const gb10::toml::Node& node) {
  static_cast<void>(node.text().ok() + node.number().ok() + node.truth().ok() + node.texts().ok());
  static_cast<void>(node.only({"name", "when"}).ok());
  static_cast<void>(node.need("name").ok() + node.texts("name").ok());
  static_cast<void>(node.text("name", "x").ok());
  for (const auto& item : node.items) ask(item);
  for (const auto& [key, member] : node.members) ask(member);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto node = gb10::toml::parse(text_of(data, size), "fuzz.toml");
  if (node.ok()) ask(*node);
  return 0;
}
