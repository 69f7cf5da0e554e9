#include "doctor/rules_in_force.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10 {
namespace {

constexpr const char* kHome = "/home/me/.config/gb10/rules.d/";
constexpr const char* kSiteRule = R"(name = "site.swap"
area = "memory"
severity = "warning"
title = "Too little swap"
when = [ { fact = "memory.swap_total", lt = "32 GiB" } ]
message = "Swap is small."
why = "A rule of this site."
remedy = ["ask the administrator"]
impact = "none"
evidence_class = "documented"
source = "s"
date = "2026-11"
)";

FakeHost host_with(const std::string& name, std::string_view text) {
  FakeHost host;
  host.environment("HOME", "/home/me").file(kHome + name + ".toml", text);
  return host;
}

TEST(Silent_files, name_a_mask_with_the_rule_that_it_hides) {
  const FakeHost host = host_with("memory.swap-while-free", " \n");
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, SilentFile::Kind::masks_rule);
  EXPECT_EQ(found[0].name, "memory.swap-while-free");
  EXPECT_EQ(found[0].path, std::string(kHome) + "memory.swap-while-free.toml");
  EXPECT_EQ(found[0].area, Area::memory);
  EXPECT_FALSE(found[0].title.empty());
}

TEST(Silent_files, name_what_a_mask_that_hides_nothing_may_mean) {
  const FakeHost host = host_with("memory.swap-while-fre", "");
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, SilentFile::Kind::masks_nothing);
  EXPECT_EQ(found[0].hint, "did you mean memory.swap-while-free?");
}

TEST(Silent_files, send_the_mask_of_a_harmless_line_to_its_own_folder) {
  const FakeHost host = host_with("mlx5-slot-power", "");
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].hint,
            "that name is one of benign and signatures: move the file to benign.d or signatures.d");
}

TEST(Silent_files, name_a_mask_of_a_signature) {
  FakeHost host;
  host.file("/etc/gb10/signatures.d/triton.ptxas-too-old.toml", "\n");
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, SilentFile::Kind::masks_other);
  EXPECT_EQ(found[0].name, "triton.ptxas-too-old");
  EXPECT_EQ(found[0].holds, "signatures");
  EXPECT_FALSE(found[0].title.empty());
}

TEST(Silent_files, name_the_signature_that_a_misspelt_mask_may_mean) {
  FakeHost host;
  host.file("/etc/gb10/signatures.d/triton.ptxas-too-ol.toml", "");
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, SilentFile::Kind::masks_nothing);
  EXPECT_EQ(found[0].hint, "did you mean triton.ptxas-too-old?");
}

TEST(Silent_files, tell_root_that_signatures_in_a_home_do_not_count) {
  FakeHost host;
  host.user(0).environment("HOME", "/root").environment("SUDO_USER", "me");
  host.file("/etc/passwd", "root:x:0:0::/root:/bin/sh\nme:x:1000:1000::/home/me:/bin/sh\n");
  host.file("/home/me/.config/gb10/signatures.d/site.toml", "name = 1");
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].why, "root takes no signatures from a home");
  EXPECT_EQ(found[0].hint, "run without sudo, or put them into /etc/gb10/signatures.d");
}

TEST(Silent_files, are_none_where_a_later_file_brings_the_rule_back) {
  FakeHost host = host_with("site.swap", kSiteRule);
  host.file("/etc/gb10/rules.d/site.swap.toml", "");
  EXPECT_TRUE(silent_files(host, {}).empty());
}

TEST(Silent_files, hold_a_mask_of_a_rule_of_the_machine) {
  FakeHost host = host_with("site.swap", "");
  host.file("/etc/gb10/rules.d/site.swap.toml", kSiteRule);
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, SilentFile::Kind::masks_rule);
  EXPECT_EQ(found[0].title, "Too little swap");
}

TEST(Silent_files, tell_root_that_rules_in_a_home_do_not_count) {
  FakeHost host;
  host.user(0).environment("HOME", "/root").environment("SUDO_USER", "me");
  host.file("/etc/passwd", "root:x:0:0::/root:/bin/sh\nme:x:1000:1000::/home/me:/bin/sh\n");
  EXPECT_TRUE(silent_files(host, {}).empty());
  host.file(std::string(kHome) + "site.swap.toml", kSiteRule);
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, SilentFile::Kind::passed_over);
  EXPECT_EQ(found[0].path, "/home/me/.config/gb10/rules.d");
  EXPECT_EQ(found[0].why, "root takes no rules from a home");
}

