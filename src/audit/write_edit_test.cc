#include <gtest/gtest.h>

#include "audit/requirement_edits.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

/// A host that can no longer install `path`, whatever may be asked about it.
class FullHost : public FakeHost {
 public:
  explicit FullHost(std::string path) : path_(std::move(path)) {
    file("/p/a.txt", "a\n", 0640).owned("/p/a.txt", 1000);
    file("/p/b.txt", "b\n").owned("/p/b.txt", 1000);
  }

  Result<void> install(const File& wanted) override {
    if (wanted.path == path_) return Error{Error::Kind::failed, "the disk is full"};
    return FakeHost::install(wanted);
  }

 private:
  std::string path_;
};

const std::vector<FileEdit> kEdits = {{"/p/a.txt", {{'-', "a\n"}, {'+', "x\n"}}},
                                      {"/p/b.txt", {{'-', "b\n"}, {'+', "y\n"}}}};

TEST(SeveralWrites, are_all_made) {
  FullHost host("");
  const auto kept = write_edits(host, kEdits);
  ASSERT_TRUE(kept.ok()) << kept.error().what;
  ASSERT_EQ(kept->size(), 2U);
  EXPECT_EQ(*host.read(kept->at(1)), "b\n");
  EXPECT_EQ(*host.read("/p/b.txt"), "y\n");
}

TEST(SeveralWrites, begin_only_where_all_may_be_written) {
  FullHost host("");
  host.owned("/p/b.txt", 0);
  const auto kept = write_edits(host, kEdits);
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().kind, Error::Kind::denied);
  EXPECT_TRUE(host.done.empty());
}

TEST(SeveralWrites, are_taken_back_after_an_error) {
  FullHost host("/p/b.txt");
  const auto kept = write_edits(host, kEdits);
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().kind, Error::Kind::rolled_back);
  EXPECT_EQ(*host.read("/p/a.txt"), "a\n");
  EXPECT_EQ(host.info("/p/a.txt")->mode, 0640U);
  EXPECT_EQ(*host.read("/p/b.txt"), "b\n");
}

TEST(SeveralWrites, leave_a_file_with_several_names_alone) {
  FullHost host("");
  host.names("/p/b.txt", 2);
  const auto kept = write_edits(host, kEdits);
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().kind, Error::Kind::denied);
  EXPECT_EQ(*host.read("/p/a.txt"), "a\n");
}

}  // namespace
}  // namespace gb10
