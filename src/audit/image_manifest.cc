#include "audit/image_manifest.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "wheel/sha256.h"

namespace gb10 {

namespace {

constexpr std::size_t kMostLayers = 1000, kMostManifests = 1000;
constexpr int kIndexDepth = 4;

Error invalid(std::string what) { return {Error::Kind::invalid, std::move(what)}; }

const Json::Array& items(const Json& json, std::string_view key) {
  static const Json::Array kNone;
  const Json* const found = json.find(key);
  return found && found->as_array() ? *found->as_array() : kNone;
}

std::vector<std::string> texts(const Json& json, std::string_view key) {
  std::vector<std::string> out;
  for (const Json& item : items(json, key)) {
    if (item.as_string()) out.push_back(*item.as_string());
  }
  return out;
}

/// The name of the file with that digest: "sha256:ab…" is "blobs/sha256/ab…".
Result<std::string> blob_name(std::string_view digest) {
  const std::size_t colon = digest.find(':');
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0; };
  const bool good =
      colon != std::string_view::npos && colon > 0 && colon + 1 < digest.size() &&
      digest.size() < 200 &&
      std::all_of(digest.begin(), digest.begin() + static_cast<std::ptrdiff_t>(colon), plain) &&
      std::all_of(digest.begin() + static_cast<std::ptrdiff_t>(colon) + 1, digest.end(), plain);
  if (!good) return invalid(fmt::format("{} is no digest", printable(digest, 100)));
  return fmt::format("blobs/{}/{}", digest.substr(0, colon), digest.substr(colon + 1));
}

/// A JSON file that is named by its digest, which must be its own.
Result<Json> described(const ImageStore& store, const std::string& digest) {
  const std::string name = TRY(blob_name(digest));
  const std::string text = TRY(store.text(name));
  if (digest.starts_with("sha256:")) {
    Sha256 sum;
    sum.add(std::as_bytes(std::span(text)));
    if ("sha256:" + hex_text(sum.digest()) != digest) {
      return invalid(fmt::format("{} holds something else than its digest says", name));
    }
  }
  Result<Json> json = parse_json(text);
  if (!json.ok()) return invalid(fmt::format("{}: {}", name, json.error().what));
  return json;
}

std::string platform_of(const Json& description) {
  const Json* const platform = description.find("platform");
  if (!platform) return {};
  const std::string variant = platform->text("variant");
  return fmt::format("{}/{}{}{}", platform->text("os"), platform->text("architecture"),
                     variant.empty() ? "" : "/", variant);
}

/// What index.json lists, with the lists below it.
struct Found {
  struct One {
    std::string digest, platform, name;
  };
  std::vector<One> all;
  std::vector<ImageProblem> problems;
};

/// Statements about an image's making, which stand beside it.
bool is_attestation(const Json& description) {
  const Json* const notes = description.find("annotations");
  return (notes && notes->text("vnd.docker.reference.type") == "attestation-manifest") ||
         platform_of(description) == "unknown/unknown";
}

std::string name_of(const Json& description) {
  const Json* const notes = description.find("annotations");
  if (!notes) return {};
  const std::string name = notes->text("io.containerd.image.name");
  return name.empty() ? notes->text("org.opencontainers.image.ref.name") : name;
}

void collect(const ImageStore& store, const Json& index, int depth, Found& found) {
  for (const Json& description : items(index, "manifests")) {
    if (is_attestation(description) || found.all.size() >= kMostManifests) continue;
    const std::string digest = description.text("digest"), type = description.text("mediaType");
    const bool list = type.find("image.index") != std::string::npos ||
                      type.find("manifest.list") != std::string::npos;
    if (!list) {
      found.all.push_back({digest, platform_of(description), name_of(description)});
      continue;
    }
    const Result<Json> inner = described(store, digest);
    if (inner.ok() && depth < kIndexDepth) {
      const std::size_t before = found.all.size();
      collect(store, *inner, depth + 1, found);
      for (std::size_t i = before; i < found.all.size(); ++i) {
        if (found.all[i].name.empty()) found.all[i].name = name_of(description);
      }
    } else if (found.problems.size() < kMostManifests) {
      found.problems.push_back(
          {"index.json", inner.ok() ? "lists within lists" : inner.error().what});
    }
  }
}

/// True when "linux/arm64/v8" is for "aarch64".
bool is_for(std::string_view platform, std::string_view machine) {
  const std::vector<std::string_view> parts = split(platform, '/');
  ImageConfig config;
  if (parts.size() > 1) config.architecture = parts[1];
  return config.machine() == machine && parts[0] == "linux";
}

Result<ImageManifest> layout_manifest(const ImageStore& store, const ImageOptions& options) {
  const std::string text = TRY(store.text("index.json"));
  const Result<Json> index = parse_json(text);
  if (!index.ok()) return invalid(fmt::format("index.json: {}", index.error().what));
  Found found;
  collect(store, *index, 0, found);
  if (found.all.empty()) {
    return invalid(found.problems.empty() ? "index.json lists no image" : found.problems[0].what);
  }
  const auto fits = [&](const Found::One& one) { return is_for(one.platform, options.machine); };
  auto chosen = std::find_if(found.all.begin(), found.all.end(), fits);
  if (chosen == found.all.end()) chosen = found.all.begin();
  const Json manifest = TRY(described(store, chosen->digest));
  ImageManifest out;
  out.problems = std::move(found.problems);
  for (const Found::One& one : found.all) {
    if (!one.name.empty()) out.names.push_back(one.name);
    if (!one.platform.empty()) out.platforms.push_back(one.platform);
  }
  const Json* const config = manifest.find("config");
  if (!config) return invalid("the image's manifest names no config");
  out.config_digest = config->text("digest");
  out.config = TRY(blob_name(out.config_digest));
  for (const Json& layer : items(manifest, "layers")) {
    std::string name = TRY(blob_name(layer.text("digest")));
    out.layers.push_back(std::move(name));
    out.digests.push_back(layer.text("digest"));
  }
  return out;
}

/// What a file's name says of its content: "blobs/sha256/ab…", "ab….json", "ab….tar.gz" (of the
/// packed bytes), "sha256:ab…". The folder of "ab…/layer.tar" is no digest.
std::string digest_of_name(const std::string& file) {
  constexpr std::size_t kDigits = 64;
  constexpr std::string_view kSum = "sha256:";
  std::string_view name = file;
  for (const std::string_view before : {std::string_view("blobs/sha256/"), kSum}) {
    if (name.starts_with(before)) name.remove_prefix(before.size());
  }
  for (const std::string_view behind : {".json", ".tar.gz"}) {
    if (name.ends_with(behind)) name.remove_suffix(behind.size());
  }
  const bool is_digest = name.size() == kDigits &&
                         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return is_digest ? std::string(kSum) + std::string(name) : std::string();
}

/// What `docker save` writes. Of several images the first is taken.
Result<ImageManifest> saved_manifest(std::string_view text) {
  const Result<Json> json = parse_json(text);
  if (!json.ok()) return invalid(fmt::format("manifest.json: {}", json.error().what));
  if (!json->as_array() || json->as_array()->empty())
    return invalid("manifest.json lists no image");
  const Json& first = json->as_array()->front();
  ImageManifest out;
  out.config = first.text("Config");
  out.config_digest = digest_of_name(out.config);
  out.layers = texts(first, "Layers");
  for (const std::string& layer : out.layers) out.digests.push_back(digest_of_name(layer));
  for (const Json& image : *json->as_array()) {
    for (std::string& name : texts(image, "RepoTags")) out.names.push_back(std::move(name));
  }
  if (json->as_array()->size() > 1) {
    out.problems.push_back({"manifest.json", fmt::format("holds {} images; the first is read",
                                                         json->as_array()->size())});
  }
  return out;
}

}  // namespace

