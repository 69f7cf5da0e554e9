// Any bytes as an image: as the archive that holds one, and as a layer put twice upon itself.

#include "audit/image.h"

#include <set>

#include "audit/image_layer.h"
#include "entry.h"

namespace {

/// Holds the reader to its word: what is forgotten was shown, and nothing is shown twice.
class Seen : public gb10::ImageFiles {
 public:
  void look(const std::string& path, const gb10::Blob& blob) override {
    if (!paths.insert(path).second) __builtin_trap();
    std::byte first{};
    static_cast<void>(blob.read_at(0, {&first, 1}).ok());
  }
  void same(const std::string& path, const std::string& shown) override {
    if (paths.count(shown) == 0) __builtin_trap();
    paths.insert(path);
  }
  void forget(const std::string& path) override {
    if (paths.erase(path) == 0) __builtin_trap();
  }

  std::set<std::string> paths;
};

/// Asks for all that is there. What was shown must be there.
void ask(const gb10::ImageHost& host, const Seen& seen) {
  for (const std::string& path : seen.paths) {
    const auto real = host.real_path(path);
    if (!real.ok() || *real != path) __builtin_trap();
  }
  const auto top = host.list("/");
  if (!top.ok()) __builtin_trap();
  for (const gb10::DirEntry& entry : *top) {
    static_cast<void>(host.info("/" + entry.name).ok());
    static_cast<void>(host.read("/" + entry.name).ok());
    static_cast<void>(host.link("/" + entry.name).ok());
    static_cast<void>(host.list("/" + entry.name + "/../" + entry.name).ok());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gb10::MemoryBlob blob{std::string(text_of(data, size))};
  Seen seen;
  const auto image = gb10::read_image(blob, {}, seen);
  if (image.ok()) ask(*image->host, seen);

  Seen again;
  gb10::ImageLayers layers(again);
  layers.add("lower", blob);
  layers.add("upper", blob);
  ask(gb10::ImageHost(std::move(layers.tree), {}), again);
  return 0;
}
