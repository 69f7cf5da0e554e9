#include "wheel/tags.h"
#include "wheel/pep440.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

const WheelTarget kSpark{
    .machine = "aarch64", .glibc = TwoNumbers{2, 39}, .python = TwoNumbers{3, 12}};

/// Why a wheel with these tags is not for the target; "fits" when it is.
std::string why_not(std::string_view tags, const WheelTarget& target = kSpark) {
  const auto all = wheel_tags(tags);
  if (!all.ok()) return all.error().what;
  const WheelFit fit = fits(*all, target);
  EXPECT_EQ(fit.ok(), fit.why.empty());
  return fit.ok() ? "fits" : fit.why;
}

TEST(wheel_name, says_name_version_and_tags) {
  const auto name = wheel_name("/x/torch-2.11.0+cu130-cp312-cp312-manylinux_2_28_aarch64.whl");
  ASSERT_TRUE(name.ok()) << name.error().what;
  EXPECT_EQ(name->name, "torch");
  EXPECT_EQ(name->version, "2.11.0+cu130");
  EXPECT_EQ(name->build, "");
  ASSERT_EQ(name->tags.size(), 1U);
  EXPECT_EQ(to_text(name->tags[0]), "cp312-cp312-manylinux_2_28_aarch64");
}

TEST(wheel_name, may_hold_a_build_number_and_sets_of_tags) {
  const auto name =
      wheel_name("a_b-1.0-2local-py2.py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.whl");
  ASSERT_TRUE(name.ok()) << name.error().what;
  EXPECT_EQ(name->build, "2local");
  ASSERT_EQ(name->tags.size(), 4U);
  EXPECT_EQ(to_text(name->tags[0]), "py2-none-manylinux_2_17_aarch64");
  EXPECT_EQ(to_text(name->tags[3]), "py3-none-manylinux2014_aarch64");
}

TEST(wheel_name, of_an_address_is_unescaped) {
  const auto name = wheel_name("torch-2.11.0%2Bcu130-cp312-cp312-linux_aarch64.whl");
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->version, "2.11.0+cu130");
}

TEST(wheel_name, that_is_none_is_refused) {
  for (const std::string name :
       {"torch.whl", "torch-1.0.tar.gz", "torch-1.0-py3-none.whl", "-1.0-py3-none-any.whl",
        "a--py3-none-any.whl", "a-1-x-py3-none-any.whl", "a-1--py3-none-any.whl",
        "a-1-py3--any.whl", "a-1-py3-none-...whl", "a-1-py3-no ne-any.whl",
        "a-1-1-1-py3-none-any.whl", ".whl", ""}) {
    EXPECT_FALSE(wheel_name(name).ok()) << name;
  }
  std::string many = "a-1-py3";
  for (int i = 0; i < 60; ++i) many += ".py3";
  many += "-none";
  for (int i = 0; i < 60; ++i) many += ".x";
  EXPECT_FALSE(wheel_name(many + "-any.whl").ok());
}

TEST(wheel_fit, takes_what_installers_take) {
  for (const std::string tags :
       {"cp312-cp312-manylinux_2_28_aarch64", "cp312-cp312-manylinux2014_aarch64",
        "cp312-cp312-linux_aarch64", "cp312-none-any", "py3-none-any", "py2.py3-none-any",
        "py310-none-manylinux_2_39_aarch64", "cp38-abi3-manylinux_2_17_aarch64",
        "cp312-abi3-linux_aarch64", "py3-none-manylinux_2_5_x86_64.manylinux_2_28_aarch64"}) {
    EXPECT_EQ(why_not(tags), "fits") << tags;
  }
}

