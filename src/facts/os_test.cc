#include "facts/os.h"

#include <gtest/gtest.h>

#include "facts/accounts.h"
#include "facts/gb10_fixture.h"
#include "facts/topics.h"
#include "facts/value.h"

namespace gb10 {
namespace {

using fixture::collected;
using fixture::shown;
using Strings = std::vector<std::string>;

constexpr const char* kOsRelease =
    "PRETTY_NAME=\"Ubuntu 24.04.4 LTS\"\nNAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\n"
    "VERSION_CODENAME=noble\nID=ubuntu\n";

/// The keys of an owner's /etc/dgx-release; the number of the machine is made up.
constexpr const char* kDgxRelease =
    "DGX_NAME=\"DGX Spark\"\nDGX_PRETTY_NAME=\"NVIDIA DGX Spark\"\n"
    "DGX_SWBUILD_DATE=\"2025-09-10-13-50-03\"\nDGX_SWBUILD_VERSION=\"7.2.3\"\n"
    "DGX_PLATFORM=\"GX10\"\nDGX_SERIAL_NUMBER=\"0000000000000\"\n\n"
    "DGX_OTA_VERSION=\"7.4.0\"\nDGX_OTA_DATE=\"Mon Feb  2 19:34:58 CET 2026\"\n\n"
    "DGX_OTA_VERSION=\"7.5.0\"\nDGX_OTA_DATE=\"Sat Apr  4 15:11:50 CEST 2026\"\n";

FakeHost dgx_os() {
  FakeHost host;
  host.file("/etc/os-release", kOsRelease).file("/etc/dgx-release", kDgxRelease);
  host.file("/proc/sys/kernel/osrelease", "6.17.0-1014-nvidia\n");
  host.file("/proc/cmdline",
            "root=/dev/nvme0n1p2 ro init_on_alloc=0 dyndbg=\"file a.c +p\" quiet\n");
  host.file("/proc/uptime", "604812.35 9123456.12\n");
  host.file("/etc/passwd", "root:x:0:0::/root:/bin/bash\nana:x:1000:1000::/home/ana:/bin/bash\n");
  host.file("/etc/group", "sudo:x:27:\ndocker:x:988:ana\nana:x:1000:\n");
  return host;
}

TEST(os, of_a_dgx_machine_is_the_last_update_and_keeps_the_history_without_the_serial) {
  const Facts facts = collected(os_topic(), dgx_os());
  EXPECT_EQ(shown(facts, "os.name"), "Ubuntu 24.04.4 LTS");
  EXPECT_EQ(shown(facts, "os.id"), "ubuntu");
  EXPECT_EQ(shown(facts, "os.version_id"), "24.04");
  EXPECT_EQ(shown(facts, "os.dgx_version"), "7.5.0");
  EXPECT_EQ(shown(facts, "os.dgx_name"), "DGX Spark");
  EXPECT_EQ(shown(facts, "os.ota_history"),
            "7.4.0 (Mon Feb  2 19:34:58 CET 2026), 7.5.0 (Sat Apr  4 15:11:50 CEST 2026)");
  for (const auto& [key, fact] : facts.all()) {
    EXPECT_EQ(shown(facts, key).find("0000000000000"), std::string::npos) << key;
  }
}

TEST(os, of_a_factory_image_is_the_build_that_was_installed) {
  FakeHost host = dgx_os();
  host.file("/etc/dgx-release", "DGX_NAME=\"DGX Spark\"\nDGX_SWBUILD_VERSION=\"7.2.3\"\n");
  const Facts facts = collected(os_topic(), host);
  EXPECT_EQ(shown(facts, "os.dgx_version"), "7.2.3");
  EXPECT_EQ(shown(facts, "os.ota_history"), "none");
}

TEST(os, without_dgx_release_says_that_this_is_not_dgx_os) {
  const Facts facts = collected(os_topic(), FakeHost());
  ASSERT_EQ(shown(facts, "os.dgx_version"), "unknown not_found");
  EXPECT_EQ(facts.find("os.dgx_version")->value.error().what,
            "this is not DGX OS (no /etc/dgx-release)");
}

TEST(os, tells_kernel_command_line_and_uptime) {
  const Facts facts = collected(os_topic(), dgx_os());
  EXPECT_EQ(shown(facts, "os.kernel"), "6.17.0-1014-nvidia");
  EXPECT_EQ(shown(facts, "os.options"),
            "root=/dev/nvme0n1p2, ro, init_on_alloc=0, dyndbg=\"file a.c +p\", quiet");
  ASSERT_NE(facts.known<Quantity>("os.uptime"), nullptr);
  EXPECT_DOUBLE_EQ(facts.known<Quantity>("os.uptime")->value, 604812.35);
}

TEST(os_boot, finds_the_kernel_whose_initrd_is_missing_or_empty) {
  FakeHost host;
  for (const char* kernel : {"6.17.0-1014-nvidia", "6.17.0-1031-nvidia", "6.8.0-45-generic"}) {
    host.file(std::string("/boot/vmlinuz-") + kernel, "x");
  }
  host.file("/boot/initrd.img-6.17.0-1014-nvidia", "x")
      .file("/boot/initrd.img-6.8.0-45-generic", "");
  const Facts facts = collected(os_topic(), host);
  EXPECT_EQ(shown(facts, "os.installed_kernels"),
            "6.8.0-45-generic, 6.17.0-1014-nvidia, 6.17.0-1031-nvidia");
  EXPECT_EQ(shown(facts, "os.kernels_without_initrd"), "6.17.0-1031-nvidia, 6.8.0-45-generic");
  host.file("/boot/initramfs-6.17.0-1031-nvidia.img", "x");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.kernels_without_initrd"), "6.8.0-45-generic");
}

TEST(os_boot, reads_secure_boot_from_the_fifth_byte) {
  const std::string path =
      "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
  FakeHost host;
  EXPECT_EQ(shown(collected(os_topic(), host), "os.secure_boot"), "unknown unsupported");
  host.file(path, std::string("\x06\x00\x00\x00\x01", 5));
  EXPECT_EQ(shown(collected(os_topic(), host), "os.secure_boot"), "yes");
  host.file(path, std::string("\x06\x00\x00\x00\x00", 5));
  EXPECT_EQ(shown(collected(os_topic(), host), "os.secure_boot"), "no");
  host.file(path, "\x06");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.secure_boot"), "unknown failed");
}

TEST(os_boot, sees_that_an_update_waits_for_a_reboot) {
  FakeHost host;
  EXPECT_EQ(shown(collected(os_topic(), host), "os.reboot_required"), "no");
  host.file("/run/reboot-required", "*** System restart required ***\n");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.reboot_required"), "yes");
}

TEST(os_sessions, knows_the_groups_of_the_user) {
  const Facts facts = collected(os_topic(), dgx_os());
  EXPECT_EQ(shown(facts, "os.user_in_docker_group"), "yes");
  EXPECT_EQ(shown(facts, "os.user_in_sudo_group"), "no");
}

TEST(os_sessions, with_sudo_asks_for_the_user_behind_it) {
  FakeHost host = dgx_os();
  host.user(0).environment("SUDO_USER", "ana").environment("HOME", "/root");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.user_in_docker_group"), "yes");
  EXPECT_EQ(asking_home(host).value_or(""), "/home/ana");
  host.environment("SUDO_USER", "");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.user_in_docker_group"), "unknown unsupported");
  EXPECT_EQ(asking_home(host).value_or(""), "/root");
}

TEST(os_sessions, counts_the_users_own_group_and_misses_a_group_that_is_not_there) {
  FakeHost host = dgx_os();
  host.file("/etc/group", "docker:x:1000:\n");
  const Facts facts = collected(os_topic(), host);
  EXPECT_EQ(shown(facts, "os.user_in_docker_group"), "yes");
  EXPECT_EQ(shown(facts, "os.user_in_sudo_group"), "unknown not_found");
}

TEST(os_sessions, lets_the_last_of_loginds_files_decide_about_ipc) {
  FakeHost host;
  EXPECT_EQ(shown(collected(os_topic(), host), "os.remove_ipc"), "yes");
  host.file("/usr/lib/systemd/logind.conf", "[Login]\nRemoveIPC=no\n");
  host.file("/etc/systemd/logind.conf", "[Login]\n#RemoveIPC=no\n");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.remove_ipc"), "yes");
  host.file("/usr/lib/systemd/logind.conf.d/20-x.conf", "[Login]\nRemoveIPC=yes\n");
  host.file("/etc/systemd/logind.conf.d/10-x.conf", "[Login]\nRemoveIPC=no\n");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.remove_ipc"), "yes");
  host.file("/etc/systemd/logind.conf.d/20-x.conf", "[Login]\nRemoveIPC=off\n");
  const Facts facts = collected(os_topic(), host);
  EXPECT_EQ(shown(facts, "os.remove_ipc"), "no");
  EXPECT_EQ(facts.find("os.remove_ipc")->source, "/etc/systemd/logind.conf.d/20-x.conf");
}

TEST(os_sessions, reads_the_language_of_messages_as_the_c_library_does) {
  FakeHost host;
  EXPECT_EQ(shown(collected(os_topic(), host), "os.locale_messages"), "unknown not_found");
  host.file("/etc/default/locale", "LANG=de_DE.UTF-8\n");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.locale_messages"), "de_DE.UTF-8");
  host.file("/etc/default/locale", "LC_MESSAGES=\"en_US.UTF-8\"\nLANG=de_DE.UTF-8\n");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.locale_messages"), "en_US.UTF-8");
  host.file("/var/lib/systemd/linger/ana", "");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.lingering_users"), "ana");
}

constexpr const char* kStatus =
    "Package: bash\nStatus: install ok installed\nVersion: 5.2\nDescription: shell\n"
    " Package: nvsm\n\n"
    "Package: nvidia-driver-580-open\nStatus: install ok half-configured\n"
    "Version: 580.142-0ubuntu0.24.04.1\n\n"
    "Package: linux-image-6.17.0-1031-nvidia\nStatus: install reinstreq unpacked\nVersion: 6.17\n\n"
    "Package: linux-image-6.8.0-45-generic\nStatus: deinstall ok config-files\nVersion: 6.8\n\n"
    "Package: nvidia-cuda-toolkit\nStatus: install ok installed\nVersion: 1:12.0.140~12.0.1-4\n\n"
    "Package: mlnx-fw-updater\nStatus: install ok installed\nVersion: 25.04\n";

TEST(os_packages, finds_what_is_installed_and_what_only_half) {
  FakeHost host;
  host.file("/var/lib/dpkg/status", kStatus);
  const Facts facts = collected(os_topic(), host);
  EXPECT_EQ(shown(facts, "os.nvsm_installed"), "no");
  EXPECT_EQ(shown(facts, "os.mlnx_fw_updater_installed"), "yes");
  EXPECT_EQ(shown(facts, "os.cuda_toolkit_package"), "12.0.140~12.0.1-4");
  EXPECT_EQ(shown(facts, "os.packages_half_installed"),
            "nvidia-driver-580-open 580.142-0ubuntu0.24.04.1: half-configured, "
            "linux-image-6.17.0-1031-nvidia 6.17: unpacked, reinstreq");
}

TEST(os_packages, looks_at_notable_packages_only) {
  EXPECT_EQ(os::notable_packages(kStatus).size(), 5U);
  EXPECT_TRUE(os::notable_packages("").empty());
  EXPECT_TRUE(os::notable_packages("Package: nvsm")[0].state.empty());
}

TEST(os_packages, without_a_package_list_knows_nothing) {
  EXPECT_EQ(shown(collected(os_topic(), FakeHost()), "os.nvsm_installed"), "unknown not_found");
}

TEST(os_packages, finds_ffmpeg_and_the_headers_of_the_systems_python) {
  FakeHost host;
  host.file("/usr/lib/aarch64-linux-gnu/libavutil.so.58", "x")
      .link_at("/usr/bin/python3", "python3.12");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.libavutil"), "libavutil.so.58");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.python_headers"), "no");
  host.file("/usr/include/python3.12/Python.h", "x");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.python_headers"), "yes");
}

