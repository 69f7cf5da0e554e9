#include "bench/storage_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/storage_ladder.h"
#include "bench/storage_samples.h"

namespace gb10 {
namespace {

using storage_samples::damage;
using storage_samples::kMiB;
using storage_samples::opened;
using storage_samples::random_file;

std::vector<std::byte> block_of(std::uint64_t seed, std::uint64_t number) {
  std::vector<std::byte> out(kStorageBlock);
  fill_block(std::span<std::byte, kStorageBlock>(out.data(), kStorageBlock), seed, number);
  return out;
}

TEST(StorageBlocks, are_told_from_each_other_and_from_damaged_ones) {
  BlockMarks marks(65);
  std::vector<std::byte> all;
  for (int i = 0; i < 65; ++i) {
    const auto block = block_of(1, i);
    all.insert(all.end(), block.begin(), block.end());
  }
  marks.note(0, all);
  EXPECT_FALSE(marks.wrong(0, all).has_value());
  EXPECT_EQ(marks.wrong(kStorageBlock, block_of(1, 2)), kStorageBlock);  // another place
  EXPECT_EQ(marks.wrong(kStorageBlock, block_of(2, 1)), kStorageBlock);  // another file
  for (const std::size_t at : {std::size_t{0}, kStorageBlock - 1, 64 * kStorageBlock + 2000}) {
    auto damaged = all;
    damaged[at] ^= std::byte{1};
    EXPECT_EQ(marks.wrong(0, damaged), at / kStorageBlock * kStorageBlock) << at;
  }
}

TEST(StorageBlocks, have_a_sum_that_knows_the_order) {
  auto block = block_of(3, 4);
  const std::span<const std::byte, kStorageBlock> view(block.data(), kStorageBlock);
  const std::uint64_t before = block_sum(view);
  std::swap_ranges(block.begin() + 8, block.begin() + 16, block.begin() + 800);
  EXPECT_NE(block_sum(view), before);
}

TEST(StorageFile, is_made_without_a_name_and_cannot_be_written) {
  const Scratch scratch;
  const StorageFile file = opened({scratch.root(), 2 * kMiB, 5, {}, {}});
  EXPECT_TRUE(std::filesystem::is_empty(scratch.root()));
  EXPECT_TRUE(file.is_ours());
  EXPECT_EQ(file.size(), 2 * kMiB);
  std::vector<std::byte> block(kStorageBlock);
  ASSERT_EQ(::pread(file.cached(), block.data(), block.size(), 3 * kStorageBlock),
            static_cast<ssize_t>(kStorageBlock));
  EXPECT_EQ(block, block_of(5, 3));
  EXPECT_EQ(::pwrite(file.cached(), block.data(), block.size(), 0), -1);
  EXPECT_TRUE(file.check_size().ok());
}

TEST(StorageFile, that_is_there_is_read_as_far_as_was_asked) {
  const Scratch scratch;
  const std::string path = random_file(scratch, 3 * kMiB + 100);
  EXPECT_EQ(opened({path, std::nullopt, 0, {}, {}}).size(), 3 * kMiB);
  const StorageFile part = opened({path, 2 * kMiB, 0, {}, {}});
  EXPECT_EQ(part.size(), 2 * kMiB);
  EXPECT_FALSE(part.is_ours());
  EXPECT_EQ(part.chosen(), "the first 2 MiB of a file of 3.0 MiB that was there");
}

TEST(StorageFile, says_what_cannot_be_measured) {
  const Scratch scratch;
  const auto what = [](const StorageFileWish& wish) {
    const auto file = StorageFile::open(wish);
    return file.ok() ? "" : file.error().what;
  };
  const std::string small = scratch.file("small", "too small");
  EXPECT_NE(what({small, {}, 0, {}, {}}).find("less than 1 MiB cannot be measured"),
            std::string::npos);
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  EXPECT_NE(what({scratch.path("pipe"), {}, 0, {}, {}}).find("neither a folder nor a file"),
            std::string::npos);
  EXPECT_NE(what({"/dev/null", {}, 0, {}, {}}).find("neither a folder nor a file"),
            std::string::npos);
  EXPECT_NE(what({scratch.path("gone"), {}, 0, {}, {}}).find("no such file"), std::string::npos);
  EXPECT_NE(what({scratch.root(), 1ULL << 49U, 0, {}, {}}).find("too little for a file of"),
            std::string::npos);
}

TEST(StorageFile, ends_at_once_when_it_must) {
  const Scratch scratch;
  const auto end = [] { return EarlyEnd{CutBy::interrupted, "interrupted"}; };
  const auto made = StorageFile::open({scratch.root(), 2 * kMiB, 0, end, {}});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().kind, Error::Kind::cancelled);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.root()));
}

class LadderOfAFile : public testing::Test {
 protected:
  Result<ReadLadderRun> climb() {
    const StorageFile file = opened({path_, std::nullopt, 0, {}, {}});
    if (meanwhile_) meanwhile_();
    ReadLadderMeasure measure;
    measure.blocks = 2;
    measure.block_seconds = 0.001;
    measure.cells = {{4096, 1, true}, {4096, 16, false}, {65536, 4, true}, {4 * kMiB, 1, true}};
    return read_ladder(file, measure);
  }

  const Scratch scratch_;
  const std::string path_ = random_file(scratch_, 2 * kMiB);
  std::function<void()> meanwhile_;
};

TEST_F(LadderOfAFile, has_the_steps_that_fit_and_finds_nothing_wrong) {
  const auto run = climb();
  ASSERT_TRUE(run.ok()) << run.error().what;
  EXPECT_EQ(run->cut.why, CutBy::no) << run->cut.says;
  EXPECT_EQ(run->cells.size(), 3U);  // the fourth is larger than the file
  EXPECT_EQ(run->wrong, 0U);
  EXPECT_GT(run->checked, 0U);
  for (const LadderCellRun& each : run->cells) {
    EXPECT_EQ(each.rates.size(), 2U) << each.cell.name();
    for (const double rate : each.rates) EXPECT_GT(rate, 0) << each.cell.name();
    EXPECT_EQ(each.latencies.empty(), each.cell.depth > 1) << each.cell.name();
  }
}

TEST(LadderCells, are_forty_with_names) {
  const auto cells = read_ladder_cells();
  ASSERT_EQ(cells.size(), 40U);
  EXPECT_EQ(cells.front().name(), "storage.read.random.4k.qd1");
  EXPECT_EQ(cells.back().name(), "storage.read.sequential.1m.qd128");
}

TEST_F(LadderOfAFile, finds_what_was_changed) {
  meanwhile_ = [this] { damage(path_, 64 * kStorageBlock + 1000); };
  const auto run = climb();
  ASSERT_TRUE(run.ok()) << run.error().what;
  EXPECT_GT(run->wrong, 0U);
  EXPECT_EQ(run->first_wrong, 64 * kStorageBlock);
}

TEST_F(LadderOfAFile, ends_where_the_file_becomes_smaller) {
  meanwhile_ = [this] { std::filesystem::resize_file(path_, kMiB + 100); };
  const auto run = climb();
  ASSERT_TRUE(run.ok()) << run.error().what;
  EXPECT_EQ(run->cut.why, CutBy::failed);
  EXPECT_NE(run->cut.says.find("the file became smaller while it was read"), std::string::npos)
      << run->cut.says;
}

}  // namespace
}  // namespace gb10
