#include "bench/storage_verdict.h"

#include <gtest/gtest.h>

#include <sys/sysmacros.h>

#include <cmath>

#include "base/embedded.h"
#include "bench/storage_record.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

StorageReference reference() {
  const auto text = embedded("storage/ssd.toml");
  EXPECT_TRUE(text.has_value());
  auto out = read_storage_reference({"ssd", std::string(text.value_or("")), ""});
  EXPECT_TRUE(out.ok()) << out.error().what;
  return *std::move(out);
}

/// A good NVMe disk whose best read has that rate, bytes a second.
StorageRun of_rate(double rate) {
  StorageRun out;
  out.place.type = "ext4";
  out.place.kind = StoragePlace::Kind::disk;
  out.place.disk = "nvme0n1";
  out.place.link = PcieLink{16, 16, 4, 4};
  out.size = 1U << 30U;
  out.ladder.engine = "io_uring";
  for (const LadderCell& cell : read_ladder_cells()) {
    const bool deepest = cell.block == 256 * 1024 && cell.depth == 64 && cell.random;
    out.ladder.cells.push_back({cell, {1, 2, 3}, {rate / 2, rate / 2, rate / 2}, {}});
    if (deepest) out.ladder.cells.back().rates = {rate, rate, rate};
    if (cell.block == 1024 * 1024 && cell.depth == 16)
      out.ladder.cells.back().rates = {9 * rate, 9 * rate, 9 * rate};  // not deep enough to count
  }
  out.is_unwritten = true;
  out.ladder.cached_before = out.ladder.cached_after = 0;
  return out;
}

std::string verdict(const StorageRun& run) {
  const StorageVerdict found = verdict_of(run, reference());
  return found.verdict + " " + found.reason;
}

TEST(StorageVerdict, goes_by_the_deepest_reads) {
  EXPECT_EQ(verdict(of_rate(5.9e9)), "healthy in-range");
  EXPECT_EQ(verdict(of_rate(3.1e9)), "look closer below-range");
  EXPECT_EQ(verdict(of_rate(1.5e9)), "slow far-below-range");
  const auto says = verdict_of(of_rate(5.9e9), reference()).says;
  EXPECT_NE(says.find("5.90 GB/s at best (64 reads of 256 KiB at once, random)"), std::string::npos)
      << says;
  EXPECT_NE(says.find("PCIe 4.0 x4; a PCIe 4.0 drive in the 5.0 slot is normal"), std::string::npos)
      << says;
}

TEST(StorageVerdict, names_a_link_that_is_narrower_than_it_can_be) {
  StorageRun run = of_rate(3.1e9);
  run.place.link = PcieLink{8, 16, 4, 4};
  const auto says = verdict_of(run, reference()).says;
  EXPECT_NE(says.find("PCIe 3.0 x4, below the PCIe 4.0 x4 that it can do"), std::string::npos)
      << says;
}

TEST(StorageVerdict, refuses_what_is_no_number_of_a_disk) {
  EXPECT_EQ(verdict(of_rate(9e9)), "invalid storage-over-link");  // 7.88 GB/s is all it carries
  StorageRun run = of_rate(5.9e9);
  run.place.kind = StoragePlace::Kind::memory;
  EXPECT_EQ(verdict(run), "invalid memory-file-system");
  run = of_rate(5.9e9);
  run.direct_refused = "the file system refuses O_DIRECT: invalid argument";
  EXPECT_EQ(verdict(run), "invalid page-cache");
  run = of_rate(5.9e9);
  run.ladder.cached_after = 0.9;
  EXPECT_EQ(verdict(run), "invalid page-cache");
}

TEST(StorageVerdict, does_not_guess) {
  StorageRun run = of_rate(5.9e9);
  run.place.disk = "vda";
  EXPECT_EQ(verdict(run), "cannot tell no-reference");
  run.place.disk.clear();
  run.place.unknown = "it lies on several disks";
  EXPECT_EQ(verdict(run), "cannot tell disk-unknown");
  run = of_rate(5.9e9);
  run.place.type = "zfs";
  EXPECT_EQ(verdict(run), "cannot tell own-cache");
  run.ladder.cells.clear();
  EXPECT_EQ(verdict(run), "cannot tell too-short");
}

TEST(StorageVerdict, puts_wrong_data_before_all) {
  StorageRun run = of_rate(5.9e9);
  run.place.kind = StoragePlace::Kind::memory;
  run.copies.emplace_back().wrong = 3;
  EXPECT_EQ(verdict(run), "faulty wrong-data");
}

TEST(StorageVerdict, does_not_blame_the_disk_for_a_file_that_was_written) {
  StorageRun run = of_rate(5.9e9);
  run.ladder.wrong = 2;
  EXPECT_EQ(verdict(run), "faulty wrong-data");
  run.is_unwritten = false;
  EXPECT_EQ(verdict(run), "cannot tell file-changed");
  const auto says = verdict_of(run, reference()).says;
  EXPECT_TRUE(says.starts_with("the file was written meanwhile: 2 reads brought")) << says;
  run.ladder.wrong = 0;
  EXPECT_EQ(verdict(run), "cannot tell file-changed");
  run.is_ours = true;
  EXPECT_EQ(verdict(run), "healthy in-range");
  run.ladder.wrong = 2;
  EXPECT_EQ(verdict(run), "faulty wrong-data");
}