TEST(os_leftovers, of_old_tuning_are_files_of_its_own_and_lines_in_files_of_others) {
  FakeHost host;
  host.file("/etc/rc.local", "#!/bin/sh\nexit 0\n");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.old_tuning_scripts"), "none");
  host.file("/opt/dgx-optimize/gpu_optimize.sh", "x");
  for (const char* const other :
       {"echo madvise > /sys/kernel/mm/transparent_hugepage/enabled\n# always so\n",
        "# echo always > /sys/kernel/mm/transparent_hugepage/enabled\n"}) {
    host.file("/etc/rc.local", other);
    EXPECT_EQ(shown(collected(os_topic(), host), "os.old_tuning_scripts"), "/opt/dgx-optimize");
  }
  host.file("/etc/rc.local", "echo always > /sys/kernel/mm/transparent_hugepage/enabled\n");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.old_tuning_scripts"),
            "/opt/dgx-optimize, /etc/rc.local");
}

TEST(apt_sources, that_are_well_formed_have_no_problems) {
  EXPECT_TRUE(os::source_problems("ubuntu.sources",
                                  "# comment\nTypes: deb\nURIs: http://ports.ubuntu.com/\n"
                                  "Suites: noble noble-updates\nComponents: main\n"
                                  "Signed-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n\n"
                                  "Types: deb\nURIs: http://x.example/\nSuites: stable\n",
                                  "noble")
                  .empty());
  EXPECT_TRUE(os::source_problems("x.list",
                                  "# deb broken\n\ndeb [arch=arm64 signed-by=/k] http://x.example "
                                  "noble main # words\ndeb http://y.example/ ./\n",
                                  "noble")
                  .empty());
}

