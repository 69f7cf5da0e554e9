#include "audit/image_check.h"

#include <fmt/format.h>

#include "wheel/sha256.h"

namespace gb10 {

namespace {

constexpr std::size_t kPiece = 1U << 20U;
constexpr std::string_view kSum = "sha256:";

/// Whether a layer is stored as it is unpacked.
bool is_plain(const Blob& blob) {
  constexpr std::uint64_t kMark = 257, kBytes = 5;  // of the first header of a tar archive
  const auto mark = bytes_at(blob, kMark, kBytes);
  return mark.ok() && *mark == "ustar";
}

class Checker {
 public:
  explicit Checker(const ImageStore& store) : store_(store), room_(kPiece) {}

  /// `unpacked` is the digest of what the file unpacks to, which counts where nothing else does.
  void check(const std::string& where, const std::string& file, const std::string& digest,
             const std::string& unpacked) {
    const auto blob = store_.open(file);
    if (!blob.ok()) return;
    const bool is_known = digest.starts_with(kSum);
    const std::string& said = is_known || !is_plain(**blob) ? digest : unpacked;
    if (!said.starts_with(kSum)) {
      ++out_.without_digest;
      return;
    }
    const std::string wanted = said.substr(kSum.size());
    const auto sum = sha256(**blob, room_);
    if (!sum.ok()) return;
    ++out_.compared;
    const std::string found = hex_text(*sum);
    if (found == wanted) return;
    out_.differences.push_back(
        {where, fmt::format("its SHA-256 is {}, it is known by {}", found, wanted)});
  }

  ImageCheck out() { return std::move(out_); }

 private:
  const ImageStore& store_;
  std::vector<std::byte> room_;
  ImageCheck out_;
};

}  // namespace

ImageCheck checked_image(const ImageStore& store, const ImageManifest& manifest,
                         const ImageConfig& config) {
  Checker checker(store);
  checker.check("config", manifest.config, manifest.config_digest, {});
  for (std::size_t i = 0; i < manifest.layers.size(); ++i) {
    checker.check(fmt::format("layer {}", i + 1), manifest.layers[i], manifest.digests[i],
                  i < config.layers.size() ? config.layers[i] : std::string());
  }
  return checker.out();
}

}  // namespace gb10
