// Any bytes as the words that a user gives for a compose file, as a layer's file names, and as what
// a container answers.

#include "container/compose.h"
#include "container/inside.h"
#include "container/residue.h"
#include "container/yaml.h"

#include "entry.h"

namespace {

void compose(const std::string& text) {
  gb10::ServiceTemplate service;
  service.name = "fuzz";
  service.command = {"{model}"};
  service.volumes = {{"cache", "/cache", ""}};
  gb10::ComposeWish wish;
  wish.project = "fuzz";
  wish.image = "fuzz:1";
  wish.model = text;
  wish.cache = wish.workspace = "/" + text;
  const auto file = gb10::compose_file(service, wish);
  if (!file.ok()) return;
  // Whatever was given stays in its line.
  for (const char c : file->text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') __builtin_trap();
  }
  static_cast<void>(gb10::yaml_scalar(text));
}

void residue(const std::string& text) {
  static const auto kRules = gb10::ResidueRules::read(
      "[[kind]]\nname = \"k\"\ntitle = \"t\"\nsaves = true\nmatches = ['a']\nremedy = \"r\"", "x");
  gb10::ResidueReader reader(*kRules);
  reader.begin_layer("");
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string name = text.substr(begin, end - begin);
    if (name == "layer")
      reader.begin_layer("");
    else
      reader.add(name, name.size(), name.ends_with('/'));
    begin = end + 1;
  }
  const auto found = std::move(reader).found();
  if (found.covered() < 0) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  compose(text);
  residue(text);
  const std::vector<gb10::Result<gb10::Output>> answers(8, gb10::Output{0, text, text});
  static_cast<void>(gb10::proved_inside("x", "y", answers));
  static_cast<void>(gb10::is_container_reference(text));
  return 0;
}