TEST(apt_sources, name_the_line_that_breaks_them) {
  EXPECT_EQ(os::source_problems("dgx.sources", "Types: deb\nSuites noble\nURIs: http://x.example\n",
                                "noble"),
            (Strings{"line 2: not \"Field: value\"", "line 1: no suites"}));
  EXPECT_EQ(os::source_problems("x.list", "deb http://x.example noble\nfoo\n", "noble"),
            (Strings{"line 1: malformed", "line 2: malformed"}));
  EXPECT_TRUE(os::source_problems("x.sources", "Enabled: no\nTypes: deb\n", "noble").empty());
}

TEST(apt_sources, of_september_2026_point_to_a_path_that_is_gone) {
  const auto problems = os::source_problems(
      "dgx.sources",
      "Types: deb\nURIs: https://repo.download.nvidia.com/baseos/8/ubuntu/noble/arm64/\n"
      "Suites: noble\n",
      "noble");
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_NE(problems[0].find("/baseos/8/"), std::string::npos);
}

TEST(apt_sources, of_another_release_are_remarked_only_for_ubuntus_own_archives) {
  const std::string stanza = "Types: deb\nURIs: http://ports.ubuntu.com/\nSuites: jammy-updates\n";
  EXPECT_EQ(os::source_problems("u.sources", stanza, "noble"),
            Strings{"line 1: suite jammy on a noble system"});
  EXPECT_TRUE(os::source_problems("u.sources", stanza, "").empty());
  EXPECT_TRUE(os::source_problems("u.list", "deb http://x.example jammy main\n", "noble").empty());
}

