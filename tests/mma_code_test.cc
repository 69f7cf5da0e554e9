// The device code of `gb10 bench mma` as our own readers see it: each kernel of the table is in the
// code that it is said to be in, and its loop is made of the instruction that gives it its name. A
// compiler that writes another instruction for it would have us measure something else.

#include <cstring>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "bench/mma_types.h"
#include "elf/elf.h"
#include "elf/fatbin.h"
#include "gpu/kernels.h"

namespace gb10 {
namespace {

// The lower 12 bits of an instruction of 16 bytes, as nvdisasm 13.2 reads them.
constexpr std::uint64_t kHalf = 0x23c, kWhole = 0x237, kDouble = 0x23f, kSmall = 0x27a,
                        kSmallScaled = 0x47a, kFourScaled = 0x47f, kHalfOfGroup = 0x9f0,
                        kWholeOfGroup = 0x9f1, kSmallOfGroup = 0x9f3;

/// HMMA, IMMA, DMMA, QMMA, OMMA and those of warp groups.
std::uint64_t instruction_of(const MmaKernel& kernel) {
  const MmaType& type = *kernel.type;
  const bool is_scaled = type.scales != MmaScales::none, is_group = kernel.is_wgmma();
  // Those of warp groups have another form where A lies in registers, as that of sparse ones does.
  const std::uint64_t form = is_group && type.sparse ? 0x400 : 0;
  switch (type.format) {
    case MmaFormat::fp64:
      return kDouble;
    case MmaFormat::tf32:
    case MmaFormat::fp16:
    case MmaFormat::bf16:
      return is_group ? kHalfOfGroup + form : kHalf;
    case MmaFormat::int8:
      return is_group ? kWholeOfGroup + form : kWhole;
    case MmaFormat::e2m1:
      return kFourScaled;
    default:
      return is_group ? kSmallOfGroup + form : is_scaled ? kSmallScaled : kSmall;
  }
}

/// Kernels of an image, and how often each instruction is in them.
using Kernels = std::map<std::string, std::map<std::uint64_t, int>>;

Kernels kernels_of(const std::string& cubin) {
  Kernels out;
  const MemoryBlob blob(cubin);
  const Result<ElfInfo> info = read_elf(blob);
  EXPECT_TRUE(info.ok()) << info.error().what;
  if (!info.ok()) return out;
  const std::string prefix = ".text.";
  for (const ElfSection& section : info->sections) {
    if (!section.name.starts_with(prefix)) continue;
    auto& counts = out[section.name.substr(prefix.size())];
    for (std::uint64_t at = 0; at + 16 <= section.range.size; at += 16) {
      std::uint64_t word = 0;
      std::memcpy(&word, cubin.data() + section.range.offset + at, sizeof word);
      ++counts[word & 0xfffU];
    }
  }
  return out;
}

/// The images of machine code by their architecture.
std::map<std::string, Kernels> images_of(MmaCode code) {
  const auto fatbin = fatbin_of(code);
  const std::string bytes(reinterpret_cast<const char*>(fatbin.data()), fatbin.size());
  const MemoryBlob blob(bytes);
  Window window(blob);
  GpuCode found;
  read_containers(window, {0, bytes.size()}, {"embedded"}, found);
  std::map<std::string, Kernels> out;
  for (const GpuContainer& container : found.containers) {
    for (const GpuImage& image : container.images) {
      if (image.kind != GpuImage::Kind::elf) continue;
      EXPECT_EQ(image.packing, GpuImage::Packing::none);
      out[arch_name(image)] = kernels_of(bytes.substr(image.offset, image.stored));
    }
  }
  return out;
}

class MmaCodeTest : public testing::TestWithParam<MmaCode> {
 protected:
  void SetUp() override {
    if (bench_mma_fatbin().empty()) GTEST_SKIP() << "built without device code (no nvcc)";
  }
};

/// Where Hopper has no such instruction, and what the compiler writes instead.
bool is_without(const MmaKernel& kernel, const std::string& arch) {
  const MmaFormat format = kernel.type->format;
  return arch == "90" && (format == MmaFormat::e4m3 || format == MmaFormat::e5m2);
}

TEST_P(MmaCodeTest, holds_each_kernel_with_the_instruction_that_it_is_named_for) {
  const std::map<MmaCode, std::set<std::string>> targets = {{MmaCode::common, {"90", "120", "121"}},
                                                            {MmaCode::hopper, {"90a"}},
                                                            {MmaCode::of_120f, {"120f"}},
                                                            {MmaCode::of_121a, {"121a"}}};
  const auto images = images_of(GetParam());
  std::set<std::string> found;
  for (const auto& [arch, kernels] : images) {
    found.insert(arch);
    std::set<std::string> expected;
    for (const MmaKernel& kernel : mma_kernels()) {
      if (kernel.code != GetParam()) continue;
      const auto at = kernels.find(kernel.function);
      if (is_without(kernel, arch)) {
        if (at == kernels.end()) continue;
        EXPECT_GT(at->second.count(kHalf), 0U) << kernel.function;
      } else {
        ASSERT_NE(at, kernels.end()) << kernel.function << " for " << arch;
        const auto count = at->second.find(instruction_of(kernel));
        ASSERT_NE(count, at->second.end()) << kernel.function << " for " << arch;
        EXPECT_GE(count->second, kernel.is_wgmma() ? 4 : 16) << kernel.function << " for " << arch;
      }
      expected.insert(kernel.function);
    }
    std::set<std::string> names;
    for (const auto& [name, counts] : kernels) names.insert(name);
    EXPECT_EQ(names, expected) << arch;
  }
  EXPECT_EQ(found, targets.at(GetParam()));
}

std::string name_of(const testing::TestParamInfo<MmaCode>& code) {
  constexpr const char* kNames[] = {"common", "hopper", "of_120f", "of_121a"};
  return kNames[static_cast<int>(code.param)];
}

INSTANTIATE_TEST_SUITE_P(Codes, MmaCodeTest,
                         testing::Values(MmaCode::common, MmaCode::hopper, MmaCode::of_120f,
                                         MmaCode::of_121a),
                         name_of);

}  // namespace
}  // namespace gb10
