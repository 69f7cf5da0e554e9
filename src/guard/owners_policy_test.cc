#include "guard/owners_policy.h"

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10 {
namespace {

FakeHost machine(unsigned user) {
  FakeHost host;
  host.user(user).directory("/etc/gb10").file(kGuardPolicy, "floor = \"2 GiB\"\n", 0644);
  host.owned("/etc/gb10", 0).owned(kGuardPolicy, 0);
  return host;
}

TEST(OwnersPolicy, is_the_built_in_one_where_there_is_no_file) {
  FakeHost host;
  EXPECT_EQ(owners_policy(host)->floor, guard_policy()->floor);
}

TEST(OwnersPolicy, changes_what_it_names) {
  EXPECT_EQ(owners_policy(machine(0))->floor, 2.0 * (1 << 30));
}

TEST(OwnersPolicy, that_others_can_change_is_refused_to_root) {
  for (const char* const path : {kGuardPolicy, "/etc/gb10"}) {
    FakeHost host = machine(0);
    host.owned(path, 1000);
    const auto policy = owners_policy(host);
    ASSERT_FALSE(policy.ok()) << path;
    EXPECT_EQ(policy.error().what, std::string(path) + " can be changed by others than root");
  }
  FakeHost host = machine(1000);
  host.owned("/etc/gb10", 1000);
  EXPECT_TRUE(owners_policy(host).ok()) << "whoever is not root can stop only what is his";
}

}  // namespace
}  // namespace gb10
