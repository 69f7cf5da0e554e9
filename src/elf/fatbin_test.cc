#include "elf/fatbin.h"

#include <gtest/gtest.h>

#include "elf/artifact.h"
#include "elf/fake_fatbin.h"

namespace gb10 {
namespace {

const GpuPlace kPlace = {"file", false, true, false};

/// What is read of bytes that are containers from their start on.
GpuCode read(const std::string& bytes, const GpuPlace& place = kPlace) {
  const MemoryBlob blob(bytes);
  Window window(blob);
  GpuCode code;
  read_containers(window, {0, bytes.size()}, place, code);
  return code;
}

/// "0:121 90a" for each container that has images.
std::vector<std::string> archs(const GpuCode& code) {
  std::vector<std::string> out;
  for (const GpuContainer& container : code.containers) {
    std::string line = std::to_string(container.number) + ":";
    for (const GpuImage& image : container.images) line += " " + arch_name(image);
    out.push_back(line);
  }
  return out;
}

std::vector<std::string> problems(const GpuCode& code) {
  std::vector<std::string> out;
  for (const GpuProblem& each : code.problems) out.push_back(each.what);
  return out;
}

using Lines = std::vector<std::string>;

TEST(Fatbin, tells_each_image_by_its_header) {
  FakeImage ptx{.kind = 1, .arch = 120, .flags = 0x208013, .minor = 1, .name = "a.cu"};
  ptx.packed = 501;
  ptx.unpacked = 30000;
  const GpuCode code = read(bytes_of(FakeContainer{
      {ptx, {.arch = 90, .flags = 0x100011}, {.kind = 8, .flags = 0x2011}, {.kind = 119}}}));
  ASSERT_EQ(code.containers.size(), 1U);
  ASSERT_EQ(code.containers[0].images.size(), 4U);
  const GpuImage& first = code.containers[0].images[0];
  EXPECT_EQ(kind_name(first) + " " + arch_name(first) + " " + version_name(first), "ptx 120f 9.1");
  EXPECT_STREQ(packing_name(first.packing), "zstd");
  EXPECT_TRUE(first.debug);
  EXPECT_EQ(first.name, "a.cu");
  EXPECT_EQ(first.stored, 501U);
  EXPECT_EQ(first.unpacked, 30000U);
  EXPECT_EQ(first.offset, 16 + 64 + 8U);
  EXPECT_EQ(arch_name(code.containers[0].images[1]), "90a");
  EXPECT_EQ(code.containers[0].images[1].stored, 8000U);
  EXPECT_EQ(kind_name(code.containers[0].images[2]), "lto");
  EXPECT_STREQ(packing_name(code.containers[0].images[2].packing), "lz4");
  EXPECT_EQ(kind_name(code.containers[0].images[3]), "kind119");
  EXPECT_EQ(problems(code), Lines{});
}

TEST(Fatbin, reads_containers_behind_padding_and_junk) {
  const std::string one = container_of({.arch = 80}), two = container_of({.arch = 90});
  for (const std::size_t gap : {0U, 8U, 24U, 504U, 1000U, 70'000U, 200'008U}) {
    const std::string zeros = one + std::string(gap, '\0') + two;
    EXPECT_EQ(archs(read(zeros)), (Lines{"0: 80", "1: 90"})) << gap;
    const std::string junk = std::string(gap, 'j') + one + std::string(gap, 'j') + two;
    EXPECT_EQ(archs(read(junk)), (Lines{"0: 80", "1: 90"})) << gap;
    EXPECT_EQ(problems(read(junk)), Lines{}) << gap;
  }
}

TEST(Fatbin, goes_on_at_a_multiple_of_eight_behind_an_odd_size) {
  for (std::uint64_t extra = 1; extra < 8; ++extra) {
    FakeContainer odd{{{.arch = 80}}};
    const std::uint64_t body = bytes_of(odd).size() - 16;
    odd.size = body + extra;
    const std::string bytes = bytes_of(odd) + std::string(8, '\0') + container_of({.arch = 90});
    EXPECT_EQ(archs(read(bytes)), (Lines{"0: 80", "1: 90"})) << extra;
  }
}

TEST(Fatbin, jumps_over_a_magic_inside_a_payload) {
  const std::string inner = container_of({.arch = 52});
  EXPECT_EQ(archs(read(container_of({.arch = 90, .payload = inner + inner}))), Lines{"0: 90"});
}

TEST(Fatbin, an_empty_container_has_a_number_and_no_images) {
  const GpuCode code = read(bytes_of(FakeContainer{}) + container_of({}));
  EXPECT_EQ(archs(code), (Lines{"0:", "1: 121"}));
  EXPECT_EQ(problems(code), Lines{});
}

TEST(Fatbin, does_not_walk_what_has_another_version_or_does_not_fit) {
  FakeContainer bad{{FakeImage{}}};
  bad.version = 2;
  EXPECT_EQ(problems(read(bytes_of(bad))), Lines{"unknown container version 2"});
  bad.version = 1;
  bad.header_size = 15;
  EXPECT_EQ(problems(read(bytes_of(bad))), Lines{"bad container header size 15"});
  bad.header_size = 16;
  const Lines large{"container larger than what holds it"};
  for (const std::uint64_t size : {bytes_of(bad).size() - 15, std::size_t{1} << 40U, ~0UL, ~7UL}) {
    bad.size = size;
    const GpuCode code = read(bytes_of(bad));
    EXPECT_EQ(problems(code), large) << size;
    EXPECT_TRUE(code.containers.empty());
  }
  bad.size.reset();
  bad.header_size = 0xffff;
  EXPECT_EQ(problems(read(bytes_of(bad))), large);
}

TEST(Fatbin, keeps_the_images_before_one_that_makes_no_sense) {
  FakeImage bad;
  for (const std::uint32_t size : {0U, 63U, 0x7fffffffU, ~0U}) {
    bad.header_size = size;
    const GpuCode code = read(bytes_of(FakeContainer{{{.arch = 80}, bad, {.arch = 90}}}));
    EXPECT_EQ(archs(code), Lines{"0: 80"});
    EXPECT_EQ(problems(code), Lines{"bad entry header size " + std::to_string(size)});
    EXPECT_EQ(code.problems[0].container, 0);
  }
  bad.header_size.reset();
  for (const std::uint64_t size : {8001UL, 1UL << 40U, ~0UL, ~63UL}) {
    bad.payload_size = size;
    const GpuCode code = read(bytes_of(FakeContainer{{{.arch = 80}, bad}}));
    EXPECT_EQ(archs(code), Lines{"0: 80"}) << size;
    EXPECT_EQ(problems(code), Lines{"entry payload past its container"});
  }
}

TEST(Fatbin, goes_on_behind_a_container_with_a_bad_image) {
  FakeImage bad;
  bad.header_size = 0;
  EXPECT_EQ(archs(read(container_of(bad) + container_of({.arch = 90}))), (Lines{"0:", "1: 90"}));
}

TEST(Fatbin, a_name_outside_its_header_is_lost_and_the_image_kept) {
  FakeImage image{.name = "kernel.cu"};
  for (const std::uint32_t length : {100U, 5000U, ~0U}) {
    image.name_length = length;
    const GpuCode code = read(container_of(image));
    ASSERT_EQ(archs(code), Lines{"0: 121"});
    EXPECT_TRUE(code.containers[0].images[0].name_is_lost);
    EXPECT_EQ(gpu_list(code)[0].note, "name out of range");
  }
}

TEST(Fatbin, survives_every_truncation_and_every_changed_byte_of_its_headers) {
  const std::string whole =
      bytes_of(FakeContainer{{{.arch = 80, .payload = std::string(40, 'x'), .name = "k.cu"},
                              {.kind = 1, .payload = std::string(16, 'y')}}}) +
      container_of({.payload = "z"});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    static_cast<void>(gpu_list(read(whole.substr(0, i))));
    for (const char value : {'\0', '\1', '\x7f', '\xff'}) {
      std::string bytes = whole;
      bytes[i] = value;
      EXPECT_FALSE(gpu_list(read(bytes)).empty());
    }
  }
}

TEST(Fatbin, a_cut_container_is_named) {
  const std::string whole = container_of({.arch = 80}) + container_of({.arch = 90});
  const GpuCode code = read(whole.substr(0, whole.size() - 1));
  EXPECT_EQ(archs(code), Lines{"0: 80"});
  EXPECT_EQ(problems(code), Lines{"container larger than what holds it"});
}

TEST(Fatbin, large_data_is_sampled_and_every_container_found_behind_a_gap) {
  const GpuPlace place = {".ldata", false, false, true};
  const std::string one = container_of({.arch = 80}), many = one + one + one;
  for (const std::size_t gap : {1U << 12U, 1U << 17U, (1U << 20U) + 8, (3U << 20U) + 24}) {
    std::string bytes(gap, 'g');
    for (int i = 0; i < 100; ++i) bytes += many;
    EXPECT_EQ(read(bytes, place).containers.size(), 300U) << gap;
  }
  EXPECT_TRUE(read(std::string(5U << 20U, 'g'), place).containers.empty());
}

/// Counts what is read.
class Counted : public Blob {
 public:
  explicit Counted(std::string bytes) : inner_(std::move(bytes)) {}
  std::uint64_t size() const override { return inner_.size(); }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const override {
    read_ += into.size();
    return inner_.read_at(offset, into);
  }
  std::size_t bytes_read() const { return read_; }

