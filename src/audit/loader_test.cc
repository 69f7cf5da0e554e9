#include "audit/loader.h"

#include <elf.h>

#include <gtest/gtest.h>

#include "audit/audit_samples.h"

namespace gb10 {
namespace {

using audit_samples::CacheEntry;
using audit_samples::loader_cache_of;
using Lines = std::vector<std::string>;

const std::string kCache = loader_cache_of({{"liba.so.1", "/opt/first/liba.so.1"},
                                            {"liba.so.1", "/opt/second/liba.so.1"},
                                            {"libx.so.1", "/lib/x86/libx.so.1", 0x303},
                                            {"libold.so.1", "/lib/libold.so.1", 1}});

TEST(LoaderCache, gives_the_first_entry_of_each_name_for_the_cpu) {
  const auto arm = loader_cache(kCache, EM_AARCH64);
  ASSERT_TRUE(arm.ok()) << arm.error().what;
  EXPECT_EQ(arm->size(), 1U);
  EXPECT_EQ(arm->at("liba.so.1"), "/opt/first/liba.so.1");
  EXPECT_EQ(loader_cache(kCache, EM_X86_64)->at("libx.so.1"), "/lib/x86/libx.so.1");
}

TEST(LoaderCache, may_stand_behind_an_old_one) {
  const auto found = loader_cache("ld.so-1.7.0" + std::string(53, '\0') + kCache, EM_AARCH64);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->size(), 1U);
}

TEST(LoaderCache, that_makes_no_sense_is_refused) {
  EXPECT_FALSE(loader_cache("", EM_AARCH64).ok());
  EXPECT_FALSE(loader_cache("ld.so-1.7.0", EM_AARCH64).ok());
  EXPECT_FALSE(loader_cache(kCache.substr(0, 47), EM_AARCH64).ok());
  EXPECT_FALSE(loader_cache(kCache.substr(0, 48 + 4 * 24 - 1), EM_AARCH64).ok());
  std::string many = kCache;
  for (int i = 20; i < 24; ++i) many[i] = '\xff';
  EXPECT_FALSE(loader_cache(many, EM_AARCH64).ok());
}

TEST(LoaderCache, survives_every_truncation_and_every_changed_byte) {
  for (std::size_t i = 0; i < kCache.size(); ++i) {
    static_cast<void>(loader_cache(kCache.substr(0, i), EM_AARCH64).ok());
    for (const char value : {'\0', '\1', '\x7f', '\xff'}) {
      std::string bytes = kCache;
      bytes[i] = value;
      const auto found = loader_cache(bytes, EM_AARCH64);
      EXPECT_TRUE(!found.ok() || found->size() <= 4);
    }
  }
}

TEST(LoaderCache, leaves_out_what_no_file_can_be_named) {
  std::string endless = loader_cache_of({{"liba.so.1", "/x"}});
  endless.pop_back();
  EXPECT_TRUE(loader_cache(endless, EM_AARCH64)->empty());
  EXPECT_TRUE(loader_cache(endless + std::string(1U << 20U, 'x'), EM_AARCH64)->empty());
  const std::string name(255, 'n'), path(4096, 'p');
  const auto found = loader_cache(loader_cache_of({{name, path},
                                                   {name + "n", "/long/name"},
                                                   {"liblong.so", path + "p"},
                                                   {"liba.so.1", "/x"}}),
                                  EM_AARCH64);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->size(), 2U);
  EXPECT_EQ(found->at(name), path);
  EXPECT_EQ(found->at("liba.so.1"), "/x");
}

