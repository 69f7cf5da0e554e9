#include "wheel/requirement.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

Requirement read(std::string_view text) {
  auto out = requirement(text);
  EXPECT_TRUE(out.ok()) << text << ": " << (out.ok() ? "" : out.error().what);
  return out.ok() ? *out : Requirement{};
}

std::optional<bool> holds(std::string_view text, const MarkerEnvironment& environment) {
  auto out = marker(text);
  EXPECT_TRUE(out.ok()) << text << ": " << (out.ok() ? "" : out.error().what);
  return out.ok() ? out->holds(environment) : std::nullopt;
}

TEST(Requirements, of_the_standards_examples_are_read) {
  // PEP 508: "Examples" and the tests at its end.
  for (const char* const text :
       {"A",
        "A.B-C_D",
        "aa",
        "name",
        "name<=1",
        "name>=3",
        "name>=3,<2",
        "name@http://foo.com",
        "name [fred,bar] @ http://foo.com ; python_version=='2.7'",
        "name[quux, strange];python_version<'2.7' and platform_version=='2'",
        "name; os_name=='a' or os_name=='b'",
        "name; os_name=='a' and os_name=='b' or os_name=='c'",
        "name; os_name=='a' and (os_name=='b' or os_name=='c')",
        "name; os_name=='a' or os_name=='b' and os_name=='c'",
        "name; (os_name=='a' or os_name=='b') and os_name=='c'",
        "requests [security,tests] >= 2.8.1, == 2.8.* ; python_version < \"2.7\"",
        "pip @ file:///localbuilds/pip-1.3.1.zip#sha1=da9234ee",
        "argparse;python_version<\"2.7\"",
        "name (>=1,<2)",
        "name[]",
        "name ( )"})
    EXPECT_TRUE(requirement(text).ok()) << text;
  const Requirement one =
      read("requests [security,tests] >= 2.8.1, == 2.8.* ; python_version < \"2.7\"");
  EXPECT_EQ(one.name, "requests");
  EXPECT_EQ(joined(one.extras, "|"), "security|tests");
  EXPECT_EQ(one.versions.text(), ">=2.8.1,==2.8.*");
  EXPECT_EQ(one.condition_text, "python_version < \"2.7\"");
  const Requirement linked = read(
      "vllm @ https://h.example/vllm-0.13.0%2Bcu130-cp38-abi3-x_aarch64.whl ; os_name == 'posix'");
  EXPECT_EQ(linked.url, "https://h.example/vllm-0.13.0%2Bcu130-cp38-abi3-x_aarch64.whl");
  EXPECT_TRUE(linked.condition.has_value());
}

TEST(Requirements, that_make_no_sense_are_refused) {
  for (const char* const text : {"",
                                 "  ",
                                 "-x",
                                 "name[",
                                 "name[a",
                                 "name[a,,b]",
                                 "name @",
                                 "name 1.0",
                                 "name >=",
                                 "name (>=1",
                                 "name;",
                                 "name; x",
                                 "name; os_name",
                                 "name; os_name ==",
                                 "name; os_name = 'a'",
                                 "name; os_name == 'a",
                                 "name; ('a' == os_name",
                                 "name; os_name == 'a' junk",
                                 "name; os_name not 'a'",
                                 "name >=1 @ http://x",
                                 "name @ http://x y",
                                 "na me"})
    EXPECT_FALSE(requirement(text).ok()) << text;
}

TEST(Markers, hold_as_the_machine_is) {
  const MarkerEnvironment arm = linux_environment("aarch64"), intel = linux_environment("x86_64");
  struct Case {
    const char* text;
    std::optional<bool> on_arm, on_intel;
  };
  const Case kCases[] = {
      {"platform_machine != 'aarch64'", false, true},
      {"platform_machine == 'aarch64' and sys_platform == 'linux'", true, false},
      {"platform_system != 'Darwin' and platform_machine == \"aarch64\"", true, false},
      {"'aarch64' == platform.machine", true, false},
      {"platform_machine in 'x86_64 AMD64'", false, true},
      {"platform_machine not in 'x86_64 AMD64'", true, false},
      {"'arch' in platform_machine", true, false},
      {"python_version >= '3.9'", true, true},
      {"python_version < '3.9'", false, false},
      {"python_version == '3.12.*'", true, true},
      {"python_version in '3.11 3.12'", true, true},
      {"os_name == 'nt' or platform_machine == 'aarch64'", true, false},
      {"os_name == 'posix' or os_name == 'a' and os_name == 'b'", true, true},
      {"(os_name == 'posix' or os_name == 'a') and os_name == 'b'", false, false},
      {"platform_python_implementation == 'CPython'", true, true},
      {"python_implementation == 'PyPy'", false, false},
      {"implementation_name == 'cpython' and os.name == 'posix'", true, true},
      {"platform_release >= '6'", std::nullopt, std::nullopt},
      {"platform_release >= '6' and os_name == 'nt'", false, false},
      {"platform_release >= '6' or os_name == 'posix'", true, true},
      {"extra == 'cuda'", false, false},
      {"extra != 'cuda'", true, true},
  };
  for (const Case& each : kCases) {
    EXPECT_EQ(holds(each.text, arm), each.on_arm) << each.text;
    EXPECT_EQ(holds(each.text, intel), each.on_intel) << each.text;
  }
}

TEST(Markers, compare_a_version_on_either_side) {
  const MarkerEnvironment machine = linux_environment("aarch64");
  EXPECT_EQ(holds("'3.9' <= python_version", machine), true);
  EXPECT_EQ(holds("'3.13' <= python_version", machine), false);
  EXPECT_EQ(holds("python_full_version >= '3.12.0'", machine), true);
  EXPECT_EQ(holds("python_full_version < '3.13'", machine), true);
  EXPECT_EQ(holds("python_full_version == '3.12.*'", machine), true);
  EXPECT_EQ(holds("'3.11.9' >= python_full_version", machine), false);
  // Which 3.12 it is, nobody said.
  for (const char* const text :
       {"python_full_version in '3.12.3 3.12.4'", "python_full_version not in '3.12.3'",
        "python_full_version >= '3.12.3'", "python_full_version < '3.12.4'",
        "python_full_version == '3.12.3'", "python_full_version != '3.12.3'"})
    EXPECT_EQ(holds(text, machine), std::nullopt) << text;
}

TEST(Markers, know_the_extras_that_are_asked_for) {
  MarkerEnvironment machine = linux_environment("aarch64");
  machine.extras = {"Flash_Attn"};
  EXPECT_EQ(holds("extra == 'flash-attn'", machine), true);
  EXPECT_EQ(holds("'flash.attn' == extra", machine), true);
  EXPECT_EQ(holds("extra == 'other'", machine), false);
}

TEST(Markers, nested_without_end_are_refused) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "os_name == 'a'" + std::string(depth, ')');
  };
  EXPECT_TRUE(marker(nested(30)).ok());
  EXPECT_FALSE(marker(nested(40)).ok());
  EXPECT_FALSE(marker(nested(8000)).ok());
  EXPECT_FALSE(marker(std::string(100'000, '(')).ok());
  std::string wide = "os_name == 'a'";
  for (int i = 0; i < 500; ++i) wide += " or os_name == 'a'";
  EXPECT_TRUE(marker(wide).ok());
}

TEST(Markers, say_what_they_mention) {
  EXPECT_TRUE(marker("os_name == 'a' or 'x' == platform.machine")->mentions("platform_machine"));
  EXPECT_FALSE(marker("os_name == 'platform_machine'")->mentions("platform_machine"));
}

}  // namespace
}  // namespace gb10
