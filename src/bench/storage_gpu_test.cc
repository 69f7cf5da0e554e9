#include "bench/storage_gpu.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "bench/storage_fakes.h"
#include "bench/storage_samples.h"

namespace gb10 {
namespace {

using storage_fakes::late_cuda;
using storage_fakes::stream;
using storage_samples::damage;
using storage_samples::kMiB;
using storage_samples::random_file;

/// A file of more pieces than there are buffers, and a GPU that works as late as it may.
class WaysToTheGpu : public testing::Test {
 protected:
  std::vector<StoragePasses> go(EarlyEnd& cut) {
    const auto opened_stream = cuda_.stream();
    const auto module = cuda_.module({});
    EXPECT_TRUE(opened_stream.ok() && module.ok());
    const StorageFile file = storage_samples::opened({path_, std::nullopt, 0, {}, {}});
    if (meanwhile_) meanwhile_();
    const StorageGpu gpu{cuda_,
                         0,
                         *module,
                         *opened_stream,
                         nullptr,
                         "no libcufile.so.0",
                         {64 << 10U, 6, 4, 128 << 10U, 3}};
    PassMeasure measure{2, 100, {}};
    measure.must_end = must_end_;
    auto out = copies_to_gpu(gpu, file, measure, cut);
    if (out.ok()) return *std::move(out);
    ADD_FAILURE() << out.error().what;
    return {};
  }
  std::vector<StoragePasses> go() {
    EarlyEnd cut;
    return go(cut);
  }
  static const StoragePasses* find(const std::vector<StoragePasses>& all, std::string_view name) {
    for (const StoragePasses& each : all) {
      if (each.name == name) return &each;
    }
    return nullptr;
  }

  Cuda cuda_{late_cuda()};
  const Scratch scratch_;
  const std::string path_ = random_file(scratch_, 2 * kMiB);
  std::function<void()> meanwhile_;
  std::function<EarlyEnd()> must_end_;
};

TEST_F(WaysToTheGpu, bring_all_of_it_right_though_the_gpu_is_late) {
  stream().reads_pageable = true;
  const auto all = go();
  ASSERT_EQ(all.size(), 11U);
  for (const StoragePasses& each : all) {
    if (!each.left_out.empty()) continue;
    EXPECT_EQ(each.rates.size(), 2U) << each.name;
    EXPECT_EQ(each.wrong, 0U) << each.name << " at " << each.first_wrong;
    EXPECT_EQ(each.checked, 2 * 2 * kMiB / kStorageBlock) << each.name;
  }
  ASSERT_NE(find(all, "storage.gpu.cufile.cold"), nullptr);
  EXPECT_EQ(find(all, "storage.gpu.cufile.cold")->left_out, "no libcufile.so.0");
  EXPECT_TRUE(find(all, "storage.gpu.mmap-in-place.warm")->left_out.empty());
}

TEST_F(WaysToTheGpu, leave_out_what_this_gpu_cannot) {
  const auto all = go();
  const auto* const in_place = find(all, "storage.gpu.mmap-in-place.cold");
  ASSERT_NE(in_place, nullptr);
  EXPECT_EQ(in_place->left_out, "this GPU does not read the CPU's pages");
  EXPECT_EQ(find(all, "storage.gpu.mmap-in-place.warm"), nullptr);
}

TEST_F(WaysToTheGpu, show_a_copy_that_did_not_happen) {
  stream().drops = 1;
  const auto all = go();
  std::uint64_t wrong = 0;
  for (const StoragePasses& each : all) wrong += each.wrong;
  EXPECT_GE(wrong, (64 << 10U) / kStorageBlock);
}

TEST_F(WaysToTheGpu, show_a_byte_that_is_wrong_anywhere) {
  meanwhile_ = [this] { damage(path_, 5 * kStorageBlock + 2001); };
  for (const StoragePasses& each : go()) {
    if (!each.left_out.empty()) continue;
    EXPECT_EQ(each.wrong, 2U) << each.name;
    EXPECT_EQ(each.first_wrong, 5 * kStorageBlock) << each.name;
  }
}

TEST_F(WaysToTheGpu, end_where_the_file_becomes_smaller) {
  meanwhile_ = [this] { std::filesystem::resize_file(path_, kMiB); };
  for (const StoragePasses& each : go()) {
    EXPECT_TRUE(each.rates.empty()) << each.name;
    EXPECT_FALSE(each.left_out.empty()) << each.name;
  }
}

TEST_F(WaysToTheGpu, end_when_they_must) {
  int asked = 0;
  must_end_ = [&] {
    return ++asked == 3 ? EarlyEnd{CutBy::interrupted, "interrupted"} : EarlyEnd{};
  };
  EarlyEnd cut;
  const auto all = go(cut);
  EXPECT_EQ(cut.why, CutBy::interrupted);
  std::size_t passes = 0;
  for (const StoragePasses& each : all) passes += each.rates.size();
  EXPECT_EQ(passes, 3U);
}

}  // namespace
}  // namespace gb10
