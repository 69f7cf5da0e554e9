#include "launch/isolation.h"

#include <gtest/gtest.h>

#include "host/fake_host.h"

namespace gb10 {

namespace {

std::string isolated(const std::vector<std::string>& command, const HostView& host = FakeHost()) {
  return isolation(host, command, {{"PATH", "rel:/usr/bin:/v/bin"}}).value_or("");
}

}  // namespace

TEST(Isolation, is_found_among_the_options_of_python) {
  EXPECT_EQ(isolated({"python3", "-I", "x.py"}), "python3 -I");
  EXPECT_EQ(isolated({"/usr/bin/python3.12", "-u", "-sE", "x.py"}), "python3.12 -sE");
  EXPECT_EQ(isolated({"python", "-W", "ignore", "-X", "dev", "-S"}), "python -S");
  EXPECT_EQ(isolated({"python", "--check-hash-based-pycs", "default", "-S"}), "python -S");
  EXPECT_EQ(isolated({"python3.13t", "-bIc", "pass"}), "python3.13t -bIc");
}

TEST(Isolation, is_not_taken_for_options_of_the_script) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"python3"},
                                             {"python3", "x.py", "-I"},
                                             {"python3", "-m", "m", "-E"},
                                             {"python3", "-c", "-S", "-S"},
                                             {"python3", "-WI", "x.py"},
                                             {"python3", "-XE"},
                                             {"python3", "-", "-I"},
                                             {"python3", "-cI"},
                                             {"python-config", "-I"},
                                             {"ls", "-I"},
                                             {"env"},
                                             {"env", "-u"},
                                             {"env", "X=1"},
                                             {""},
                                             {}})
    EXPECT_EQ(isolated(command), "") << (command.empty() ? "" : command.back());
}

TEST(Isolation, is_found_behind_env_and_in_the_first_line_of_a_script) {
  EXPECT_EQ(isolated({"env", "-u", "X", "A=1", "python3", "-I"}), "python3 -I");
  FakeHost host;
  host.file("/v/bin/torchrun", "#!/v/bin/python3 -E\nimport sys\n");
  host.file("/v/bin/tool", "#!/usr/bin/env -S python3 -s -S\n");
  host.file("/v/bin/plain", "#!/v/bin/python3\n# -I\n");
  host.file("/v/bin/odd", "#!");
  EXPECT_EQ(isolated({"torchrun", "--nproc-per-node=2"}, host), "python3 -E");
  EXPECT_EQ(isolated({"/v/bin/tool"}, host), "python3 -S");
  EXPECT_EQ(isolated({"plain", "-I"}, host), "");
  EXPECT_EQ(isolated({"odd"}, host), "");
  EXPECT_EQ(isolated({"./tool"}, host), "");
}

}  // namespace gb10