TEST(Silent_files, tell_root_of_files_that_others_could_write) {
  FakeHost host;
  host.user(0).file("/etc/gb10/rules.d/site.swap.toml", kSiteRule);
  host.owned("/etc/gb10/rules.d", 0).owned("/etc/gb10/rules.d/site.swap.toml", 1000);
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, "/etc/gb10/rules.d/site.swap.toml");
  EXPECT_EQ(found[0].why, "others than root could write it");
}

TEST(Silent_files, hold_a_folder_that_cannot_be_listed) {
  FakeHost host;
  host.environment("HOME", "/home/me");
  host.fail("/home/me/.config/gb10/rules.d", {Error::Kind::denied, "cannot list it: denied"});
  const std::vector<SilentFile> found = silent_files(host, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].why, "cannot list it: denied");
}

TEST(Rules_in_force, end_at_a_file_that_cannot_be_read_and_do_not_send_its_owner_to_sudo) {
  FakeHost host = host_with("site.swap", kSiteRule);
  const std::string path = std::string(kHome) + "site.swap.toml";
  host.fail(path, {Error::Kind::denied, "cannot read " + path + ": denied", "run with sudo"});
  const Result<RulesInForce> rules = rules_in_force(host, {});
  ASSERT_FALSE(rules.ok());
  EXPECT_NE(rules.error().what.find(path), std::string::npos);
  EXPECT_EQ(rules.error().hint, "let yourself read it (chmod u+r, chown), or move it away");
}

constexpr const char* kSlotPower = "name = \"mlx5-slot-power\"\nfact = \"kernel.log\"\n";

bool has_slot_power(const Result<RulesInForce>& known) {
  EXPECT_TRUE(known.ok()) << known.error().what;
  return known.ok() &&
         std::any_of(known->benign.begin(), known->benign.end(),
                     [](const Benign& each) { return each.name == "mlx5-slot-power"; });
}

TEST(Rules_in_force, leave_out_a_harmless_line_of_ours_whose_signature_is_masked) {
  FakeHost host;
  EXPECT_TRUE(has_slot_power(rules_in_force(host, {})));
  host.file("/etc/gb10/signatures.d/mlx5-slot-power.toml", "");
  EXPECT_FALSE(has_slot_power(rules_in_force(host, {})));
}

TEST(Rules_in_force, leave_out_a_harmless_line_that_is_masked_itself) {
  FakeHost host;
  host.file("/etc/gb10/benign.d/mlx5-slot-power.toml", "");
  EXPECT_FALSE(has_slot_power(rules_in_force(host, {})));
}

TEST(Rules_in_force, end_at_a_harmless_line_of_an_owner_that_no_signature_knows) {
  FakeHost host;
  const std::string path = "/etc/gb10/benign.d/mlx5-slot-power.toml";
  host.file(path, kSlotPower);
  EXPECT_TRUE(has_slot_power(rules_in_force(host, {})));
  host.file("/etc/gb10/signatures.d/mlx5-slot-power.toml", "");
  const Result<RulesInForce> masked = rules_in_force(host, {});
  ASSERT_FALSE(masked.ok());
  EXPECT_EQ(masked.error().what,
            path + ":1: no signature of a harmless line is called mlx5-slot-power");
  EXPECT_NE(masked.error().hint.find("signatures.d/mlx5-slot-power.toml"), std::string::npos)
      << masked.error().hint;
}

TEST(Rules_in_force, name_the_signature_that_a_misspelt_harmless_line_may_mean) {
  FakeHost host;
  std::string text = kSlotPower;
  text.replace(text.find("power"), 5, "powr");
  host.file("/etc/gb10/benign.d/mlx5-slot-powr.toml", text);
  const Result<RulesInForce> known = rules_in_force(host, {});
  ASSERT_FALSE(known.ok());
  EXPECT_EQ(known.error().hint, "did you mean mlx5-slot-power?");
}

TEST(Rules_in_force, take_no_signature_of_a_failure_for_a_harmless_line) {
  FakeHost host;
  host.file("/etc/gb10/benign.d/triton.ptxas-too-old.toml",
            "name = \"triton.ptxas-too-old\"\nfact = \"kernel.log\"\n");
  EXPECT_FALSE(rules_in_force(host, {}).ok());
}

TEST(Rules_in_force, name_the_fact_that_a_misspelt_one_may_mean) {
  std::string text = kSiteRule;
  text.replace(text.find("swap_total"), 10, "swap_totl");
  const Result<RulesInForce> rules = rules_in_force(host_with("site.swap", text), {});
  ASSERT_FALSE(rules.ok());
  EXPECT_EQ(rules.error().hint, "did you mean memory.swap_total?");
}

}  // namespace
}  // namespace gb10
