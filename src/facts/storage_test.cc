#include "facts/storage.h"

#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::collected;
using fixture::shown;

void add_disk(FakeHost& host, const std::string& name, const std::string& sectors) {
  const std::string dir = "/sys/block/" + name + "/";
  host.file(dir + "size", sectors + "\n").file(dir + "queue/rotational", "0\n");
  host.file(dir + "queue/scheduler", "[none] mq-deadline kyber bfq\n");
  host.file(dir + "queue/read_ahead_kb", "128\n").file(dir + "queue/nr_requests", "1023\n");
}

void add_link(FakeHost& host, const std::string& dir) {
  host.file(dir + "current_link_speed", "16.0 GT/s PCIe\n");
  host.file(dir + "max_link_speed", "32.0 GT/s PCIe\n");
  host.file(dir + "current_link_width", "4\n").file(dir + "max_link_width", "4\n");
}

TEST(blocks, of_a_stock_machine_are_its_nvme_disk_and_not_its_22_loops) {
  FakeHost host;
  for (int i = 0; i < 22; ++i) add_disk(host, "loop" + std::to_string(i), "8");
  add_disk(host, "zram0", "8");
  add_disk(host, "nvme0n1", "7814037168");
  host.file("/sys/block/nvme0n1/device/model", "SAMSUNG MZALC4T0HBL1-00B07              \n");
  add_link(host, "/sys/block/nvme0n1/device/device/");
  const Facts facts = collected(storage_topic(), host);
  EXPECT_EQ(facts.instances("block"), std::vector<std::string>{"nvme0n1"});
  EXPECT_EQ(shown(facts, "block[nvme0n1].model"), "SAMSUNG MZALC4T0HBL1-00B07");
  EXPECT_EQ(shown(facts, "block[nvme0n1].size"), "3.6 TiB");
  EXPECT_EQ(shown(facts, "block[nvme0n1].rotational"), "no");
  EXPECT_EQ(shown(facts, "block[nvme0n1].scheduler"), "none");
  EXPECT_EQ(shown(facts, "block[nvme0n1].read_ahead"), "128 KiB");
  EXPECT_EQ(shown(facts, "block[nvme0n1].requests"), "1023");
  EXPECT_EQ(shown(facts, "block[nvme0n1].transport"), "nvme");
  EXPECT_EQ(shown(facts, "block[nvme0n1].link_speed"), "16");
  EXPECT_EQ(shown(facts, "block[nvme0n1].link_speed_max"), "32");
  EXPECT_EQ(shown(facts, "block[nvme0n1].link_width"), "4");
}

TEST(blocks, of_nvme_with_several_paths_have_their_link_at_the_controller) {
  FakeHost host;
  add_disk(host, "nvme1n1", "7814037168");
  add_link(host, "/sys/class/nvme/nvme1/device/");
  EXPECT_EQ(shown(collected(storage_topic(), host), "block[nvme1n1].link_speed"), "16");
}

TEST(blocks, without_a_medium_are_left_out) {
  FakeHost host;
  add_disk(host, "vda", "1000");
  add_disk(host, "sdd", "0");
  const Facts facts = collected(storage_topic(), host);
  EXPECT_EQ(facts.instances("block"), std::vector<std::string>{"vda"}) << "sdd is a card reader";
  EXPECT_EQ(shown(facts, "block[vda].transport"), "virtio");
  EXPECT_EQ(shown(facts, "block[vda].link_speed"), "not set");
}

TEST(transport, of_scsi_disks_comes_from_the_path_of_their_device) {
  FakeHost host;
  host.link_at("/sys/block/sda", "../devices/x/usb2/2-1/block/sda");
  host.file("/sys/devices/x/usb2/2-1/block/sda/size", "1000");
  host.link_at("/sys/block/sdb", "../devices/x/ata1/block/sdb");
  host.file("/sys/devices/x/ata1/block/sdb/size", "1000");
  const Facts facts = collected(storage_topic(), host);
  EXPECT_EQ(shown(facts, "block[sda].transport"), "usb");
  EXPECT_EQ(shown(facts, "block[sdb].transport"), "sata");
  EXPECT_EQ(shown(facts, "block[sda].requests"), "unknown not_found");
}

constexpr const char* kMounts =
    "sysfs /sys sysfs rw 0 0\n/dev/nvme0n1p2 / ext4 rw 0 0\n"
    "/dev/nvme0n1p1 /boot/efi vfat rw 0 0\n/dev/loop3 /snap/core22/1 squashfs ro 0 0\n"
    "/dev/nvme0n1p2 /var/snap/x ext4 rw 0 0\n192.0.2.7:/models /mnt/my\\040models nfs4 rw 0 0\n"
    "tank /tank zfs rw 0 0\ntmpfs /run tmpfs rw 0 0\n";

TEST(mounts, that_are_real_stand_once_without_loops) {
  const auto mounts = storage::real_mounts(kMounts);
  ASSERT_EQ(mounts.size(), 4U);
  EXPECT_EQ(mounts[0].point, "/");
  EXPECT_EQ(mounts[1].point, "/boot/efi");
  EXPECT_EQ(mounts[2].point, "/mnt/my models");
  EXPECT_EQ(mounts[3].type, "zfs");
}

