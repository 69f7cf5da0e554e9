#include "launch/environment.h"

#include <gtest/gtest.h>

#include "host/fake_host.h"
#include "launch/program.h"

namespace gb10 {
namespace {

FakeHost machine() {
  FakeHost host;
  host.environment("PATH", "/usr/bin:/bin").environment("HOME", "/home/u");
  host.file("/usr/bin/python3.12", "").link_at("/usr/bin/python3", "python3.12");
  host.directory("/usr/lib/python3/dist-packages");
  host.file("/usr/bin/env", "").file("/bin/sh", "");
  return host;
}

void add_venv(FakeHost& host, const std::string& path) {
  host.file(path + "/pyvenv.cfg", "home = /usr/bin\nversion = 3.12.3\n");
  host.directory(path + "/lib/python3.12/site-packages");
  host.link_at(path + "/bin/python3", "/usr/bin/python3");
  host.link_at(path + "/bin/python", "python3");
  host.file(path + "/bin/torchrun", "#!" + path + "/bin/python3\nimport sys\n");
}

std::string of(const FakeHost& host, const std::vector<std::string>& command,
               const std::string& folder = "/home/u") {
  const LaunchEnvironment found = environment_of_command(host, command, folder);
  return found.python ? found.python->path : "none";
}

TEST(EnvironmentOfCommand, is_that_of_its_interpreter) {
  FakeHost host = machine();
  add_venv(host, "/v");
  EXPECT_EQ(of(host, {"/v/bin/python", "x.py"}), "/v");
  EXPECT_EQ(of(host, {"/v/bin/torchrun", "x.py"}), "/v");
  EXPECT_EQ(of(host, {"../../v/bin/torchrun"}), "/v");
  EXPECT_EQ(of(host, {"python3", "x.py"}), "/usr");
  host.environment("PATH", "/v/bin:/usr/bin");
  EXPECT_EQ(of(host, {"torchrun"}), "/v");
  host.file("/s/run.py", "#!/usr/bin/env -S python3 -u\n");
  EXPECT_EQ(of(host, {"/s/run.py"}), "/v");
}

TEST(EnvironmentOfCommand, looks_through_what_only_starts_others) {
  FakeHost host = machine();
  add_venv(host, "/v");
  EXPECT_EQ(of(host, {"env", "-u", "X", "A=1", "nohup", "nice", "-n", "5", "/v/bin/python"}), "/v");
  EXPECT_EQ(of(host, {"timeout", "-k", "3", "60", "taskset", "-c", "0x1", "/v/bin/python"}), "/v");
  EXPECT_EQ(of(host, {"timeout", "60", "/v/bin/python"}), "/v");
}

TEST(EnvironmentOfCommand, reads_the_two_lines_that_stand_for_a_long_path) {
  FakeHost host = machine();
  add_venv(host, "/v");
  host.file("/v/bin/accelerate", "#!/bin/sh\n'''exec' \"/v/bin/python3\" \"$0\" \"$@\"\n' '''\n");
  EXPECT_EQ(of(host, {"/v/bin/accelerate", "launch"}), "/v");
  host.file("/v/bin/other", "#!/bin/sh\n'''exec' /v/bin/python3 \"$0\" \"$@\"\n' '''\n");
  EXPECT_EQ(of(host, {"/v/bin/other"}), "/v");
}

TEST(EnvironmentOfCommand, of_uv_is_that_of_the_project) {
  FakeHost host = machine();
  add_venv(host, "/v");
  add_venv(host, "/home/u/p/.venv");
  host.file("/home/u/p/pyproject.toml", "").directory("/home/u/p/src").file("/usr/bin/uv", "");
  host.environment("VIRTUAL_ENV", "/v");
  EXPECT_EQ(of(host, {"uv", "run", "x.py"}, "/home/u/p/src"), "/home/u/p/.venv");
  EXPECT_EQ(of(host, {"uv", "run", "--active", "x.py"}, "/home/u/p"), "/v");
  EXPECT_EQ(of(host, {"uv", "run", "x.py"}, "/tmp"), "/v");
  EXPECT_EQ(of(host, {"uv", "run", "--project", "p", "x.py"}), "/home/u/p/.venv");
  EXPECT_EQ(of(host, {"uv", "run", "--directory=/home/u/p/src", "x.py"}), "/home/u/p/.venv");
  EXPECT_EQ(of(host, {"uv", "run", "--", "x.py", "--project", "/home/u/p"}), "/v");
  EXPECT_EQ(of(host, {"uv", "run", "--with", "rich", "x.py", "--directory", "/home/u/p"}), "/v")
      << "an option of the script";
  EXPECT_EQ(of(host, {"uv", "run", "x.py", "--active"}, "/home/u/p"), "/home/u/p/.venv");
  const auto found =
      environment_of_command(host, std::vector<std::string>{"uv", "run", "x"}, "/home/u/p");
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_EQ(found.warnings[0], "VIRTUAL_ENV is /v, but this is of /home/u/p/.venv (the project)");
}

TEST(EnvironmentOfCommand, of_conda_is_the_one_that_it_is_told) {
  FakeHost host = machine();
  host.directory("/c/conda-meta").directory("/c/lib/python3.12/site-packages");
  host.file("/usr/bin/conda", "");
  EXPECT_EQ(of(host, {"conda", "run", "-p", "/c", "python", "x.py", "-p", "8000"}), "/c");
  EXPECT_EQ(of(host, {"conda", "run", "--prefix=../../c", "x"}), "/c");
  const std::vector<std::string> named = {"conda", "run", "--name=own", "x.py", "-n", "5"};
  const auto found = environment_of_command(host, named, "/");
  ASSERT_EQ(found.warnings.size(), 1U) << "-n 5 is the script's";
  EXPECT_NE(found.warnings[0].find("where conda keeps own"), std::string::npos);
}

TEST(EnvironmentOfCommand, is_that_of_the_shell_where_no_python_is_seen) {
  FakeHost host = machine();
  add_venv(host, "/v");
  host.file("/home/u/train.sh", "#!/bin/sh\npython x.py\n");
  EXPECT_EQ(of(host, {"./train.sh"}), "/usr");
  host.environment("VIRTUAL_ENV", "/v");
  EXPECT_EQ(of(host, {"./train.sh"}), "/v");
  EXPECT_EQ(of(host, {"nothing-of-that-name"}), "/v");
  const auto missing = environment_of_command(host, std::vector<std::string>{"nothing"}, "/");
  ASSERT_EQ(missing.warnings.size(), 1U);
  EXPECT_NE(missing.warnings[0].find("not found"), std::string::npos);
}

TEST(EnvironmentOfCommand, behind_a_shim_of_pyenv_is_that_of_the_version_in_force) {
  FakeHost host = machine();
  host.file("/p/shims/python3", "#!/usr/bin/env bash\n").file("/p/version", "3.11.4\n");
  host.file("/p/versions/3.11.4/bin/python3", "").file("/p/versions/3.12.1/bin/python3", "");
  host.directory("/p/versions/3.11.4/lib/python3.11/site-packages");
  host.directory("/p/versions/3.12.1/lib/python3.12/site-packages");
  host.environment("PATH", "/p/shims:/usr/bin");
  EXPECT_EQ(of(host, {"python3"}), "/p/versions/3.11.4");
  host.file("/home/u/a/.python-version", "3.12.1\n").directory("/home/u/a/b");
  EXPECT_EQ(of(host, {"python3"}, "/home/u/a/b"), "/p/versions/3.12.1");
  host.environment("PYENV_VERSION", "system");
  EXPECT_EQ(of(host, {"python3"}, "/home/u/a/b"), "/usr");
}

TEST(EnvironmentOfCommand, says_what_it_cannot_see_into) {
  FakeHost host = machine();
  host.file("/usr/bin/docker", "");
  const auto found =
      environment_of_command(host, std::vector<std::string>{"docker", "run", "x"}, "/");
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_NE(found.warnings[0].find("--env-file"), std::string::npos);
  host.file("/usr/bin/poetry", "#!/usr/bin/python3\n");
  const auto other =
      environment_of_command(host, std::vector<std::string>{"poetry", "run", "x"}, "/");
  EXPECT_EQ(
      other.warnings.at(0),
      "where poetry keeps its environment is not looked up: start its bin/python by its path");
}

TEST(EnvironmentOfShell, is_the_one_that_is_active) {
  FakeHost host = machine();
  add_venv(host, "/v");
  EXPECT_EQ(environment_of_shell(host, "", "/")->python->path, "/usr");
  host.environment("VIRTUAL_ENV", "/v");
  EXPECT_EQ(environment_of_shell(host, "", "/")->chosen_by, "VIRTUAL_ENV");
  EXPECT_EQ(environment_of_shell(host, "/usr", "/")->python->path, "/usr");
  EXPECT_FALSE(environment_of_shell(host, "/home", "/").ok());
}

TEST(EnvironmentOfShell, names_what_is_mixed) {
  FakeHost host = machine();
  add_venv(host, "/v");
  host.directory("/c/conda-meta").file("/c/bin/python3", "");
  host.environment("VIRTUAL_ENV", "/v").environment("CONDA_PREFIX", "/c");
  host.environment("PYTHONHOME", "/old");
  host.directory("/extra/torch-2.0.dist-info").environment("PYTHONPATH", "/extra:relative");
  const auto found = environment_of_shell(host, "", "/");
  ASSERT_EQ(found->warnings.size(), 3U);
  EXPECT_EQ(found->warnings[0], "CONDA_PREFIX is /c, but this is of /v (VIRTUAL_ENV)");
  EXPECT_NE(found->warnings[1].find("PYTHONHOME"), std::string::npos);
  EXPECT_NE(found->warnings[2].find("/extra"), std::string::npos);
  EXPECT_EQ(found->python->sites.front(), "/extra");
}

TEST(EnvironmentOfShell, says_that_an_interpreter_leads_nowhere) {
  FakeHost host = machine();
  host.file("/v/pyvenv.cfg", "home = /usr/bin\n").link_at("/v/bin/python3", "/usr/bin/python3.11");
  const auto found = environment_of_shell(host, "/v", "/");
  ASSERT_EQ(found->warnings.size(), 1U);
  EXPECT_NE(found->warnings[0].find("leads to /usr/bin/python3.11, which is not there"),
            std::string::npos);
}

TEST(EnvironmentOfShell, does_not_take_an_interpreter_for_lost_that_it_may_not_see) {
  FakeHost host = machine();
  host.file("/v/pyvenv.cfg", "home = /usr/bin\n").link_at("/v/bin/python3", "/root/python3.11");
  host.fail("/v/bin/python3", {Error::Kind::denied, "permission denied"});
  const auto found = environment_of_shell(host, "/v", "/");
  ASSERT_EQ(found->warnings.size(), 1U);
  EXPECT_EQ(found->warnings[0], "/v/bin/python3 cannot be looked at: permission denied");
}

TEST(EnvironmentOfShell, says_that_a_folder_may_not_be_read) {
  FakeHost host = machine();
  host.environment("VIRTUAL_ENV", "/v").fail("/v/pyvenv.cfg", {Error::Kind::denied, "denied"});
  const auto found = environment_of_shell(host, "", "/");
  EXPECT_EQ(found->warnings.at(0), "VIRTUAL_ENV is /v, and that cannot be read: denied");
}

TEST(EnvironmentOfShell, says_that_a_folder_is_gone) {
  FakeHost host = machine();
  host.environment("VIRTUAL_ENV", "/gone");
  const auto found = environment_of_shell(host, "", "/");
  EXPECT_EQ(found->python->path, "/usr");
  EXPECT_EQ(found->warnings.at(0), "VIRTUAL_ENV is /gone, which is no Python environment");
}

}  // namespace
}  // namespace gb10
