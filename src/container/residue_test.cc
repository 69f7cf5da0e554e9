#include "container/residue.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/embedded.h"

namespace gb10 {
namespace {

const ResidueRules& rules() {
  static const ResidueRules kRules =
      *ResidueRules::read(embedded("audit/residue.toml").value_or(""), "audit/residue.toml");
  return kRules;
}

std::string kind(const std::string& path) {
  const int found = rules().kind_of(path);
  return found < 0 ? "" : rules().kinds()[static_cast<std::size_t>(found)].name;
}

TEST(Residue, is_told_by_its_path) {
  EXPECT_EQ(kind("/root/.netrc"), "secrets");
  EXPECT_EQ(kind("/home/u/.ssh/id_ed25519"), "secrets");
  EXPECT_EQ(kind("/home/u/.ssh/id_ed25519.pub"), "");
  EXPECT_EQ(kind("/src/.git/objects/ab/cd"), "git");
  EXPECT_EQ(kind("/var/lib/apt/lists/ports.ubuntu.com_dists_noble"), "apt");
  EXPECT_EQ(kind("/var/lib/apt/lists/lock"), "");
  EXPECT_EQ(kind("/root/.cache/uv/wheels/x"), "python-caches");
  EXPECT_EQ(kind("/usr/lib/aarch64-linux-gnu/libc.a"), "static-libraries");
  EXPECT_EQ(kind("/usr/lib/gcc/aarch64-linux-gnu/13/libgcc.a"), "compiler-parts");
  EXPECT_EQ(kind("/usr/lib/aarch64-linux-gnu/crti.o"), "compiler-parts");
  EXPECT_EQ(kind("/src/build/main.o"), "build-trees");
  EXPECT_EQ(kind("/usr/bin/python3"), "");
}

TEST(Residue, counts_what_later_layers_cover) {
  ResidueReader reader(rules());
  reader.begin_layer("RUN a");
  reader.add("a/", 0, true);
  reader.add("a/one", 10, false);
  reader.add("./a//two", 20, false);
  reader.add("b", 5, false);
  reader.begin_layer("RUN b");
  reader.add("a/.wh.one", 0, false);
  reader.add("b", 6, false);
  reader.add("a/.wh..wh..opq", 0, false);
  reader.add("a/new", 3, false);
  const ImageResidue found = std::move(reader).found();
  EXPECT_EQ(found.stored, 44);
  EXPECT_EQ(found.bytes, 9);
  EXPECT_EQ(found.files, 2);
  EXPECT_EQ(found.layers[0].covered, 35);
  EXPECT_EQ(found.layers[1].covered, 0);
}

TEST(Residue, keeps_what_the_same_layer_brings_beside_a_mark) {
  ResidueReader reader(rules());
  reader.begin_layer("");
  reader.add("a/x", 1, false);
  reader.begin_layer("");
  reader.add("a/new", 3, false);
  reader.add("a/.wh..wh..opq", 0, false);
  EXPECT_EQ(std::move(reader).found().bytes, 3);
}

TEST(Residue, replaces_a_folder_by_a_file_with_all_that_is_in_it) {
  ResidueReader reader(rules());
  reader.begin_layer("");
  reader.add("a", 0, true);
  reader.add("a/x", 7, false);
  reader.begin_layer("");
  reader.add("a", 1, false);
  const ImageResidue found = std::move(reader).found();
  EXPECT_EQ(found.bytes, 1);
  EXPECT_EQ(found.covered(), 7);
}

TEST(Residue, finds_secrets_that_a_later_layer_hides) {
  ResidueReader reader(rules());
  reader.begin_layer("");
  reader.add("root/.aws/credentials", 7, false);
  reader.begin_layer("");
  reader.add("root/.wh..aws", 0, false);
  reader.add_variable("HF_TOKEN", "value");
  reader.add_variable("EMPTY_TOKEN", "");
  reader.add_variable("PATH", "/bin");
  const ImageResidue found = std::move(reader).found();
  EXPECT_EQ(found.covered_secrets, std::vector<std::string>{"/root/.aws/credentials"});
  EXPECT_EQ(found.secret_names, std::vector<std::string>{"HF_TOKEN"});
  EXPECT_TRUE(found.has_secrets());
  EXPECT_EQ(to_text(to_json(found)).find("\"value\""), std::string::npos);
}

TEST(Residue, tells_variables_that_hold_a_secret_by_name_and_value) {
  const auto is_secret = [](const char* name, const char* value) {
    ResidueReader reader(rules());
    reader.add_variable(name, value);
    return std::move(reader).found().has_secrets();
  };
  for (const char* const name :
       {"HF_TOKEN", "HF_TOKEN1", "API_TOKENS", "my-token-value", "GITHUBTOKEN", "DB_PASSWORD"})
    EXPECT_TRUE(is_secret(name, "some-value")) << name;
  for (const char* const name : {"TOKENIZERS_PARALLELISM", "HF_TOKEN_PATH", "SECRET_FILE", "PATH"})
    EXPECT_FALSE(is_secret(name, "some-value")) << name;
  EXPECT_FALSE(is_secret("MAX_TOKENS", "4096"));
  EXPECT_FALSE(is_secret("HF_HUB_DISABLE_IMPLICIT_TOKEN", "true"));
}

TEST(Residue, claimed_sizes_end_before_the_sums_overflow) {
  ResidueReader reader(rules());
  reader.begin_layer("");
  for (int i = 0; i < 5; ++i) reader.add(fmt::format("f{}", i), std::uint64_t{1} << 62U, false);
  reader.begin_layer("");
  reader.add("f0", ~std::uint64_t{0}, false);
  const ImageResidue found = std::move(reader).found();
  EXPECT_EQ(found.stored, std::int64_t{1} << 62U);
  EXPECT_GE(found.bytes, 0);
  EXPECT_EQ(found.files, 5);
}

TEST(Residue, knows_libraries_of_cuda_with_a_version) {
  EXPECT_EQ(cuda_file("/x/libcublasLt.so.13.1.0")->library, "cublasLt");
  EXPECT_EQ(cuda_file("/x/libcublasLt.so.13.1.0")->version, "13.1.0");
  EXPECT_FALSE(cuda_file("/x/libcublasLt.so"));
  EXPECT_FALSE(cuda_file("/x/libother.so.1"));
  EXPECT_FALSE(cuda_file("libcudart.so."));
}

}  // namespace
}  // namespace gb10
