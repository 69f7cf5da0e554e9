#include "audit/image.h"

#include <fmt/format.h>

#include "audit/image_check.h"
#include "audit/image_layer.h"
#include "audit/image_manifest.h"
#include "audit/image_store.h"

namespace gb10 {

namespace {

Result<ImageConfig> read_config(const ImageStore& store, const std::string& name) {
  const std::string text = TRY(store.text(name));
  return image_config(text);
}

Self self_of(const ImageConfig& config) {
  Self self;
  for (const auto& [name, value] : config.environment) self.environment.emplace(name, value);
  return self;
}

Result<Image> read(const ImageStore& store, const ImageOptions& options, ImageFiles& files) {
  ImageManifest manifest = TRY(image_manifest(store, options));
  Image image;
  image.names = std::move(manifest.names);
  image.platforms = std::move(manifest.platforms);
  image.layers = static_cast<std::int64_t>(manifest.layers.size());
  ImageLayers layers(files);
  layers.problems = std::move(manifest.problems);
  Result<ImageConfig> config = read_config(store, manifest.config);
  if (config.ok()) {
    image.config = *std::move(config);
  } else {
    layers.problem("config", config.error().what);
  }
  if (image.platforms.empty() && !image.config.architecture.empty()) {
    image.platforms = {fmt::format("{}/{}", image.config.os, image.config.architecture)};
  }
  for (std::size_t i = 0; i < manifest.layers.size(); ++i) {
    const std::string name = fmt::format("layer {}", i + 1);
    const Result<std::unique_ptr<Blob>> layer = store.open(manifest.layers[i]);
    if (layer.ok()) {
      layers.add(name, **layer);
    } else {
      layers.problem(name, layer.error().what);
    }
  }
  if (options.verify) {
    ImageCheck check = checked_image(store, manifest, image.config);
    image.differences = std::move(check.differences);
    image.compared = check.compared;
    image.without_digest = check.without_digest;
  }
  image.host = std::make_unique<ImageHost>(std::move(layers.tree), self_of(image.config));
  image.problems = std::move(layers.problems);
  return image;
}

}  // namespace

Result<Image> read_image(const Blob& archive, const ImageOptions& options, ImageFiles& files) {
  // Not by TRY: g++ 12 takes its temporary for one that was never made.
  const Result<TarStore> store = TarStore::open(archive);
  if (!store.ok()) return store.error();
  return read(*store, options, files);
}

Result<Image> read_image(const HostView& host, std::string_view directory,
                         const ImageOptions& options, ImageFiles& files) {
  return read(DirectoryStore(host, directory), options, files);
}

}  // namespace gb10