TEST(wheel_fit, says_why_not) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"cp312-cp312-manylinux_2_28_x86_64", "for x86_64"},
      {"cp312-cp312-manylinux1_i686", "for i686"},
      {"cp311-cp311-manylinux_2_28_aarch64", "for Python 3.11"},
      {"cp311-none-any", "for Python 3.11"},
      {"cp313-abi3-manylinux_2_28_aarch64", "for Python 3.13 and later"},
      {"py313-none-any", "for Python 3.13 and later"},
      {"py2-none-any", "for Python 2"},
      {"cp312-cp312t-manylinux_2_28_aarch64", "for free-threaded Python"},
      {"cp312-cp312d-manylinux_2_28_aarch64", "for the ABI cp312d"},
      {"cp3-none-any", "for Python 3"},
      {"pp310-pypy310_pp73-manylinux_2_28_aarch64", "for PyPy"},
      {"zz1-none-any", "for zz1, an interpreter that is not known here"},
      {"cp312-cp312-manylinux_2_40_aarch64", "needs glibc 2.40, this is 2.39"},
      {"cp312-cp312-musllinux_1_2_aarch64", "for musl, this is glibc"},
      {"cp312-cp312-macosx_11_0_arm64", "for macOS"},
      {"cp312-cp312-win_amd64", "for Windows"},
      {"cp312-cp312-win32", "for Windows"},
      {"cp312-cp312-beos", "for beos, a platform that is not known here"},
      {"cp312-cp312-manylinux_2_aarch64",
       "for manylinux_2_aarch64, a platform that is not known here"},
  };
  for (const auto& [tags, why] : cases) EXPECT_EQ(why_not(tags), why) << tags;
}

TEST(wheel_fit, names_the_nearest_of_several) {
  EXPECT_EQ(why_not("cp312-cp312-win_amd64.manylinux_2_40_aarch64.manylinux_2_28_x86_64"),
            "needs glibc 2.40, this is 2.39");
  EXPECT_EQ(why_not("cp311-cp311-win_amd64.manylinux_2_28_x86_64"), "for x86_64");
  EXPECT_EQ(fits(std::vector<WheelTag>(), kSpark).why, "without a tag");
}

TEST(wheel_fit, of_a_python_without_the_lock) {
  const WheelTarget free{.machine = "aarch64", .python = TwoNumbers{3, 15}, .free_threaded = true};
  const WheelTarget locked{.machine = "aarch64", .python = TwoNumbers{3, 15}};
  EXPECT_EQ(why_not("cp315-cp315t-linux_aarch64", free), "fits");
  EXPECT_EQ(why_not("cp315-cp315-linux_aarch64", free), "for Python with the global lock");
  EXPECT_EQ(why_not("cp312-abi3-linux_aarch64", free), "for Python with the global lock (abi3)");
  EXPECT_EQ(why_not("cp315-abi3.abi3t-linux_aarch64", free), "fits");
  EXPECT_EQ(why_not("cp315-abi3.abi3t-linux_aarch64", locked), "fits");
  EXPECT_EQ(why_not("cp315-abi3t-linux_aarch64", locked), "for free-threaded Python (abi3t)");
  EXPECT_EQ(why_not("py3-none-any", free), "fits");
}

TEST(wheel_fit, does_not_judge_what_is_not_known) {
  const WheelTarget anything;
  EXPECT_EQ(why_not("cp311-cp311-manylinux_2_99_x86_64", anything), "fits");
  EXPECT_EQ(why_not("cp311-cp311-win_arm64", anything), "for Windows");
}

TEST(wheel_fit, of_a_system_with_musl) {
  const WheelTarget alpine{
      .machine = "aarch64", .musl = TwoNumbers{1, 2}, .python = TwoNumbers{3, 12}};
  EXPECT_EQ(why_not("cp312-cp312-musllinux_1_1_aarch64", alpine), "fits");
  EXPECT_EQ(why_not("cp312-cp312-musllinux_1_3_aarch64", alpine), "needs musl 1.3, this is 1.2");
  EXPECT_EQ(why_not("cp312-cp312-manylinux2014_aarch64", alpine), "for glibc, this is musl");
}

TEST(wheel_fit, of_an_old_python) {
  const WheelTarget old{
      .machine = "x86_64", .glibc = TwoNumbers{2, 17}, .python = TwoNumbers{3, 7}};
  EXPECT_EQ(why_not("cp37-cp37m-manylinux2010_x86_64", old), "fits");
  EXPECT_EQ(why_not("cp37-cp37m-manylinux2014_x86_64", old), "fits");
  EXPECT_EQ(why_not("cp37-cp37m-manylinux_2_18_x86_64", old), "needs glibc 2.18, this is 2.17");
}

TEST(normal_name, has_one_spelling) {
  EXPECT_EQ(normalised_name("Nvidia_cuBLAS.cu13"), "nvidia-cublas-cu13");
  EXPECT_EQ(normalised_name("a-_.b"), "a-b");
}

}  // namespace
}  // namespace gb10