TEST(filesystems, have_their_room_but_those_of_other_machines_are_not_asked) {
  FakeHost host;
  host.file("/proc/mounts", kMounts).space_at("/", {4000, 1560}).space_at("/tank", {0, 0});
  const Facts facts = collected(storage_topic(), host);
  EXPECT_EQ(shown(facts, "filesystem[/].type"), "ext4");
  EXPECT_EQ(shown(facts, "filesystem[/].device"), "/dev/nvme0n1p2");
  EXPECT_EQ(*facts.known<Quantity>("filesystem[/].size"), bytes(4000));
  EXPECT_EQ(shown(facts, "filesystem[/].used"), "61 %");
  EXPECT_EQ(shown(facts, "filesystem[/mnt/my models].size"), "unknown unsupported");
  EXPECT_EQ(shown(facts, "filesystem[/tank].used"), "unknown failed");
}

TEST(caches, of_hugging_face_are_counted_by_their_blobs) {
  FakeHost host;
  host.environment("HOME", "/home/ana");
  const std::string hub = "/home/ana/.cache/huggingface/hub/";
  EXPECT_EQ(shown(collected(storage_topic(), host), "storage.hf_cache"), "unknown not_found");
  host.file(hub + "models--a--b/blobs/1", std::string(3000, 'x'));
  host.file(hub + "models--a--b/blobs/2.incomplete", std::string(1000, 'x'));
  host.link_at(hub + "models--a--b/snapshots/r/model.safetensors", "../../blobs/1");
  host.file(hub + "datasets--c/blobs/3", std::string(96, 'x')).file(hub + "version.txt", "1");
  const Facts facts = collected(storage_topic(), host);
  EXPECT_EQ(*facts.known<Quantity>("storage.hf_cache"), bytes(4096));
  EXPECT_EQ(shown(facts, "storage.hf_cache_path"), "/home/ana/.cache/huggingface/hub");
}

TEST(caches, of_hugging_face_lie_where_the_environment_says) {
  FakeHost host;
  host.environment("HOME", "/h").environment("XDG_CACHE_HOME", "/x");
  EXPECT_EQ(shown(collected(storage_topic(), host), "storage.hf_cache_path"), "/x/huggingface/hub");
  host.environment("HF_HOME", "/hf");
  EXPECT_EQ(shown(collected(storage_topic(), host), "storage.hf_cache_path"), "/hf/hub");
  host.environment("HF_HUB_CACHE", "/cache");
  EXPECT_EQ(shown(collected(storage_topic(), host), "storage.hf_cache_path"), "/cache");
}

TEST(caches, with_very_many_files_are_not_walked) {
  FakeHost host;
  host.environment("HF_HUB_CACHE", "/cache");
  for (int i = 0; i < 5001; ++i) {
    host.file("/cache/models--a/blobs/" + std::to_string(i), "x");
  }
  const Facts facts = collected(storage_topic(), host);
  ASSERT_EQ(shown(facts, "storage.hf_cache"), "unknown unsupported");
  EXPECT_EQ(facts.find("storage.hf_cache")->value.error().what, "more than 5000 files");
}

TEST(caches, of_ollama_are_looked_for_at_its_service_and_in_the_home) {
  FakeHost host;
  host.environment("HOME", "/home/ana");
  EXPECT_EQ(shown(collected(storage_topic(), host), "storage.ollama_models"), "unknown not_found");
  host.fail("/usr/share/ollama/.ollama/models/blobs", {Error::Kind::denied, "no"});
  EXPECT_EQ(shown(collected(storage_topic(), host), "storage.ollama_models"), "unknown denied");
  host.file("/home/ana/.ollama/models/blobs/sha256-1", "12345");
  const Facts facts = collected(storage_topic(), host);
  EXPECT_EQ(*facts.known<Quantity>("storage.ollama_models"), bytes(5));
  EXPECT_EQ(facts.find("storage.ollama_models")->source, "/home/ana/.ollama/models");
}

TEST(zfs, that_is_not_loaded_has_no_cache) {
  const Facts facts = collected(storage_topic(), FakeHost());
  EXPECT_EQ(shown(facts, "storage.zfs_loaded"), "no");
  EXPECT_EQ(shown(facts, "storage.zfs_arc"), "unknown not_found");
}

TEST(zfs, that_is_loaded_tells_what_its_cache_takes_and_may_take) {
  FakeHost host;
  host.file("/sys/module/zfs/version", "2.2.2-0ubuntu9.1\n");
  host.file("/proc/spl/kstat/zfs/arcstats",
            "9 1 0x01 147 39984 1 2\nname type data\nc_max 4 65339363328\nsize 4 1073741824\n");
  const Facts facts = collected(storage_topic(), host);
  EXPECT_EQ(shown(facts, "storage.zfs_arc"), "1.0 GiB");
  EXPECT_EQ(shown(facts, "storage.zfs_arc_max"), "60.9 GiB");
  EXPECT_EQ(shown(facts, "storage.zfs_version"), "2.2.2-0ubuntu9.1");
}

}  // namespace
}  // namespace gb10