Result<ImageManifest> image_manifest(const ImageStore& store, const ImageOptions& options) {
  const Result<std::string> saved = store.text("manifest.json");
  const bool none = !saved.ok() && saved.error().kind == Error::Kind::not_found;
  if (!saved.ok() && !none) return saved.error();
  Result<ImageManifest> out = none ? layout_manifest(store, options) : saved_manifest(*saved);
  if (!out.ok() && out.error().kind == Error::Kind::not_found && !store.damage().empty()) {
    return Error{
        Error::Kind::invalid,
        fmt::format("the archive is damaged before its list of layers: {}", store.damage()),
        "save or copy it again"};
  }
  if (!out.ok() && out.error().kind == Error::Kind::not_found) {
    return Error{Error::Kind::invalid,
                 "it has neither manifest.json nor index.json: it is no image",
                 "docker save writes one; docker export does not"};
  }
  if (out.ok() && out->layers.size() > kMostLayers) return invalid("the image has too many layers");
  return out;
}

Result<ImageConfig> image_config(std::string_view json) {
  const Json all = TRY(parse_json(json));
  if (!all.as_object()) return invalid("the image's config is no object");
  ImageConfig out;
  out.architecture = all.text("architecture");
  out.os = all.text("os");
  out.variant = all.text("variant");
  if (const Json* const root = all.find("rootfs")) out.layers = texts(*root, "diff_ids");
  const Json* const run = all.find("config");
  if (!run) return out;
  for (const std::string& line : texts(*run, "Env")) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    out.environment.insert_or_assign(line.substr(0, equals), line.substr(equals + 1));
  }
  out.entrypoint = texts(*run, "Entrypoint");
  out.command = texts(*run, "Cmd");
  out.user = run->text("User");
  out.folder = run->text("WorkingDir");
  const Json* const labels = run->find("Labels");
  if (labels && labels->as_object()) {
    out.labels = static_cast<std::int64_t>(labels->as_object()->size());
  }
  return out;
}

std::string ImageConfig::machine() const {
  if (architecture == "arm64") return "aarch64";
  return architecture == "amd64" ? "x86_64" : architecture;
}

}  // namespace gb10
