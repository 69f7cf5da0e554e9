#include "elf/artifact.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string samples() {
  const char* const shared = std::getenv("GB10_SHARED");
  return shared ? std::string(shared) + "/samples/fatbin" : std::string();
}

std::string line_of(const GpuListRow& row) {
  return joined({row.where, row.container, row.kind, row.arch, row.packing, row.version, row.stored,
                 row.unpacked, row.note},
                "\t");
}

/// What the manifest expects, by file.
std::map<std::string, std::vector<std::string>> manifest(const std::string& text) {
  std::map<std::string, std::vector<std::string>> out;
  for (const std::string_view line : lines(text)) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos || line.starts_with("file\t")) continue;
    out[std::string(line.substr(0, tab))].emplace_back(line.substr(tab + 1));
  }
  return out;
}

TEST(Artifact, lists_what_the_manifest_of_the_samples_expects) {
  const std::string folder = samples();
  const std::string text = slurp(folder + "/manifest.tsv");
  if (text.empty()) GTEST_SKIP() << "the shared samples are not here";
  const auto expected = manifest(text);
  ASSERT_GT(expected.size(), 100U);
  ArtifactOptions options;
  options.deep = ArtifactOptions::Deep::always;
  options.with_names = true;
  for (const auto& [file, rows] : expected) {
    const auto artifact = read_artifact(MemoryBlob(slurp(folder + "/" + file)), options);
    ASSERT_TRUE(artifact.ok()) << file << ": " << artifact.error().what;
    std::vector<std::string> found;
    for (const GpuListRow& row : gpu_list(artifact->code)) found.push_back(line_of(row));
    EXPECT_EQ(found, rows) << file;
  }
}

}  // namespace
}  // namespace gb10
