#include "guard/unit.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "guard/hands.h"
#include "guard/kernel_lines.h"
#include "host/fake_host.h"

namespace gb10 {
namespace {

using List = std::vector<std::string>;

FakeHost root_host() {
  FakeHost host;
  host.user(0)
      .file("/usr/local/bin/gb10", "", 0755)
      .directory("/var/lib/gb10")
      .directory("/run/systemd/system")
      .directory("/etc/systemd/system");
  for (const char* const path : {"/usr/local/bin/gb10", "/usr/local/bin", "/usr/local", "/usr"})
    host.owned(path, 0);
  host.query_answer({"rmdir", "/var/lib/gb10"}, "");
  for (const List& words :
       {List{"daemon-reload"}, List{"enable", "gb10-guard.service"},
        List{"restart", "gb10-guard.service"}, List{"disable", "--now", "gb10-guard.service"}}) {
    List argv = {"systemctl"};
    argv.insert(argv.end(), words.begin(), words.end());
    host.query_answer(argv, "");
  }
  return host;
}

TEST(Unit, names_the_program_and_quotes_its_options) {
  const std::string unit = guard_unit("/usr/local/bin/gb10", {"--never=a \"b\" 5%"});
  EXPECT_NE(unit.find("ExecStart=\"/usr/local/bin/gb10\" guard run \"--never=a \\\"b\\\" 5%%\"\n"),
            std::string::npos)
      << unit;
  EXPECT_NE(unit.find("OOMScoreAdjust=-1000"), std::string::npos);
}

TEST(Unit, may_write_where_its_ring_is) {
  EXPECT_EQ(guard_unit("/usr/bin/gb10", {"--ring=/var/lib/gb10/other"}).find("ReadWritePaths"),
            std::string::npos);
  EXPECT_NE(guard_unit("/usr/bin/gb10", {"--ring=/data/5% of it/ring"})
                .find("\nReadWritePaths=\"/data/5%% of it\"\n"),
            std::string::npos);
}

TEST(Unit, is_installed_and_uninstalled_without_a_trace) {
  FakeHost host = root_host();
  const auto done = install_guard(host, "/usr/local/bin/gb10", {});
  ASSERT_TRUE(done.ok()) << done.error().what;
  EXPECT_TRUE(host.info(kGuardUnit).ok());
  host.file("/var/lib/gb10/ring", "").file("/var/lib/gb10/decisions.log", "");
  const auto gone = uninstall_guard(host, false);
  ASSERT_TRUE(gone.ok()) << gone.error().what;
  EXPECT_EQ(*gone,
            (List{kGuardUnit, "/var/lib/gb10/ring", "/var/lib/gb10/decisions.log", kGuardState}));
  for (const char* const path : {kGuardUnit, "/var/lib/gb10/ring", "/var/lib/gb10/decisions.log"})
    EXPECT_FALSE(host.info(path).ok()) << path;
  EXPECT_EQ(host.done.back(), "run rmdir /var/lib/gb10");
}

TEST(Unit, finds_its_ring_again_whatever_its_path_is) {
  for (const std::string folder : {"/data/5% of $HOME", "/data/\\ and %%", "/data"}) {
    FakeHost host = root_host();
    host.directory(folder).owned("/data", 0).owned(folder, 0);
    const auto done = install_guard(host, "/usr/local/bin/gb10", {"--ring=" + folder + "/ring"});
    ASSERT_TRUE(done.ok()) << done.error().what;
    host.file(folder + "/ring", "");
    EXPECT_EQ(guard_status(host).ring, folder + "/ring");
    const auto gone = uninstall_guard(host, false);
    ASSERT_TRUE(gone.ok()) << gone.error().what;
    EXPECT_FALSE(host.info(folder + "/ring").ok());
  }
}

TEST(Unit, takes_nothing_away_where_there_is_none) {
  FakeHost host = root_host();
  const auto gone = uninstall_guard(host, false);
  ASSERT_TRUE(gone.ok()) << gone.error().what;
  EXPECT_TRUE(gone->empty());
  EXPECT_TRUE(host.done.empty());
}

TEST(Unit, that_could_not_run_is_refused) {
  FakeHost host = root_host();
  host.directory("/").owned("/", 0).directory("/home/u/r").directory("/tmp");
  host.file("/tmp/gb10", "", 0755).owned("/tmp/gb10", 0).owned("/tmp", 0);
  for (const char* const option : {"--ring=/home/u/r/ring", "--ring=/ring", "--tell=/bin/none"})
    EXPECT_FALSE(check_unit(host, "/usr/local/bin/gb10", {option}).ok()) << option;
  EXPECT_FALSE(check_unit(host, "/tmp/gb10", {}).ok());
  EXPECT_TRUE(check_unit(host, "/usr/local/bin/gb10", {"--ring=/var/lib/gb10/ring"}).ok());
}

TEST(Unit, that_does_not_start_leaves_nothing) {
  FakeHost host = root_host();
  host.query_answer({"systemctl", "restart", "gb10-guard.service"}, Output{1, "", "no"});
  EXPECT_FALSE(install_guard(host, "/usr/local/bin/gb10", {}).ok());
  EXPECT_FALSE(host.info(kGuardUnit).ok());
}

TEST(Unit, of_another_is_left_alone) {
  FakeHost host = root_host();
  host.file(kGuardUnit, "[Unit]\nDescription=mine\n");
  const auto done = install_guard(host, "/usr/local/bin/gb10", {});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().kind, Error::Kind::conflict);
  EXPECT_FALSE(uninstall_guard(host, false).ok());
}

TEST(Unit, runs_no_program_that_others_can_change) {
  FakeHost host = root_host();
  host.owned("/usr/local/bin", 1000);
  EXPECT_FALSE(install_guard(host, "/usr/local/bin/gb10", {}).ok());
  host.user(1000);
  EXPECT_EQ(install_guard(host, "/usr/local/bin/gb10", {}).error().kind, Error::Kind::denied);
}

TEST(Stopping, for_good_names_the_unit_and_never_a_shell) {
  Victim victim;
  victim.kind = Victim::Kind::service;
  victim.unit = "/system.slice/ollama.service";
  EXPECT_EQ(commands_to_stop(victim),
            (std::vector<List>{{"systemctl", "stop", "--no-block", "ollama.service"}}));
  victim.kind = Victim::Kind::container;
  victim.unit = "/system.slice/docker-0123456789abcdef.scope";
  EXPECT_EQ(commands_to_stop(victim),
            (std::vector<List>{{"docker", "update", "--restart=no", "0123456789abcdef"},
                               {"docker", "stop", "0123456789abcdef"}}));
  victim.unit = "/system.slice/docker-x;y.scope";
  EXPECT_TRUE(commands_to_stop(victim).empty());
}

TEST(Signals_to, a_process_that_is_another_now_are_not_sent) {
  EXPECT_FALSE(send_signal({::getpid(), 1}, 0));
}

TEST(Kernel_lines, are_kept_where_they_matter) {
  EXPECT_EQ(kernel_message("6,339,5140900,-;NVRM: Xid 79\n SUBSYSTEM=pci\n").value_or(""),
            "NVRM: Xid 79");
  EXPECT_FALSE(kernel_message("no record").has_value());
  EXPECT_TRUE(is_vital("NVRM: Xid (PCI:000f:01:00): 79"));
  EXPECT_TRUE(is_vital("Out of memory: Killed process 1 (a)"));
  EXPECT_FALSE(is_vital("usb 1-1: new device"));
}

}  // namespace
}  // namespace gb10
