#include "bench/storage_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fiemap.h>
#include <sys/stat.h>
#include <unistd.h>

#include <deque>

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
  EXPECT_FALSE(marks.wrong(0, all, 0).has_value());
  EXPECT_EQ(marks.wrong(kStorageBlock, block_of(1, 2), 0), kStorageBlock);  // another place
  EXPECT_EQ(marks.wrong(kStorageBlock, block_of(2, 1), 0), kStorageBlock);  // another file
  for (const std::size_t at : {std::size_t{0}, kStorageBlock - 1}) {
    auto damaged = all;
    damaged[at] ^= std::byte{1};
    EXPECT_EQ(marks.wrong(0, damaged, 1), at / kStorageBlock * kStorageBlock) << at;
  }
}

/// Twenty blocks, and what is known of them.
struct Marked {
  Marked() {
    for (int i = 0; i < 20; ++i) {
      const auto block = block_of(1, i);
      bytes.insert(bytes.end(), block.begin(), block.end());
    }
    marks.note(0, bytes);
  }
  std::vector<std::byte> bytes;
  BlockMarks marks{20};
};

TEST(StorageBlocks, are_looked_at_in_each_sector) {
  const Marked good;
  const auto other = block_of(2, 0);
  for (std::size_t at = 0; at < good.bytes.size(); at += kStorageSector) {
    auto damaged = good.bytes;
    std::copy_n(other.begin(), kStorageSector, damaged.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::uint64_t turn = 0; turn < 3; ++turn)
      EXPECT_EQ(good.marks.wrong(0, damaged, turn), at / kStorageBlock * kStorageBlock) << at;
  }
}

TEST(StorageBlocks, are_wholly_summed_in_turn) {
  const Marked good;
  for (std::size_t block = 0; block < 20; ++block) {
    auto damaged = good.bytes;
    damaged[block * kStorageBlock + 100] ^= std::byte{1};  // in no word that is always looked at
    int found = 0;
    for (std::uint64_t turn = 0; turn < 6400; ++turn)
      found += good.marks.wrong(0, damaged, turn) ? 1 : 0;
    EXPECT_GT(found, 50) << block;
    EXPECT_LT(found, 150) << block;
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
  meanwhile_ = [this] { damage(path_, 64 * kStorageBlock + 1020); };
  const auto run = climb();
  ASSERT_TRUE(run.ok()) << run.error().what;
  EXPECT_GT(run->wrong, 0U);
  EXPECT_EQ(run->first_wrong, 64 * kStorageBlock);
}

/// Reads each slot as asked the first time, and then only says so.
class LazyQueue : public ReadQueue {
 public:
  const char* name() const override { return "lazy"; }
  Result<void> begin(const ReadWish& wish) override {
    const ssize_t whole = static_cast<ssize_t>(wish.into.size());
    const ssize_t n = reads_-- > 0 ? ::pread(wish.file, wish.into.data(), wish.into.size(),
                                             static_cast<off_t>(wish.offset))
                                   : whole;
    EXPECT_EQ(n, whole);
    done_.push_back({wish.slot, static_cast<std::int64_t>(wish.into.size())});
    return {};
  }
  Result<ReadDone> next() override {
    const ReadDone out = done_.front();
    done_.pop_front();
    return out;
  }

 private:
  int reads_ = 1;
  std::deque<ReadDone> done_;
};

TEST(Ladder, sees_reads_that_did_nothing_though_the_right_bytes_were_there) {
  const Scratch scratch;
  const StorageFile file = opened({random_file(scratch, kMiB), std::nullopt, 0, {}, {}});
  ReadLadderMeasure measure;
  measure.blocks = 1;
  measure.block_seconds = 0.001;
  measure.cells = {{kMiB, 1, false}};  // always the same place
  measure.open_queue = [](int) -> Result<OpenReadQueue> {
    return OpenReadQueue{std::make_unique<LazyQueue>(), ""};
  };
  const auto run = read_ladder(file, measure);
  ASSERT_TRUE(run.ok()) << run.error().what;
  EXPECT_GT(run->wrong, 0U);
  EXPECT_EQ(run->first_wrong, 0U);
}

TEST(StorageFile, knows_whether_it_was_written_meanwhile) {
  const Scratch scratch;
  const std::string path = random_file(scratch, kMiB);
  const StorageFile file = opened({path, std::nullopt, 0, {}, {}});  // at once after it was made
  EXPECT_TRUE(file.is_unwritten());
  damage(path, 5000);
  EXPECT_FALSE(file.is_unwritten());
  const timespec times[2] = {{}, {}};
  const StorageFile again = opened({path, std::nullopt, 0, {}, {}});
  damage(path, 5000);
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  EXPECT_FALSE(again.is_unwritten());
  EXPECT_TRUE(opened({scratch.root(), kMiB, 0, {}, {}}).is_unwritten());
}

TEST(StorageExtents, have_times_after_which_a_change_shows) {
  const Scratch scratch;
  for (int i = 0; i < 20; ++i) {
    const std::string path = scratch.file("f", std::to_string(i));
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const auto times = settled_times(file.get());
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    ASSERT_TRUE(times.ok());
    EXPECT_GT(std::int64_t{now.tv_sec} * 1000000000 + now.tv_nsec, times->changed);
  }
}

TEST(StorageFile, with_holes_is_refused) {
  const Scratch scratch;
  const std::string path = random_file(scratch, kMiB);
  std::filesystem::resize_file(path, 3 * kMiB);
  const Descriptor plain(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (::lseek(plain.get(), 0, SEEK_HOLE) != static_cast<off_t>(kMiB))
    GTEST_SKIP() << "this file system does not tell of holes";
  const auto file = StorageFile::open({path, std::nullopt, 0, {}, {}});
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().what, path + " has holes: what was never written is not on the disk");
  EXPECT_FALSE(file.error().hint.empty());
  EXPECT_TRUE(StorageFile::open({path, kMiB, 0, {}, {}}).ok());  // the part before them
}

TEST(StorageExtents, are_judged_by_their_flags) {
  EXPECT_STREQ(extent_fault(FIEMAP_EXTENT_LAST | FIEMAP_EXTENT_MERGED), "");
  EXPECT_STREQ(extent_fault(FIEMAP_EXTENT_DATA_ENCRYPTED | FIEMAP_EXTENT_ENCODED), "");
  EXPECT_TRUE(std::string(extent_fault(FIEMAP_EXTENT_UNWRITTEN)).starts_with("has holes"));
  EXPECT_TRUE(std::string(extent_fault(FIEMAP_EXTENT_ENCODED)).starts_with("is kept compressed"));
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