 private:
  MemoryBlob inner_;
  mutable std::size_t read_ = 0;
};

std::size_t bytes_read(const std::string& bytes, const GpuPlace& place) {
  const Counted blob(bytes);
  Window window(blob, 512);
  GpuCode code;
  read_containers(window, {0, bytes.size()}, place, code);
  return blob.bytes_read();
}

TEST(Fatbin, reads_headers_and_not_payloads) {
  const std::string one = container_of({.payload = std::string(1U << 20U, 'p')});
  EXPECT_LT(bytes_read(one + one + one + one, kPlace), 8192U);
}

TEST(Fatbin, reads_little_of_large_data_without_containers) {
  const std::string bytes(32U << 20U, 'g');
  EXPECT_LT(bytes_read(bytes, {".ldata", false, false, true}), 2U << 20U);
  // Elsewhere all of it is looked through, once.
  EXPECT_LT(bytes_read(bytes, kPlace), 40U << 20U);
}

TEST(Fatbin, finds_the_end_of_descriptions_by_their_table_of_offsets) {
  std::string descriptions(3U << 20U, 'd');
  const auto behind = static_cast<std::uint32_t>(descriptions.size() - 72);
  for (int i = 0; i < 4; ++i) descriptions[8 + i] = static_cast<char>(behind >> (8 * i));
  const std::string bytes = container_of({.arch = 80}) + descriptions + container_of({.arch = 90});
  EXPECT_EQ(archs(read(bytes)), (Lines{"0: 80", "1: 90"}));
  EXPECT_LT(bytes_read(bytes, kPlace), 64U << 10U);
}

TEST(Fatbin, a_table_of_offsets_that_lies_costs_nothing_and_hides_nothing) {
  std::string descriptions(100'000, '\xff');
  const std::string bytes = container_of({.arch = 80}) + descriptions + container_of({.arch = 90});
  EXPECT_EQ(archs(read(bytes)), (Lines{"0: 80", "1: 90"}));
}

TEST(Fatbin, numbers_go_on_and_problems_end) {
  GpuCode code;
  code.containers.push_back({"a", 6, 0, false, {}});
  code.containers.push_back({"deep", -1, 0, false, {}});
  const MemoryBlob blob(container_of({}));
  Window window(blob);
  read_containers(window, {0, blob.size()}, kPlace, code);
  EXPECT_EQ(code.containers.back().number, 7);
  FakeImage bad;
  bad.header_size = 0;
  bad.payload = "";
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += container_of(bad);
  const GpuCode many = read(bytes);
  EXPECT_EQ(many.containers.size(), 1000U);
  EXPECT_EQ(many.problems.size(), 256U);
}

TEST(Fatbin, the_images_of_one_file_have_a_limit_that_is_told_once) {
  FakeContainer full;
  full.images.assign(40'000, FakeImage{.payload = ""});
  const std::string bytes = bytes_of(full);
  std::string all;
  for (int i = 0; i < 12; ++i) all += bytes;
  const GpuCode code = read(all);
  EXPECT_EQ(code.images, 400'000U);
  EXPECT_EQ(problems(code), Lines{"too many entries in one file"});
}

TEST(Fatbin, a_lone_container_must_fit_to_be_one) {
  const std::string bytes = container_of({.arch = 75}) + "rest";
  const MemoryBlob blob(bytes);
  Window window(blob);
  GpuCode code;
  EXPECT_EQ(read_container_at(window, {0, bytes.size()}, kPlace, code), bytes.size() - 4);
  EXPECT_EQ(read_container_at(window, {0, bytes.size() - 5}, kPlace, code), std::nullopt);
  EXPECT_EQ(read_container_at(window, {0, 15}, kPlace, code), std::nullopt);
  EXPECT_EQ(read_container_at(window, {1, bytes.size() - 1}, kPlace, code), std::nullopt);
  EXPECT_EQ(archs(code), Lines{"0: 75"});
}

TEST(Fatbin, a_file_that_shrinks_while_it_is_read_is_a_problem) {
  const std::string whole = container_of({.arch = 80}) + container_of({.arch = 90});
  const ShrinkingBlob blob(whole.substr(0, whole.size() / 2), whole.size());
  Window window(blob);
  GpuCode code;
  read_containers(window, {0, whole.size()}, kPlace, code);
  EXPECT_EQ(archs(code), Lines{"0: 80"});
  ASSERT_EQ(code.problems.size(), 1U);
}

}  // namespace
}  // namespace gb10
