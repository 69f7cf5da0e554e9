#include "wheel/pep440.h"

#include <gtest/gtest.h>

#include "wheel/version_range.h"

namespace gb10 {
namespace {

PepVersion version(std::string_view text) {
  auto read = pep_version(text);
  EXPECT_TRUE(read.ok()) << text;
  return read.ok() ? *read : PepVersion{0, {0}, {}, {}, {}, {}, {}};
}

Specifiers clauses(std::string_view text) {
  auto read = specifiers(text);
  EXPECT_TRUE(read.ok()) << text;
  return read.ok() ? *read : Specifiers{};
}

TEST(Pep440, orders_the_examples_of_the_standard) {
  // From the sections "Summary of permitted suffixes and relative ordering" and "Version epochs",
  // and the local versions of "Local version identifiers".
  const char* const kAscending[] = {
      "1.dev0",
      "1.0.dev456",
      "1.0a1",
      "1.0a2.dev456",
      "1.0a12.dev456",
      "1.0a12",
      "1.0b1.dev456",
      "1.0b2",
      "1.0b2.post345.dev456",
      "1.0b2.post345",
      "1.0rc1.dev456",
      "1.0rc1",
      "1.0",
      "1.0+abc.5",
      "1.0+abc.7",
      "1.0+5",
      "1.0.post456.dev34",
      "1.0.post456",
      "1.0.15",
      "1.1.dev1",
      "1.1",
      "2013.10",
      "2014.04",
      "1!1.0",
      "1!1.1",
      "1!2.0",
  };
  for (std::size_t i = 0; i < std::size(kAscending); ++i) {
    for (std::size_t j = 0; j < std::size(kAscending); ++j) {
      const int wanted = i < j ? -1 : i > j ? 1 : 0;
      EXPECT_EQ(compared(version(kAscending[i]), version(kAscending[j])), wanted)
          << kAscending[i] << " " << kAscending[j];
    }
  }
}

TEST(Pep440, normalises_as_the_standard_says) {
  const std::pair<const char*, const char*> kForms[] = {
      {"1.1RC1", "1.1rc1"},
      {"00", "0"},
      {"1.0.01", "1.0.1"},
      {"1.1.a1", "1.1a1"},
      {"1.1-a1", "1.1a1"},
      {"1.1alpha1", "1.1a1"},
      {"1.1beta2", "1.1b2"},
      {"1.1c3", "1.1rc3"},
      {"1.1preview", "1.1rc0"},
      {"1.2a", "1.2a0"},
      {"1.2-post2", "1.2.post2"},
      {"1.0-r4", "1.0.post4"},
      {"1.0-1", "1.0.post1"},
      {"1.2.post", "1.2.post0"},
      {"1.2-dev2", "1.2.dev2"},
      {"1.2dev", "1.2.dev0"},
      {"1.0+ubuntu-1", "1.0+ubuntu.1"},
      {"v1.0", "1.0"},
      {" 1.0\n", "1.0"},
      {"2.11.0+CU130", "2.11.0+cu130"},
      {"1!2.0_rc.1", "1!2.0rc1"},
      {"0.14.0rc1.dev530+cu130", "0.14.0rc1.dev530+cu130"},
      {"1.0+007", "1.0+7"},
  };
  for (const auto& [written, normal] : kForms) {
    EXPECT_EQ(to_text(version(written)), normal);
    EXPECT_EQ(compared(version(written), version(normal)), 0);
  }
}

TEST(Pep440, refuses_what_is_no_version) {
  for (const char* const text :
       {"", "x", "1.", "1..2", "1.0+", "1.0+a..b", "1.0 beta", "french toast", "1.0-", "1!",
        "1.0a1b1", "1.0+a+b", "-1", "1.0.dev1.post2", "1.9999999999999999999",
        "1.0a99999999999999999999", "1.0-99999999999999999999"})
    EXPECT_FALSE(pep_version(text).ok()) << text;
  EXPECT_FALSE(pep_version(std::string(2000, '1')).ok());
}

TEST(Pep440, local_versions_of_numbers_are_compared_whole) {
  EXPECT_LT(compared(version("1+99999999999999999999"), version("1+100000000000000000000")), 0);
  EXPECT_LT(compared(version("2.9.0+cpu"), version("2.9.0+cu130")), 0);
  EXPECT_EQ(compared_public(version("2.9.0+cpu"), version("2.9+cu130")), 0);
}

struct Match {
  const char* clauses;
  const char* version;
  bool fits;
};

TEST(Specifiers, match_as_the_standard_says) {
  const Match kMatches[] = {
      // Compatible release.
      {"~=2.2", "2.2", true},
      {"~=2.2", "2.10", true},
      {"~=2.2", "3.0", false},
      {"~=2.2", "2.1", false},
      {"~=1.4.5", "1.4.9", true},
      {"~=1.4.5", "1.5.0", false},
      {"~=2.2.post3", "2.2.post2", false},
      {"~=2.2.post3", "2.9", true},
      {"~=2.2.0", "2.2.5", true},
      {"~=2.2.0", "2.3", false},
      {"~=1!2.2", "2.2", false},
      // Version matching.
      {"==1.1", "1.1.post1", false},
      {"==1.1", "1.1.0", true},
      {"==1.1.post1", "1.1.post1", true},
      {"==1.1.*", "1.1.post1", true},
      {"==1.1.*", "1.1a1", true},
      {"==1.1.*", "1.1.9", true},
      {"==1.1.*", "1.10", false},
      {"==1.*", "1", true},
      {"==1.0.*", "1", true},
      {"==1.0", "1.0+local", true},
      {"==1.0+local", "1.0", false},
      {"==2.9.0+cu130", "2.9.0+cu130", true},
      {"==2.9.0+cu130", "2.9.0+cpu", false},
      // Version exclusion.
      {"!=1.1", "1.1.post1", true},
      {"!=1.1.post1", "1.1.post1", false},
      {"!=1.1.*", "1.1.post1", false},
      {"!=1.1.*", "1.2", true},
      {"!=1.0", "1.0+x", false},
      // Inclusive ordered comparison.
      {">=2.0", "2.0+cu130", true},
      {"<=2.0", "2.0+cu130", true},
      {">=2.0", "1.9", false},
      // Exclusive ordered comparison.
      {">1.7", "1.7.1", true},
      {">1.7", "1.7.0.post1", false},
      {">1.7.post2", "1.7.1", true},
      {">1.7.post2", "1.7.0.post3", true},
      {">1.7.post2", "1.7.0", false},
      {">1.7", "1.7+local", false},
      {"<3.1", "3.1.dev0", false},
      {"<3.1", "3.1rc1", false},
      {"<3.1", "3.0.9", true},
      {"<3.1.dev5", "3.1.dev0", true},
      {"<3.1.0", "3.1a1", false},
      // Arbitrary equality.
      {"===foobar", "1.0", false},
      {"===1.0", "1.0", true},
      {"===1.0", "1.0.0", false},
      // Lists, as in the standard's example.
      {"~= 0.9, >= 1.0, != 1.3.4.*, < 2.0", "1.3.4.1", false},
      {"~= 0.9, >= 0.9, != 1.3.4.*, < 2.0", "0.9.1", true},
      {">=1.2,<2,", "1.9", true},
      {"", "7", true},
  };
  for (const Match& each : kMatches)
    EXPECT_EQ(clauses(each.clauses).matches(version(each.version), true), each.fits)
        << each.clauses << " " << each.version;
}

TEST(Specifiers, take_prereleases_only_when_asked) {
  EXPECT_FALSE(clauses(">=1.0").matches(version("1.1rc1")));
  EXPECT_TRUE(clauses(">=1.0").matches(version("1.1rc1"), true));
  EXPECT_TRUE(clauses(">=1.0rc1").matches(version("1.1rc1")));
  EXPECT_FALSE(clauses("!=1.0rc1").matches(version("1.1.dev1")));
}

TEST(Specifiers, refuse_what_is_no_clause) {
  for (const char* const text : {"1.0", "=1.0", "== ", ">=1.*", "~=1", "~=1.*", "==1.0a1.*",
                                 "==1.0.*+x", "<1.0+x", "=>1", "==1.0 2", "~=1.0+x", ">=x", "==*"})
    EXPECT_FALSE(specifiers(text).ok()) << text;
  std::string many;
  for (int i = 0; i < 65; ++i) many += "!=1." + std::to_string(i) + ",";
  EXPECT_FALSE(specifiers(many).ok());
}

TEST(Specifiers, know_what_they_pin) {
  ASSERT_NE(clauses(">=1,==2.9.0+cu130").pinned(), nullptr);
  EXPECT_EQ(to_text(*clauses(">=1,==2.9.0+cu130").pinned()), "2.9.0+cu130");
  EXPECT_EQ(clauses("==1.*").pinned(), nullptr);
  EXPECT_EQ(clauses(" >= 1.0 ,<2").text(), ">=1.0,<2");
}

TEST(VersionRange, tells_how_much_of_a_wish_lies_in_it) {
  struct Case {
    const char* wanted;
    const char* range;
    Overlap overlap;
  };
  const Case kCases[] = {
      {"==0.12.0", "<0.13", Overlap::all},
      {">=0.12.0", "<0.13", Overlap::some},
      {">=0.13.0", "<0.13", Overlap::none},
      {"<0.12", "<0.13", Overlap::all},
      {"", "<0.13", Overlap::some},
      {"", "", Overlap::all},
      {"~=0.12.1", "<0.13", Overlap::all},
      {"~=0.12", "<0.13", Overlap::some},
      {"==0.12.*", "<0.13", Overlap::all},
      {"==0.12.*", "<0.12.5", Overlap::some},
      {"==2.9.0+cu130", ">=2.9", Overlap::all},
      {">2", "<=2", Overlap::none},
      {"===0.12.0", "<0.13", Overlap::all},
      {">=2,<1", "", Overlap::none},
      {"==1.0rc1", "<1.0", Overlap::none},
      {"==1.0rc1", "<=1.0", Overlap::all},
      {"!=1.0", "==1.0", Overlap::none},
      {">=0.12,<0.13", ">=0.12,<0.13", Overlap::all},
  };
  for (const Case& each : kCases)
    EXPECT_EQ(overlap(clauses(each.wanted), clauses(each.range)), each.overlap)
        << each.wanted << " in " << each.range;
}

TEST(VersionRange, samples_what_is_asked_for_up_to_its_end) {
  const Specifiers range = clauses("<0.13");
  const auto open = sample_versions(clauses(">=0.12"), {&range, 1});
  ASSERT_FALSE(open.empty());
  EXPECT_EQ(to_text(open.front()), "0.12");
  EXPECT_EQ(to_text(open.back()), "999999");
  EXPECT_TRUE(std::any_of(open.begin(), open.end(), [](const PepVersion& each) {
    return to_text(each) == "0.12.999999";
  }));
  EXPECT_EQ(to_text(sample_versions(clauses("==0.12.1"), {&range, 1}).back()), "0.12.1");
  EXPECT_TRUE(sample_versions(clauses(">=2,<1"), {}).empty());
}

TEST(PackageNames, are_compared_in_one_form) {
  EXPECT_EQ(normalised_name("Flash_Attn"), "flash-attn");
  EXPECT_EQ(normalised_name("a.-_b"), "a-b");
  EXPECT_TRUE(is_package_name("Flash_Attn"));
  for (const char* const text : {"", "-a", "a-", "a b", "é", "a[x]"})
    EXPECT_FALSE(is_package_name(text)) << text;
}

}  // namespace
}  // namespace gb10