TEST(apt_sources, whose_key_is_missing_are_found_in_the_whole_topic) {
  FakeHost host = dgx_os();
  host.file("/etc/apt/sources.list.d/dgx.sources",
            "Types: deb\nURIs: https://x.example\nSuites: noble\nSigned-By: /usr/share/k.gpg\n");
  host.file("/etc/apt/sources.list.d/old.sources.disabled", "nonsense");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.apt_sources_problems"),
            "dgx.sources, line 1: its key /usr/share/k.gpg is missing");
  host.file("/usr/share/k.gpg", "x");
  EXPECT_EQ(shown(collected(os_topic(), host), "os.apt_sources_problems"), "none");
}

TEST(assignments, take_quotes_off_and_leave_comments_out) {
  const Assignments lines =
      assignments("# A=1\n; B=2\n[Head]\nC = \"x y\" \nD='q'\nE=\nE=last\nF=\"\n");
  EXPECT_EQ(last_of(lines, "C"), "x y");
  EXPECT_EQ(last_of(lines, "D"), "q");
  EXPECT_EQ(last_of(lines, "E"), "last");
  EXPECT_EQ(last_of(lines, "F"), "\"");
  EXPECT_FALSE(last_of(lines, "A").has_value());
}

}  // namespace
}  // namespace gb10