TEST(StorageVerdict, does_not_take_an_unknown_page_cache_for_an_empty_one) {
  StorageRun run = of_rate(5.9e9);
  run.ladder.cached_before = run.ladder.cached_after = 1;  // what was there hides what comes
  EXPECT_EQ(verdict(run), "cannot tell page-cache");
  run.ladder.cached_before = run.ladder.cached_after = std::nullopt;
  EXPECT_EQ(verdict(run), "cannot tell page-cache");
  run.ladder.cached_before = 0;
  EXPECT_EQ(verdict(run), "cannot tell page-cache");
  run.is_ours = true;
  EXPECT_EQ(verdict(run), "healthy in-range");
}

StoragePasses way(const char* name, CacheState cache, double rate) {
  StoragePasses out;
  out.name = name;
  out.words = name;
  out.cache = cache;
  out.cached = 0.0;
  out.rates = {rate};
  out.at = {1};
  return out;
}

TEST(LoaderAdvice, names_flags_of_ways_that_are_faster_than_mapping) {
  StorageRun run = of_rate(5.9e9);
  EXPECT_TRUE(loader_advice(run, reference()).empty());
  run.copies = {way("storage.gpu.direct-pinned.cold", CacheState::past, 5.5e9),
                way("storage.gpu.pinned.cold", CacheState::cold, 4e9),
                way("storage.gpu.mmap.cold", CacheState::cold, 0.2e9)};
  const auto advice = loader_advice(run, reference());
  ASSERT_GT(advice.size(), 2U);
  EXPECT_NE(advice[0].find("5.50 GB/s"), std::string::npos) << advice[0];
  EXPECT_NE(advice[0].find("27.5 times as long"), std::string::npos) << advice[0];
  EXPECT_TRUE(advice[1].starts_with("llama.cpp: --direct-io")) << advice[1];
  EXPECT_TRUE(advice[2].starts_with("llama.cpp: --no-mmap")) << advice[2];
  run.copies[1].rates = {0.21e9};  // no better than mapping
  run.copies[0].cached = 0.5;      // reads past the cache need not be cold
  EXPECT_EQ(loader_advice(run, reference()).size(), 2U);
}

TEST(LoaderAdvice, is_of_ways_that_loaders_take) {
  StorageRun run = of_rate(5.9e9);
  run.copies = {way("storage.gpu.direct-in-place.cold", CacheState::past, 9e9),
                way("storage.gpu.direct-pinned.cold", CacheState::past, 5e9),
                way("storage.gpu.mmap.cold", CacheState::cold, 0.2e9),
                way("storage.gpu.mmap-in-place.cold", CacheState::cold, 9e9)};
  const auto advice = loader_advice(run, reference());
  ASSERT_FALSE(advice.empty());
  EXPECT_NE(advice[0].find("5.00 GB/s; storage.gpu.mmap.cold: 0.20 GB/s"), std::string::npos)
      << advice[0];
}

TEST(LoaderAdvice, is_not_given_on_a_file_of_others) {
  StorageRun run = of_rate(5.9e9);
  run.copies = {way("storage.gpu.pinned.cold", CacheState::cold, 5e9),
                way("storage.gpu.mmap.cold", CacheState::cold, 0.2e9)};
  for (StoragePasses& each : run.copies) each.cached.reset();
  const auto advice = loader_advice(run, reference());
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_NE(advice[0].find("to its owner alone"), std::string::npos) << advice[0];
}

TEST(LoaderAdvice, counts_no_way_that_was_not_cold) {
  StorageRun run = of_rate(5.9e9);
  run.copies = {way("storage.gpu.pinned.cold", CacheState::cold, 20e9),
                way("storage.gpu.pageable.cold", CacheState::cold, 2e9),
                way("storage.gpu.mmap.cold", CacheState::cold, 1.9e9)};
  run.copies[0].cached = 0.9;
  const auto advice = loader_advice(run, reference());
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_NE(advice[0].find("no flag is needed"), std::string::npos) << advice[0];
}

TEST(StorageRecord, has_a_series_of_blocks_for_each_step) {
  StorageRun run = of_rate(5.9e9);
  run.copies = {way("storage.gpu.pinned.cold", CacheState::cold, 4e9)};
  run.copies[0].cached = 0.4;
  RunRecord record;
  add_to(record, run, verdict_of(run, reference()), {});
  ASSERT_NE(record.find("storage.read.random.256k.qd64"), nullptr);
  EXPECT_EQ(record.find("storage.read.random.256k.qd64")->value, 5.9e9);
  EXPECT_EQ(record.series.size(), 41U);
  EXPECT_EQ(record.params["result.verdict"], "healthy");
  ASSERT_EQ(record.notes.size(), 1U);
  EXPECT_EQ(record.notes[0],
            "storage.gpu.pinned.cold: cached, not cold: 40 % of it in the page cache before");
}

