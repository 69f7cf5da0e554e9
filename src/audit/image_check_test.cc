#include "audit/image_check.h"

#include <span>

#include <gtest/gtest.h>

#include "audit/image_samples.h"
#include "wheel/sha256.h"

namespace gb10 {
namespace {

using namespace image_samples;

TEST(ImageCheck, holds_layers_against_what_they_are_known_by_where_it_is_asked) {
  const std::string layer = tar_of(Layer{{"a", "1"}});
  Sha256 sum;
  sum.add(std::as_bytes(std::span(layer)));
  const std::string own = hex_text(sum.digest()), other(64, '0');
  EXPECT_EQ(own.size(), 64U);
  for (const std::string& known : {own, other}) {
    const std::string config =
        R"({"architecture": "arm64", "rootfs": {"diff_ids": ["sha256:)" + known + R"("]}})";
    const std::string archive = saved(std::vector<std::string>{layer}, config);
    Seen seen;
    ImageOptions options;
    options.verify = true;
    const auto got = read_image(MemoryBlob(archive), options, seen);
    ASSERT_TRUE(got.ok()) << got.error().what;
    EXPECT_EQ(got->compared, 1);
    EXPECT_EQ(got->without_digest, 1);  // the config: its name is no digest
    ASSERT_EQ(got->differences.size(), known == own ? 0U : 1U);
    if (known == other) {
      EXPECT_EQ(got->differences[0].where, "layer 1");
      EXPECT_EQ(got->differences[0].what, "its SHA-256 is " + own + ", it is known by " + other);
    }
    options.verify = false;
    EXPECT_EQ(read_image(MemoryBlob(archive), options, seen)->compared, 0);
  }
}

TEST(ImageCheck, knows_layers_by_names_that_are_digests_of_what_is_stored) {
  const std::string layer = tar_of(Layer{{"a", "1"}}), config = R"({"architecture": "arm64"})";
  const auto sum_of = [](const std::string& bytes) {
    Sha256 sum;
    sum.add(std::as_bytes(std::span(bytes)));
    return hex_text(sum.digest());
  };
  const std::string config_name = "sha256:" + sum_of(config), name = sum_of(layer) + ".tar.gz";
  const std::string manifest =
      R"([{"Config": ")" + config_name + R"(", "Layers": [")" + name + R"("]}])";
  const std::string archive =
      tar_of({{config_name, config}, {name, layer}, {"manifest.json", manifest}});
  Seen seen;
  ImageOptions options;
  options.verify = true;
  const auto got = read_image(MemoryBlob(archive), options, seen);
  ASSERT_TRUE(got.ok()) << got.error().what;
  EXPECT_EQ(got->compared, 2);
  EXPECT_TRUE(got->differences.empty());
}

}  // namespace
}  // namespace gb10
