#include "wheelhouse/closure.h"

#include "wheelhouse/house_samples.h"
#include "wheelhouse/prune.h"

namespace gb10 {
namespace {

using house_samples::manifest;
using house_samples::wheel;

std::vector<std::string> files(const HouseClosure& closure) {
  std::vector<std::string> out;
  for (const HouseWheel& each : closure.wheels) out.push_back(each.name + " " + each.version);
  return out;
}

std::vector<std::string> goes(const std::vector<HousePruneRow>& rows) {
  std::vector<std::string> out;
  for (const HousePruneRow& row : rows) {
    if (row.goes) out.push_back(row.file.substr(0, row.file.find("-py3")));
  }
  return out;
}

using Texts = std::vector<std::string>;
const ClosureTarget kSpark{.machine = "aarch64", .python = "3.12"};

TEST(HouseClosure, takes_the_newest_that_fits_and_what_that_wants) {
  const HouseManifest house =
      manifest({wheel("torch", "2.9", {"numpy>=2,<3", "sympy"}),
                wheel("torch", "2.10", {"numpy>=2,<3", "sympy"}), wheel("numpy", "2.4"),
                wheel("numpy", "3.0"), wheel("sympy", "1.14")});
  const auto found = closure_of(house, {"torch"}, kSpark);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(files(*found), (Texts{"numpy 2.4", "sympy 1.14", "torch 2.10"}));
  EXPECT_TRUE(found->lacks.empty());
}

TEST(HouseClosure, names_what_is_missing_and_who_wants_it) {
  const HouseManifest house =
      manifest({wheel("torch", "2.9", {"numpy>=3"}), wheel("numpy", "2.4")});
  const auto found = closure_of(house, {"torch", "vllm"}, kSpark);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->lacks.size(), 2U);
  EXPECT_EQ(found->lacks[0].requirement, "vllm");
  EXPECT_EQ(found->lacks[1].requirement, "numpy>=3");
  EXPECT_EQ(found->lacks[1].note, "there is 2.4");
  EXPECT_FALSE(closure_of(house, {"no requirement!"}, kSpark).ok());
}

TEST(HouseClosure, follows_extras_and_leaves_what_is_for_other_machines) {
  const HouseManifest house =
      manifest({wheel("vllm", "0.13",
                      {"audio-lib; extra == \"audio\"", "cpu-lib; platform_machine == 'x86_64'"}),
                wheel("user", "1.0", {"vllm[audio]"})});
  EXPECT_TRUE(closure_of(house, {"vllm"}, kSpark)->lacks.empty());
  EXPECT_EQ(closure_of(house, {"vllm[audio]"}, kSpark)->lacks.size(), 1U);
  EXPECT_EQ(lacks_of(house).size(), 1U) << "which user wants";
}

TEST(HouseClosure, uses_what_is_installed_already) {
  const HouseManifest house = manifest({wheel("torch", "2.9", {"numpy>=2"})});
  ClosureTarget target = kSpark;
  target.installed = {{"numpy", "2.4"}};
  const auto found = closure_of(house, {"torch"}, target);
  EXPECT_TRUE(found->lacks.empty());
  EXPECT_EQ(found->there, Texts{"numpy 2.4"});
  target.installed = {{"numpy", "1.26"}};
  EXPECT_EQ(closure_of(house, {"torch"}, target)->lacks.size(), 1U);
}

TEST(HouseClosure, follows_the_extras_of_what_is_installed) {
  const HouseManifest house = manifest({wheel("markupsafe", "3.0")});
  ClosureTarget target = kSpark;
  target.installed = {{"jinja2", "3.1"}};
  target.installed_wants = {{"jinja2", {"MarkupSafe>=2", "Babel>=2.7; extra == 'i18n'"}}};
  const auto plain = closure_of(house, {"jinja2"}, target);
  EXPECT_TRUE(plain->lacks.empty());
  EXPECT_EQ(files(*plain), Texts{"markupsafe 3.0"});
  const auto found = closure_of(house, {"jinja2[i18n]"}, target);
  ASSERT_EQ(found->lacks.size(), 1U);
  EXPECT_EQ(found->lacks[0].wheel, "jinja2 3.1");
}

TEST(HouseClosure, is_of_each_python_that_the_house_has_wheels_of) {
  const std::string old = "cp311-cp311-manylinux_2_28_aarch64",
                    now = "cp312-cp312-manylinux_2_28_aarch64";
  const HouseManifest house =
      manifest({wheel("torch", "2.9", {"numpy"}, old), wheel("torch", "2.9", {"numpy"}, now),
                wheel("numpy", "2.4", {}, now)});
  EXPECT_EQ(pythons_of(house), (Texts{"3.11", "3.12"}));
  const auto lacks = lacks_of(house);
  ASSERT_EQ(lacks.size(), 1U);
  EXPECT_EQ(lacks[0].python, "3.11");
  EXPECT_EQ(pythons_of(manifest({wheel("a", "1.0")})), Texts{"3.12"});
}

TEST(HouseClosure, ends_where_wheels_want_each_other) {
  const HouseManifest house = manifest({wheel("a", "1.0", {"b"}), wheel("b", "1.0", {"a"})});
  EXPECT_EQ(closure_of(house, {"a"}, kSpark)->wheels.size(), 2U);
}

TEST(HousePrune, lets_older_versions_go) {
  const HouseManifest house = manifest({wheel("a", "1.0"), wheel("a", "1.9"), wheel("a", "1.10")});
  EXPECT_EQ(goes(prunable(house, {})), (Texts{"a-1.0", "a-1.9"}));
  EXPECT_EQ(goes(prunable(house, {.keep = 2, .environments = {}})), Texts{"a-1.0"});
}

TEST(HousePrune, keeps_what_an_environment_has_and_what_others_want) {
  const HouseManifest house =
      manifest({wheel("a", "1.0"), wheel("a", "1.5", {"c<2"}), wheel("a", "2.0"),
                wheel("b", "1.0", {"a<1.1"}), wheel("c", "1.0"), wheel("c", "2.0")});
  const PruneWants wants{.keep = 1, .environments = {{"/venv", {{"a", "1.5.0"}}}}};
  EXPECT_EQ(goes(prunable(house, wants)), Texts{}) << "c 1.0 is wanted by what is kept";
  EXPECT_EQ(goes(prunable(house, {})), (Texts{"a-1.5", "c-1.0"}));
}

TEST(HousePrune, lets_go_what_was_replaced_unless_it_is_installed) {
  HouseManifest house = manifest({wheel("a", "1.0"), wheel("a", "1.0")});
  house.wheels[0].replaced = true;
  house.wheels[0].sha256 = std::string(64, '0');
  EXPECT_EQ(goes(prunable(house, {})), Texts{"a-1.0"});
  EXPECT_EQ(without(house, prunable(house, {})).wheels.size(), 1U);
  EXPECT_EQ(goes(prunable(house, {.keep = 1, .environments = {{"/v", {{"a", "1.0"}}}}})), Texts{});
}

}  // namespace
}  // namespace gb10
