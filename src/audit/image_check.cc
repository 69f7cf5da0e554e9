#include "audit/image_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "facts/paths.h"
#include "wheel/sha256.h"

namespace gb10 {

namespace {

constexpr std::size_t kPiece = 1U << 20U;
constexpr std::string_view kSum = "sha256:";

/// The SHA-256 that a file is named by, in hexadecimal; empty for another name.
std::string digest_of_name(const std::string& file) {
  constexpr std::size_t kDigits = 64;
  const std::string last = paths::last(file);
  std::string_view name = last;
  constexpr std::string_view kJson = ".json";
  if (name.ends_with(kJson)) name.remove_suffix(kJson.size());
  const bool is_digest = name.size() == kDigits &&
                         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return is_digest ? std::string(name) : std::string();
}

class Checker {
 public:
  explicit Checker(const ImageStore& store) : store_(store), room_(kPiece) {}

  void check(const std::string& where, const std::string& file, const std::string& wanted) {
    if (wanted.empty()) {
      ++out_.without_digest;
      return;
    }
    const auto blob = store_.open(file);
    if (!blob.ok()) return;
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
  checker.check("config", manifest.config, digest_of_name(manifest.config));
  for (std::size_t i = 0; i < manifest.layers.size(); ++i) {
    std::string wanted = digest_of_name(manifest.layers[i]);
    const bool is_listed = i < config.layers.size() && config.layers[i].starts_with(kSum);
    if (wanted.empty() && is_listed) wanted = config.layers[i].substr(kSum.size());
    checker.check(fmt::format("layer {}", i + 1), manifest.layers[i], wanted);
  }
  return checker.out();
}

}  // namespace gb10
