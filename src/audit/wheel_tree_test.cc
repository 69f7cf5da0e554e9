#include <gtest/gtest.h>

#include "audit/audit_samples.h"
#include "audit/collect.h"
#include "wheel/fake_zip.h"

namespace gb10 {
namespace {

using namespace audit_samples;

const std::string kModule =
    bytes_of(FakeElf{.needed = {"libcudart.so.13"}, .sections = {code_for({120})}});
const std::string kMetadata = "Metadata-Version: 2.1\nName: Ext\nVersion: 1.0\n";

/// The lines of RECORD for what every wheel has.
const std::string kListed = "ext-1.0.dist-info/METADATA,,\next-1.0.dist-info/RECORD,,\n";

std::vector<FakeMember> members(const std::string& metadata = kMetadata) {
  return {{.name = "ext/_C.abi3.so", .bytes = kModule, .deflated = true},
          {.name = "ext-1.0.dist-info/METADATA", .bytes = metadata},
          {.name = "ext-1.0.dist-info/RECORD", .bytes = "ext/_C.abi3.so,,\n" + kListed}};
}

const std::string kName = "ext-1.0-cp39-abi3-manylinux_2_28_aarch64.whl";

Audit of_wheel(const std::vector<FakeMember>& members, const std::string& name = kName,
               const AuditSetting& how = setting()) {
  FakeHost host;
  host.file("/w/" + name, zip_of(members));
  return audit(host, how, "/w/" + name);
}

TEST(WheelTree, is_read_in_place) {
  const Audit found = of_wheel(members());
  ASSERT_EQ(found.items.size(), 1U);
  EXPECT_EQ(found.items[0].name, "ext");
  EXPECT_EQ(found.items[0].version, "1.0");
  EXPECT_EQ(verdict(found, "ext"), "runs");
  EXPECT_EQ(found.items[0].libraries, 1);
}

TEST(WheelTree, for_another_machine_python_or_c_library_cannot_load) {
  EXPECT_EQ(verdict(of_wheel(members(), "ext-1.0-cp39-abi3-manylinux_2_28_x86_64.whl"), "ext"),
            "cannot-load: wrong-processor");
  EXPECT_EQ(verdict(of_wheel(members(), "ext-1.0-cp310-cp310-manylinux_2_28_aarch64.whl"), "ext"),
            "cannot-load: wrong-python");
  EXPECT_EQ(verdict(of_wheel(members(), "ext-1.0-cp39-abi3-manylinux_2_41_aarch64.whl"), "ext"),
            "cannot-load: glibc-too-new");
}

TEST(WheelTree, nvidias_libraries_that_it_requires_count_as_there) {
  std::vector<FakeMember> all = members();
  all[0].bytes = bytes_of(FakeElf{.needed = {"libcudart.so.12"}, .sections = {code_for({120})}});
  EXPECT_EQ(verdict(of_wheel(all), "ext"), "cannot-load: cuda-major");
  all[1].bytes = kMetadata + "Requires-Dist: nvidia-cuda-runtime-cu12==12.8.90\n";
  EXPECT_EQ(verdict(of_wheel(all), "ext"), "runs");
}

TEST(WheelTree, with_a_name_that_is_none_or_without_metadata_is_told) {
  EXPECT_EQ(verdict(of_wheel(members(), "nonsense.whl"), "ext"), "runs: malformed");
  std::vector<FakeMember> bare = members();
  bare.erase(bare.begin() + 1);
  EXPECT_EQ(verdict(of_wheel(bare), "ext"), "runs: malformed");
}

TEST(WheelTree, verify_holds_members_against_the_record) {
  AuditSetting how = setting();
  how.verify = true;
  std::vector<FakeMember> all = members();
  EXPECT_EQ(verdict(of_wheel(all, kName, how), "ext"), "runs");
  all[2].bytes =
      "ext/_C.abi3.so,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3\nx.py,,\n" + kListed;
  EXPECT_EQ(verdict(of_wheel(all, kName, how), "ext"), "runs: changed-file missing-file");
  all[2].bytes = "ext/_C.abi3.so,,\n" + kListed;
  all.push_back({.name = "ext/added.py", .bytes = "import os"});
  EXPECT_EQ(verdict(of_wheel(all, kName, how), "ext"), "runs: unlisted-file");
}

TEST(WheelTree, a_member_that_lies_is_told_and_the_rest_read) {
  std::vector<FakeMember> all = members();
  FakeMember liar{.name = "ext/_liar.so", .bytes = kModule, .deflated = true};
  liar.crc32 = 1;
  all.push_back(liar);
  all.push_back({.name = "../../etc/x.so", .bytes = kModule});
  const Audit found = of_wheel(all);
  EXPECT_EQ(verdict(found, "ext"), "cannot-load: malformed malformed");
  EXPECT_EQ(found.items[0].libraries, 3);
  EXPECT_EQ(kinds(found.unread), std::vector<std::string>{"malformed"});
}

TEST(WheelTree, that_is_no_zip_is_an_error) {
  FakeHost host;
  host.file("/w/" + kName, "words");
  EXPECT_FALSE(audited(host, "/w/" + kName, setting()).ok());
}

}  // namespace
}  // namespace gb10
