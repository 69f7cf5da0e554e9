// Every result file of vllm bench serve that a public set of one Spark has. The set lies outside
// the project: without it these tests skip.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <gtest/gtest.h>

#include "bench/import.h"
#include "bench/import_samples.h"

namespace gb10 {

using import_samples::gb10_options;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> result_files() {
  const char* const shared = std::getenv("GB10_SHARED");
  const fs::path folder = fs::path(shared ? shared : "") / "data/gb10-corpus/vllm-bench";
  std::vector<fs::path> out;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".json") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The number of a member, without our own reader: the files have one member a name.
double member(const std::string& text, const std::string& key) {
  const std::size_t at = text.find("\"" + key + "\": ");
  EXPECT_NE(at, std::string::npos) << key;
  return std::strtod(text.c_str() + at + key.size() + 4, nullptr);
}

TEST(ImportCorpus, refuses_the_files_that_contradict_themselves_and_no_other) {
  const std::vector<fs::path> files = result_files();
  if (files.empty()) GTEST_SKIP() << "the benchmark corpus is not here (GB10_SHARED)";
  EXPECT_EQ(files.size(), 364U);
  std::map<std::string, int> seen;
  for (const fs::path& file : files) {
    const std::string text = read(file);
    const auto all = imported(text, gb10_options());
    ASSERT_TRUE(all.ok()) << file;
    ASSERT_EQ(all->rows.size(), 1U);
    const ImportedRow& row = all->rows[0];
    for (const Objection& each : row.invalid) ++seen["invalid " + each.reason];
    for (const Objection& each : row.warnings) ++seen["warning " + each.reason];
    const bool is_below =
        member(text, "max_output_tokens_per_s") < member(text, "output_throughput");
    EXPECT_EQ(row.invalid.empty(), !is_below) << file;
    const bool has_failed =
        std::any_of(row.warnings.begin(), row.warnings.end(),
                    [](const auto& w) { return w.reason == "failed-requests"; });
    EXPECT_EQ(has_failed, member(text, "failed") > 0) << file;
  }
  const std::map<std::string, int> wanted = {
      {"invalid peak-below-average", 15}, {"warning tpot-itl", 24}, {"warning failed-requests", 3}};
  EXPECT_EQ(seen, wanted);
}

TEST(ImportCorpus, has_every_number_of_a_file) {
  const std::vector<fs::path> files = result_files();
  if (files.empty()) GTEST_SKIP() << "the benchmark corpus is not here (GB10_SHARED)";
  for (const fs::path& file : files) {
    const auto all = imported(read(file), gb10_options());
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(all->rows[0].figures.size(), 10U + 4 * 7) << file;
    for (const Figure& each : all->rows[0].figures) EXPECT_GE(each.value, 0) << each.name;
  }
}

}  // namespace
}  // namespace gb10