TEST(LoaderCache, that_grows_far_beyond_its_file_is_refused) {
  // Every entry has a name of its own and the same long path.
  constexpr std::uint32_t kCount = 17'000;
  std::string bytes = "glibc-ld.so.cache1.1", names;
  fake::append(bytes, kCount, 4);
  bytes.append(48 - bytes.size(), '\0');
  const std::uint64_t names_at = bytes.size() + kCount * std::uint64_t{24};
  for (std::uint32_t i = 0; i < kCount; ++i) {
    fake::append(bytes, 0xa03, 4);
    fake::append(bytes, names_at + names.size(), 4);
    fake::append(bytes, names_at + kCount * std::uint64_t{6}, 4);
    bytes.append(12, '\0');
    const std::string number = std::to_string(10'000 + i);
    names.append(number).push_back('\0');
  }
  bytes += names + std::string(4096, 'p') + std::string(1, '\0');
  EXPECT_EQ(loader_cache(bytes, EM_AARCH64).error().what, "has names that are too long");
}

TEST(OwnFolders, are_those_of_the_path_with_the_place_of_the_file) {
  ElfInfo info;
  info.runpath = "$ORIGIN/../lib:${ORIGIN}:/opt/x/./y::relative:$LIB/z";
  EXPECT_EQ(own_folders(info, "/a/b/c.so"), (Lines{"/a/lib", "/a/b", "/opt/x/y"}));
  info.machine = EM_AARCH64;
  info.runpath = "$ORIGIN/${LIB}:/p/$PLATFORM";
  EXPECT_EQ(own_folders(info, "/a/b/c.so"),
            (Lines{"/a/b/lib/aarch64-linux-gnu", "/a/b/lib64", "/a/b/lib", "/p/aarch64"}));
  info.runpath.clear();
  EXPECT_EQ(own_folders(info, "/a/b/c.so"), Lines{});
}

TEST(LoaderView, looks_where_the_loader_looks_in_its_order) {
  FakeHost host;
  host.file("/etc/ld.so.cache", kCache);
  host.file("/mine/liba.so.1", "").file("/usr/lib/libonly.so.1", "");
  // What the cache still names and an upgrade took away is not there.
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("liba.so.1"), std::nullopt);
  host.file("/opt/first/liba.so.1", "");
  host.directory("/mine/libdir.so.1");
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("liba.so.1"), "/opt/first/liba.so.1");
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("libx.so.1"), std::nullopt);
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("libonly.so.1"), "/usr/lib/libonly.so.1");
  host.environment("LD_LIBRARY_PATH", "/none:/mine");
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("liba.so.1"), "/mine/liba.so.1");
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("libdir.so.1"), std::nullopt);
}

TEST(LoaderView, reads_no_configuration_beside_a_cache) {
  FakeHost host;
  host.file("/etc/ld.so.conf", "/opt/late\n").file("/opt/late/liblate.so.1", "");
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("liblate.so.1"), "/opt/late/liblate.so.1");
  host.file("/etc/ld.so.cache", kCache);
  EXPECT_EQ(LoaderView(host, EM_AARCH64).on_system("liblate.so.1"), std::nullopt);
}

TEST(LoaderView, does_without_a_cache_that_makes_no_sense) {
  FakeHost host;
  host.file("/etc/ld.so.cache", "nonsense").file("/usr/lib/liba.so.1", "");
  const LoaderView view(host, EM_AARCH64);
  EXPECT_EQ(view.on_system("liba.so.1"), "/usr/lib/liba.so.1");
  EXPECT_EQ(view.problem(), "/etc/ld.so.cache is no cache of the loader");
  EXPECT_EQ(LoaderView(FakeHost(), EM_AARCH64).problem(), "");
}

TEST(LoaderView, passes_over_a_library_for_another_cpu) {
  FakeHost host;
  host.file("/opt/a/liba.so", bytes_of(FakeElf{.machine = EM_X86_64}))
      .file("/opt/b/liba.so", bytes_of(FakeElf{.machine = EM_AARCH64}))
      .file("/opt/b/libtext.so", "INPUT(x)")
      .environment("LD_LIBRARY_PATH", "/opt/a:/opt/b");
  const LoaderView arm(host, EM_AARCH64), x86(host, EM_X86_64);
  EXPECT_EQ(arm.on_library_path("liba.so"), "/opt/b/liba.so");
  EXPECT_EQ(x86.on_library_path("liba.so"), "/opt/a/liba.so");
  EXPECT_EQ(arm.on_library_path("libtext.so"), "/opt/b/libtext.so");
}

}  // namespace
}  // namespace gb10
