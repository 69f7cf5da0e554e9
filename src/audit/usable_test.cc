#include "audit/usable.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/text.h"
#include "elf/artifact.h"
#include "elf/fake_fatbin.h"

namespace gb10 {
namespace {

std::string shared(const std::string& file) {
  const char* const folder = std::getenv("GB10_SHARED");
  if (!folder) return {};
  std::ifstream stream(std::string(folder) + "/" + file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

GpuRules rules() {
  const auto found = GpuRules::built_in();
  EXPECT_TRUE(found.ok()) << found.error().what;
  return *found;
}

GpuImage image(GpuImage::Kind kind, std::string_view arch) {
  GpuImage out;
  out.kind = kind;
  if (arch.back() == 'a' || arch.back() == 'f') {
    out.suffix = arch.back();
    arch.remove_suffix(1);
  }
  out.arch = static_cast<std::uint32_t>(whole_number(arch).value());
  out.major = 9;
  out.unpacked = out.stored = 10000;
  return out;
}

/// What runs where: S machine code of that target, ? perhaps (a Tegra part), P PTX of it through
/// the driver's compiler. Row 9.0 was seen on an H200, the others follow the rules of NVIDIA's
/// documents and were never run on a GB10.
constexpr const char* kTruth = R"(
| target | 8.0  | 8.6  | 8.9  | 9.0  | 10.0 | 10.3 | 11.0 | 12.0 | 12.1 |
| 75     | P    | P    | P    | P    | P    | P    | P    | P    | P    |
| 80     | SP   | SP   | SP   | P    | P    | P    | P    | P    | P    |
| 86     | ·    | SP   | SP   | P    | P    | P    | P    | P    | P    |
| 87     | ·    | ·    | ?P   | P    | P    | P    | P    | P    | P    |
| 88     | ·    | ·    | ?P   | P    | P    | P    | P    | P    | P    |
| 89     | ·    | ·    | SP   | P    | P    | P    | P    | P    | P    |
| 90     | ·    | ·    | ·    | SP   | P    | P    | P    | P    | P    |
| 90a    | ·    | ·    | ·    | SP   | ·    | ·    | ·    | ·    | ·    |
| 100    | ·    | ·    | ·    | ·    | SP   | SP   | P    | P    | P    |
| 100f   | ·    | ·    | ·    | ·    | SP   | SP   | ·    | ·    | ·    |
| 100a   | ·    | ·    | ·    | ·    | SP   | ·    | ·    | ·    | ·    |
| 103    | ·    | ·    | ·    | ·    | ·    | SP   | P    | P    | P    |
| 103f   | ·    | ·    | ·    | ·    | ·    | SP   | ·    | ·    | ·    |
| 103a   | ·    | ·    | ·    | ·    | ·    | SP   | ·    | ·    | ·    |
| 110    | ·    | ·    | ·    | ·    | ·    | ·    | SP   | P    | P    |
| 110f   | ·    | ·    | ·    | ·    | ·    | ·    | SP   | ·    | ·    |
| 110a   | ·    | ·    | ·    | ·    | ·    | ·    | SP   | ·    | ·    |
| 120    | ·    | ·    | ·    | ·    | ·    | ·    | ·    | SP   | SP   |
| 120f   | ·    | ·    | ·    | ·    | ·    | ·    | ·    | SP   | SP   |
| 120a   | ·    | ·    | ·    | ·    | ·    | ·    | ·    | SP   | ·    |
| 121    | ·    | ·    | ·    | ·    | ·    | ·    | ·    | ·    | SP   |
| 121f   | ·    | ·    | ·    | ·    | ·    | ·    | ·    | ·    | SP   |
| 121a   | ·    | ·    | ·    | ·    | ·    | ·    | ·    | ·    | SP   |
)";

/// The rows of the table below the header that begins "| target |": first cell, then the others.
std::vector<std::vector<std::string>> truth_table(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (const std::string_view line : lines(text)) {
    if (line.starts_with("| target |")) inside = true;
    if (inside && !line.starts_with('|')) break;
    if (!inside || line.starts_with("|--")) continue;
    std::vector<std::string> cells;
    for (const std::string_view cell : split(line, '|')) cells.emplace_back(trimmed(cell));
    rows.emplace_back(cells.begin() + 1, cells.end() - 1);
  }
  return rows;
}

std::string letters(std::string_view arch, int device) {
  const GpuTarget target{device, CudaVersion{13, 0}};
  std::string out;
  const Usable sass = usable(image(GpuImage::Kind::elf, arch), target, rules());
  if (sass == Usable::native) out += "S";
  if (sass == Usable::unsure) out += "?";
  if (usable(image(GpuImage::Kind::ptx, arch), target, rules()) == Usable::jit) out += "P";
  return out.empty() ? "·" : out;
}

TEST(Usable, is_what_the_table_of_truth_says_for_every_target_and_gpu) {
  const auto table = truth_table(kTruth);
  ASSERT_EQ(table.size(), 24U);
  for (std::size_t row = 1; row < table.size(); ++row) {
    ASSERT_EQ(table[row].size(), table[0].size());
    for (std::size_t column = 1; column < table[row].size(); ++column) {
      const int device =
          static_cast<int>(whole_number(replaced(table[0][column], ".", "")).value());
      EXPECT_EQ(letters(table[row][0], device), table[row][column])
          << table[row][0] << " on " << table[0][column];
    }
  }
}

TEST(Usable, has_the_table_of_the_shared_facts) {
  const std::string text = shared("facts/compat-rules.md");
  if (text.empty()) GTEST_SKIP() << "the shared facts are not here";
  EXPECT_EQ(truth_table(text), truth_table(kTruth));
}

TEST(Usable, ptx_must_not_be_newer_than_the_driver) {
  GpuImage ptx = image(GpuImage::Kind::ptx, "90");
  ptx.minor = 1;
  const GpuTarget target{121, CudaVersion{13, 0}};
  EXPECT_EQ(usable(ptx, target, rules()), Usable::newer_driver);
  EXPECT_EQ(usable(ptx, {121, CudaVersion{13, 1}}, rules()), Usable::jit);
  EXPECT_EQ(usable(ptx, {121, {}}, rules()), Usable::jit);
  ptx.major = 11;
  EXPECT_EQ(usable(ptx, target, rules()), Usable::unsure);
}

TEST(Usable, drivers_and_cuda_belong_together) {
  EXPECT_EQ(rules().cuda_of_driver("580.142"), (CudaVersion{13, 0}));
  EXPECT_EQ(rules().cuda_of_driver("580"), (CudaVersion{13, 0}));
  EXPECT_EQ(rules().cuda_of_driver("595.58"), (CudaVersion{13, 2}));
  EXPECT_EQ(rules().cuda_of_driver("470.82"), (CudaVersion{11, 0}));
  EXPECT_EQ(rules().cuda_of_driver("390.157"), CudaVersion());
  EXPECT_FALSE(rules().cuda_of_driver("999").has_value());
  EXPECT_FALSE(rules().cuda_of_driver("new").has_value());
  EXPECT_EQ(rules().driver_of({13, 1}), "590.44.01");
  EXPECT_EQ(rules().driver_floor(13), 580);
}

CodeVerdict of_sample(const std::string& file, int device) {
  const MemoryBlob blob(shared("samples/fatbin/" + file));
  const auto artifact = read_artifact(blob, {});
  EXPECT_TRUE(artifact.ok());
  return verdict_of(artifact->code, blob, {device, CudaVersion{13, 0}}, rules());
}

TEST(Usable, of_a_file_is_judged_by_container) {
  if (shared("samples/fatbin/manifest.tsv").empty()) GTEST_SKIP() << "the samples are not here";
  const CodeVerdict family = of_sample("elf/libsm120f_only_x86_64.so", 121);
  EXPECT_EQ(family.native, 1);
  EXPECT_EQ(family.empty, 1);
  EXPECT_EQ(family.used, (std::map<std::string, int>{{"sm_120f", 1}}));
  EXPECT_EQ(of_sample("elf/libsm120a_only_x86_64.so", 121).none, 1);
  EXPECT_EQ(of_sample("elf/libsm120a_only_x86_64.so", 120).native, 1);
  EXPECT_EQ(of_sample("elf/libsm80_only_x86_64.so", 121).failing(), 0);
  EXPECT_EQ(of_sample("elf/libsm80_only_x86_64.so", 121).usable(), 0);
  EXPECT_EQ(of_sample("elf/libplain_x86_64.so", 121).native, 2);
  EXPECT_EQ(of_sample("elf/librdc_x86_64.so", 121).modules, 1);
  EXPECT_EQ(of_sample("elf/libsm87_aarch64.so", 121).jit, 1);
  EXPECT_EQ(of_sample("object/lto.o", 121).link, 1);
}

TEST(Usable, relocatable_code_counts_where_its_own_object_was_not_linked) {
  FakeContainer old;
  old.images.push_back({.arch = 80});
  FakeContainer fitting;
  fitting.images.push_back({.arch = 121});
  const std::string linked =
      bytes_of(FakeElf{.sections = {{.name = ".nv_fatbin", .bytes = bytes_of(fitting)}}});
  const std::string relocatable =
      bytes_of(FakeElf{.sections = {{.name = "__nv_relfatbin", .bytes = bytes_of(old)}}});
  const std::string both =
      bytes_of(FakeElf{.sections = {{.name = ".nv_fatbin", .bytes = bytes_of(fitting)},
                                    {.name = "__nv_relfatbin", .bytes = bytes_of(old)}}});
  const auto judged = [](const std::string& bytes) {
    const MemoryBlob blob(bytes);
    const auto artifact = read_artifact(blob, {});
    EXPECT_TRUE(artifact.ok());
    return verdict_of(artifact->code, blob, {121, CudaVersion{13, 0}}, rules());
  };
  EXPECT_EQ(judged(both).modules, 1);
  EXPECT_EQ(judged(archive_of({{"c.o", both}})).modules, 1);
  const CodeVerdict apart = judged(archive_of({{"a.o", linked}, {"b.o", relocatable}}));
  EXPECT_EQ(apart.modules, 2);
  EXPECT_EQ(apart.none, 1);
}

}  // namespace
}  // namespace gb10