TEST(StorageRecord, says_why_a_step_has_no_number_and_what_the_cache_held) {
  StorageRun run = of_rate(5.9e9);
  run.ladder.cells[0].rates = {NAN, NAN};
  run.ladder.cached_after = std::nullopt;
  StoragePasses& passes =
      run.buffered.emplace_back(way("storage.buffered.cold", CacheState::cold, 4e9));
  passes.seconds = 2;
  passes.checking = 0.1;
  RunRecord record;
  add_to(record, run, verdict_of(run, reference()), {});
  ASSERT_EQ(record.notes.size(), 1U);
  EXPECT_EQ(record.notes[0],
            "reads too slow for a block, fewer ended in time than count: random.4k.qd1");
  EXPECT_EQ(record.find("storage.cached.before")->value, 0);
  EXPECT_TRUE(std::isnan(record.find("storage.cached.after")->value));
  EXPECT_NE(record.find("storage.buffered.cold")->how.find("5.0 % of the time was the check"),
            std::string::npos);
}

TEST(StorageTable, is_refused_with_file_and_line) {
  const auto wrong = read_storage_reference({"ssd", "name = \"ssd\"\ntitle = \"x\"\n[read]\n", ""});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().kind, Error::Kind::invalid);
}

/// A machine with an NVMe disk, as sysfs shows it.
FakeHost machine() {
  FakeHost host;
  const std::string disk = "/sys/devices/pci0004/nvme/nvme0/nvme0n1";
  host.link_at("/sys/dev/block/259:2", "../../devices/pci0004/nvme/nvme0/nvme0n1/nvme0n1p2")
      .link_at("/sys/class/block/nvme0n1p2", "../../devices/pci0004/nvme/nvme0/nvme0n1/nvme0n1p2")
      .link_at("/sys/class/block/nvme0n1", "../../devices/pci0004/nvme/nvme0/nvme0n1")
      .link_at("/sys/block/nvme0n1", "../devices/pci0004/nvme/nvme0/nvme0n1")
      .file(disk + "/nvme0n1p2/partition", "2\n")
      .file(disk + "/device/model", "ESL01TBTLCZ\n")
      .file(disk + "/device/device/current_link_speed", "16.0 GT/s PCIe\n")
      .file(disk + "/device/device/max_link_speed", "16.0 GT/s PCIe\n")
      .file(disk + "/device/device/current_link_width", "4\n")
      .file(disk + "/device/device/max_link_width", "4\n")
      .file("/proc/self/mountinfo",
            "22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw\n"
            "30 22 0:40 / /dev/shm rw shared:2 - tmpfs tmpfs rw\n"
            "31 22 0:41 / /mnt/my\\040models rw - nfs4 server:/models rw\n"
            "32 22 0:42 / /var/lib/docker/x rw - overlay overlay rw\n"
            "33 22 0:43 / /data rw - btrfs /dev/mapper/data rw\n");
  host.link_at("/dev/mapper/data", "../dm-0")
      .link_at("/sys/class/block/dm-0", "../../devices/virtual/block/dm-0")
      .directory("/sys/devices/virtual/block/dm-0/slaves/nvme0n1p2");
  return host;
}

TEST(StoragePlace, is_told_with_its_disk_and_link) {
  const FakeHost host = machine();
  const auto root = storage_place(host, "/home/u/models", makedev(259, 2));
  EXPECT_EQ(root.words(), "ext4 on nvme0n1 (ESL01TBTLCZ, PCIe 4.0 x4)");
  ASSERT_TRUE(root.link.has_value());
  EXPECT_NEAR(root.link->most(), 7.877e9, 1e6);
  const auto mapped = storage_place(host, "/data/models", makedev(0, 43));
  EXPECT_EQ(mapped.words(), "btrfs on nvme0n1 (ESL01TBTLCZ, PCIe 4.0 x4)");
}

TEST(StoragePlace, knows_what_is_no_disk_of_this_machine) {
  const FakeHost host = machine();
  using Kind = StoragePlace::Kind;
  EXPECT_EQ(storage_place(host, "/dev/shm", makedev(0, 40)).kind, Kind::memory);
  EXPECT_EQ(storage_place(host, "/mnt/my models/x", makedev(0, 41)).kind, Kind::network);
  EXPECT_EQ(storage_place(host, "/var/lib/docker/x", makedev(0, 42)).kind, Kind::layers);
  EXPECT_EQ(storage_place(host, "/dev/shmoo", makedev(259, 2)).kind, Kind::disk);
  EXPECT_EQ(storage_place(FakeHost(), "/", 0).words(), "a file system of a kind that is not known");
}

}  // namespace
}  // namespace gb10
