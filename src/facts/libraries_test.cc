#include "facts/libraries.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10 {
namespace {

using Dirs = std::vector<std::string>;

TEST(libraries, are_told_by_their_file_names) {
  EXPECT_EQ(libraries::named("libcudnn.so.9.13.0")->name, "libcudnn");
  EXPECT_EQ(libraries::named("libcudnn.so.9.13.0")->version, "9.13.0");
  EXPECT_EQ(libraries::named("libcudnn.so")->version, "");
  for (const char* const other :
       {"libx.soft", "x.so.1", "libx.so.", "libx.so.1.py", "libx.a", ""}) {
    EXPECT_FALSE(libraries::named(other)) << other;
  }
  EXPECT_EQ(libraries::major("13.0.88"), "13");
  EXPECT_EQ(libraries::major("13"), "13");
}

TEST(loader_dirs, are_those_of_the_configuration_and_the_built_in_ones) {
  FakeHost host;
  host.file("/etc/ld.so.conf", "include ld.so.conf.d/*.conf\n");
  host.file("/etc/ld.so.conf.d/000_cuda.conf", "# CUDA\n/usr/local/cuda/lib64  # the default\n");
  host.file("/etc/ld.so.conf.d/a.conf", "/lib/aarch64-linux-gnu\n/usr/lib/aarch64-linux-gnu\n");
  host.file("/etc/ld.so.conf.d/readme", "/nowhere\n");
  host.directory("/usr/lib/aarch64-linux-gnu").link_at("/lib", "usr/lib");
  host.directory("/usr/local/cuda-13.0/targets/sbsa-linux/lib");
  host.link_at("/usr/local/cuda", "cuda-13.0");
  host.link_at("/usr/local/cuda-13.0/lib64", "targets/sbsa-linux/lib");
  EXPECT_EQ(libraries::loader_dirs(host),
            (Dirs{"/usr/local/cuda-13.0/targets/sbsa-linux/lib", "/usr/lib/aarch64-linux-gnu",
                  "/usr/lib", "/lib64", "/usr/lib64"}));
}

TEST(loader_dirs, end_where_files_include_each_other) {
  FakeHost host;
  host.file("/etc/ld.so.conf", "include /etc/ld.so.conf\n/opt/x\n");
  const Dirs dirs = libraries::loader_dirs(host);
  EXPECT_EQ(dirs.front(), "/opt/x");
  EXPECT_EQ(std::count(dirs.begin(), dirs.end(), "/opt/x"), 1);
}

TEST(path_dirs, leave_out_what_is_relative_or_there_twice) {
  EXPECT_EQ(libraries::path_dirs("/a:/b/:/a:.:: /c "), (Dirs{"/a", "/b", "/c"}));
}

}  // namespace
}  // namespace gb10
