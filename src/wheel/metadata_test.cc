#include "wheel/metadata.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

TEST(metadata, says_name_version_and_what_it_requires) {
  const auto got = read_metadata(
      "Metadata-Version: 2.4\r\nName: torch\r\nVersion: 2.11.0+cu130\r\n"
      "Requires-Python: >=3.10\r\nrequires-dist: filelock\r\n"
      "Requires-Dist: nvidia-cublas==13.1.0.3;\r\n  platform_system == \"Linux\"\r\n"
      "no field\r\n: neither\r\n\r\nName: of the description\r\n");
  ASSERT_TRUE(got.ok()) << got.error().what;
  EXPECT_EQ(got->name, "torch");
  EXPECT_EQ(got->version, "2.11.0+cu130");
  EXPECT_EQ(got->requires_python, ">=3.10");
  ASSERT_EQ(got->requires_dist.size(), 2U);
  EXPECT_EQ(got->requires_dist[1], "nvidia-cublas==13.1.0.3; platform_system == \"Linux\"");
}

TEST(metadata, without_a_name_is_refused) {
  EXPECT_FALSE(read_metadata("").ok());
  EXPECT_FALSE(read_metadata("Version: 1\n").ok());
  EXPECT_FALSE(read_metadata("\nName: x\n").ok());
  EXPECT_FALSE(read_metadata(" continued\n").ok());
  std::string many = "Name: x\n";
  for (int i = 0; i < 30'000; ++i) many += "Requires-Dist: y\n";
  EXPECT_FALSE(read_metadata(many).ok());
}

TEST(wheel_info, lists_its_tags) {
  const auto got = read_wheel_info(
      "Wheel-Version: 1.0\nGenerator: setuptools (80.9.0)\nRoot-Is-Purelib: false\nBuild: 1\n"
      "Tag: cp312-cp312-manylinux_2_17_aarch64\nTag: cp312-cp312-manylinux2014_aarch64\n");
  ASSERT_TRUE(got.ok()) << got.error().what;
  EXPECT_FALSE(got->pure);
  EXPECT_EQ(got->build, "1");
  EXPECT_EQ(got->generator, "setuptools (80.9.0)");
  ASSERT_EQ(got->tags.size(), 2U);
  EXPECT_EQ(got->tags[1].platform, "manylinux2014_aarch64");
  EXPECT_TRUE(read_wheel_info("Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")->pure);
  EXPECT_FALSE(read_wheel_info("Root-Is-Purelib: true\n").ok());
  EXPECT_FALSE(read_wheel_info("Wheel-Version: 1.0\nTag: nonsense\n").ok());
}

TEST(record, is_read_with_its_quotes) {
  const auto got = read_record(
      "a/b.py,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,12\r\n"
      "\"a/with, comma \"\"and quotes\"\"\",SHA256=AAAA=,3\n"
      "a.dist-info/RECORD,,\n"
      "\n"
      "only/a/path");
  ASSERT_TRUE(got.ok()) << got.error().what;
  const std::vector<RecordedFile> wanted = {
      {"a/b.py", "sha256", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", 12},
      {"a/with, comma \"and quotes\"", "sha256", "AAAA", 3},
      {"a.dist-info/RECORD", "", "", std::nullopt},
      {"only/a/path", "", "", std::nullopt}};
  EXPECT_EQ(got->files, wanted);
  EXPECT_TRUE(got->problems.empty());
}

TEST(record, names_lines_that_make_no_sense_and_reads_the_rest) {
  const auto got = read_record(
      "a,sha256=AAAA,many\n"
      ",sha256=AAAA,1\n"
      "b,sha256,1\n"
      "c,=AAAA,1\n"
      "d,sha256=A A,1\n"
      "e,sha256=AAAA,-1\n"
      "good,sha256=AAAA,1,more,than,three\n"
      "\"never closed,sha256=AAAA,1\nf,,\n");
  ASSERT_TRUE(got.ok());
  ASSERT_EQ(got->files.size(), 1U);
  EXPECT_EQ(got->files[0].path, "good");
  EXPECT_EQ(got->problems, (std::vector<std::string>{
                               "line 1: a size that is no number", "line 2: no path",
                               "line 3: a hash that is none", "line 4: a hash that is none",
                               "line 5: a hash that is none", "line 6: a size that is no number",
                               "line 8: a quote that is not closed"}));
}

TEST(direct_url, tells_an_editable_package) {
  const auto got =
      read_direct_url(R"({"url": "file:///home/u/code", "dir_info": {"editable": true}})");
  ASSERT_TRUE(got.ok());
  EXPECT_TRUE(got->editable);
  EXPECT_EQ(got->url, "file:///home/u/code");
  EXPECT_FALSE(read_direct_url(R"({"url": "file:///x", "dir_info": {}})")->editable);
  EXPECT_EQ(read_direct_url(R"({"url": "https://x/y", "vcs_info": {"commit_id": "abc"}})")->commit,
            "abc");
  EXPECT_FALSE(read_direct_url("{}").ok());
  EXPECT_FALSE(read_direct_url("[").ok());
  EXPECT_FALSE(read_direct_url(R"({"url": 3, "dir_info": 4})").ok());
}

TEST(conda_package, lists_its_files) {
  const auto got = read_conda_package(
      R"({"name": "libcublas", "version": "13.1", "build": "h1", "subdir": "linux-aarch64",
          "files": ["lib/libcublas.so.13", 4], "depends": []})");
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->name, "libcublas");
  EXPECT_EQ(got->subdir, "linux-aarch64");
  EXPECT_EQ(got->files, std::vector<std::string>{"lib/libcublas.so.13"});
  EXPECT_FALSE(read_conda_package("{}").ok());
  EXPECT_TRUE(read_conda_package(R"({"name": "x", "files": 3})").ok());
}

TEST(small_files, are_read) {
  EXPECT_EQ(read_top_level("torch\n\n torchgen \r\n"),
            (std::vector<std::string>{"torch", "torchgen"}));
  EXPECT_EQ(read_installer("uv\nmore"), "uv");
  EXPECT_EQ(read_installer(""), "");
}

}  // namespace
}  // namespace gb10
