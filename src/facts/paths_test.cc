#include "facts/paths.h"

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10 {
namespace {

TEST(paths, are_made_plain) {
  EXPECT_EQ(paths::plain("/usr//lib/./x/../y/"), "/usr/lib/y");
  EXPECT_EQ(paths::plain("/../.."), "/");
  EXPECT_EQ(paths::last("/usr/lib/x.so"), "x.so");
  EXPECT_EQ(paths::parent("/usr/lib/x.so"), "/usr/lib");
  EXPECT_EQ(paths::parent("/usr"), "/");
}

TEST(paths, follow_a_chain_of_links) {
  FakeHost host;
  host.directory("/usr/local/cuda-13.0/bin");
  host.link_at("/usr/local/cuda", "/etc/alternatives/cuda");
  host.link_at("/etc/alternatives/cuda", "../../usr/local/cuda-13.0");
  EXPECT_EQ(*paths::resolved(host, "/usr/local/cuda/bin/nvcc"), "/usr/local/cuda-13.0/bin/nvcc");
  EXPECT_EQ(*paths::resolved(host, "/not/there"), "/not/there");
}

TEST(paths, that_lead_in_circles_are_an_error) {
  FakeHost host;
  host.link_at("/a", "/b").link_at("/b", "/a");
  EXPECT_FALSE(paths::resolved(host, "/a/x").ok());
}

}  // namespace
}  // namespace gb10
