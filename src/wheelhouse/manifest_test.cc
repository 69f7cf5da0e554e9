#include "wheelhouse/manifest.h"

#include "base/text.h"
#include "wheelhouse/house_samples.h"

namespace gb10 {
namespace {

using house_samples::manifest;
using house_samples::wheel;

HouseManifest sample() {
  HouseManifest out = manifest(
      {wheel("torch", "2.10.0", {"numpy>=2"}), wheel("torch", "2.9.0"), wheel("numpy", "2.4.6")});
  out.wheels.front().audit = {"runs", "NVIDIA GB10", "sm_121 code", "0.1.0"};
  out.lacks.push_back({"torch-2.10.0-py3-none-any.whl", "sympy", "3.12", ""});
  return out;
}

/// The error of a manifest in which `from` stands as `to`.
std::string error_of(const std::string& from, const std::string& to) {
  const std::string text = manifest_text(sample());
  EXPECT_NE(text.find(from), std::string::npos) << from;
  const auto read = read_manifest(replaced(text, from, to));
  return read.ok() ? "" : read.error().what;
}

TEST(HouseManifest, comes_back_as_it_was_written) {
  const auto read = read_manifest(manifest_text(sample()));
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(*read, sample());
  EXPECT_EQ(manifest_text(*read), manifest_text(sample()));
}

TEST(HouseManifest, has_wheels_in_the_order_of_their_versions) {
  const HouseManifest all = sample();
  EXPECT_EQ(all.wheels[1].version, "2.9.0");
  EXPECT_EQ(all.wheels[2].version, "2.10.0");
}

TEST(HouseManifest, refuses_what_is_not_of_the_name_of_the_file) {
  EXPECT_NE(error_of("\"version\": \"2.9.0\"", "\"version\": \"2.9.1\""), "");
  EXPECT_NE(error_of("\"name\": \"numpy\"", "\"name\": \"numpi\""), "");
  EXPECT_NE(error_of("\"py3-none-any\"\n", "\"py2-none-any\"\n"), "");
}

TEST(HouseManifest, refuses_names_that_lead_elsewhere_and_hashes_that_are_none) {
  EXPECT_NE(error_of("\"file\": \"numpy", "\"file\": \"../numpy"), "");
  EXPECT_NE(error_of("\"file\": \"numpy", "\"file\": \"/numpy"), "");
  EXPECT_NE(error_of("\"file\": \"numpy", "\"file\": \".numpy"), "");
  EXPECT_NE(error_of(sample().wheels[0].sha256, "../../etc/passwd"), "");
  EXPECT_NE(error_of("\"size\": 100", "\"size\": -1"), "");
  EXPECT_NE(error_of("\"schema\": 1", "\"schema\": 2"), "");
}

TEST(HouseManifest, refuses_what_would_change_a_terminal) {
  for (const char* const text : {"sm_121 code", "sympy", "numpy>=2", "aarch64"})
    EXPECT_NE(error_of(text, std::string(text) + "\\u001b[31m"), "") << text;
}

TEST(HouseManifest, refuses_a_name_or_a_file_that_comes_twice) {
  HouseManifest twice = manifest({wheel("numpy", "1.0"), wheel("numpy", "1.0")});
  EXPECT_FALSE(read_manifest(manifest_text(twice)).ok());
  twice.wheels[0].sha256 = std::string(64, 'a');
  EXPECT_FALSE(read_manifest(manifest_text(twice)).ok());
  twice.wheels[0].replaced = true;
  EXPECT_TRUE(read_manifest(manifest_text(twice)).ok()) << "which another file has replaced";
}

TEST(HouseSeal, holds_a_hash_and_nothing_else) {
  const std::string digest = manifest_digest("words");
  EXPECT_EQ(read_seal(seal_text(digest)).value_or(""), digest);
  EXPECT_FALSE(read_seal("{}").ok());
  EXPECT_FALSE(read_seal(seal_text("short")).ok());
}

}  // namespace
}  // namespace gb10
