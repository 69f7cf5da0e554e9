#include "record/output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>

namespace gb10 {
namespace {

class OutputFolder : public testing::Test {
 protected:
  OutputFolder() {
    std::string pattern = testing::TempDir() + "gb10-output-XXXXXX";
    CHECK(mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
  }
  ~OutputFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const char* name) const { return folder_ + "/" + name; }
  std::string content(const char* name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  long files() const { return std::distance(std::filesystem::directory_iterator(folder_), {}); }

 private:
  std::string folder_;
};

TEST_F(OutputFolder, holds_the_whole_and_nothing_else) {
  {
    auto file = LateFile::open(path("a.json"), false);
    ASSERT_TRUE(file.ok());
    EXPECT_FALSE(std::filesystem::exists(path("a.json"))) << "before its end";
    ASSERT_TRUE(file->finish("whole").ok());
  }
  EXPECT_EQ(content("a.json"), "whole");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFolder, is_left_clean_when_nothing_is_written) {
  { EXPECT_TRUE(LateFile::open(path("a.json"), false).ok()); }
  EXPECT_EQ(files(), 0);
}

TEST_F(OutputFolder, a_file_is_overwritten_only_when_asked) {
  std::ofstream(path("a.json")) << "mine";
  EXPECT_EQ(LateFile::open(path("a.json"), false).error().kind, Error::Kind::conflict);
  EXPECT_EQ(content("a.json"), "mine");
  auto file = LateFile::open(path("a.json"), true);
  ASSERT_TRUE(file.ok() && file->finish("other").ok());
  EXPECT_EQ(content("a.json"), "other");
}

TEST_F(OutputFolder, a_file_that_came_meanwhile_is_not_lost) {
  auto file = LateFile::open(path("a.json"), false);
  ASSERT_TRUE(file.ok());
  std::ofstream(path("a.json")) << "mine";
  EXPECT_EQ(file->finish("other").error().kind, Error::Kind::conflict);
  EXPECT_EQ(content("a.json"), "mine");
}

TEST_F(OutputFolder, a_place_that_is_none_is_told_at_the_begin) {
  EXPECT_FALSE(LateFile::open(path("no/a.json"), false).ok());
  EXPECT_FALSE(LateFile::open(path(""), true).ok());
  EXPECT_EQ(LateFile::open("/dev/null", true).error().kind, Error::Kind::invalid);
}

}  // namespace
}  // namespace gb10
