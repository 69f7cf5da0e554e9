#include <algorithm>

#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/python_parts.h"

namespace gb10 {
namespace {

using Names = std::vector<std::string>;

void add_venv(FakeHost& host, const std::string& dir, const std::string& extra = {}) {
  host.file(dir + "/pyvenv.cfg", "home = /usr/bin\nversion_info = 3.12.3.final.0\n" + extra);
  host.directory(dir + "/lib/python3.12/site-packages");
}

Names found(const HostView& host, const Names& named = {}) {
  Names paths;
  for (const auto& environment : python::environments(host, {named}).environments) {
    paths.push_back(environment.path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

FakeHost with_user() {
  FakeHost host;
  host.file("/etc/passwd", "root:x:0:0::/root:/bin/sh\nu:x:1000:1000::/home/u:/bin/sh\n");
  return host;
}

TEST(environments, are_found_in_homes_down_to_three_levels) {
  FakeHost host = with_user();
  for (const char* const dir : {"/root/.venv", "/home/u/a", "/home/u/a2/b/.venv", "/opt/app/venv",
                                "/home/other/x", "/home/u/a2/b/c/.venv"}) {
    add_venv(host, dir);
  }
  Names people{"/home/other/x", "/home/u/a", "/home/u/a2/b/.venv", "/opt/app/venv"};
  EXPECT_EQ(found(host), people);
  people.emplace_back("/root/.venv");
  EXPECT_EQ(found(host.user(0)), people) << "root's own are for root";
}

TEST(environments, hold_the_packages_of_their_own_version_only) {
  FakeHost host = with_user();
  host.file("/usr/bin/python3.12", "").link_at("/usr/bin/python3", "python3.12");
  host.directory("/usr/lib/python3/dist-packages");
  host.directory("/usr/local/lib/python3.10/dist-packages");
  host.directory("/usr/local/lib/python3.12/dist-packages");
  const auto system = python::system_environments(host);
  ASSERT_FALSE(system.empty());
  EXPECT_EQ(system[0].sites,
            (Names{"/usr/local/lib/python3.12/dist-packages", "/usr/lib/python3/dist-packages"}));
}

TEST(environments, beyond_the_budget_of_directories_are_owned_up_to) {
  FakeHost host = with_user();
  for (int i = 0; i < 40; ++i) add_venv(host, "/home/u/p" + std::to_string(i));
  int budget = 10;
  std::vector<std::string> left;
  EXPECT_LT(python::search(host, {"/home/u", 3}, budget, left).size(), 40U);
  EXPECT_EQ(left.size(), 1U);
}

TEST(environments, are_not_looked_for_in_hidden_and_huge_folders) {
  FakeHost host = with_user();
  for (const char* const dir : {"/home/u/.cache/x", "/home/u/node_modules/y",
                                "/home/u/a/snapshots/z", "/home/u/env/lib/venv"}) {
    add_venv(host, dir);
  }
  add_venv(host, "/home/u/env");
  EXPECT_EQ(found(host), (Names{"/home/u/env"}));
}

TEST(environments, of_tools_are_found_where_they_keep_them) {
  FakeHost host = with_user();
  add_venv(host, "/home/u/.local/share/uv/tools/vllm");
  add_venv(host, "/home/u/.virtualenvs/ml");
  host.directory("/home/u/.pyenv/versions/3.12.1/lib/python3.12/site-packages");
  EXPECT_EQ(found(host), (Names{"/home/u/.local/share/uv/tools/vllm",
                                "/home/u/.pyenv/versions/3.12.1", "/home/u/.virtualenvs/ml"}));
}

TEST(environments, of_conda_are_found_with_their_versions) {
  FakeHost host = with_user();
  host.directory("/home/u/miniconda3/conda-meta")
      .directory("/home/u/miniconda3/envs/ml/conda-meta");
  host.file("/home/u/miniconda3/envs/ml/conda-meta/python-3.12.4-h1.json", "{}");
  host.file("/home/u/miniconda3/envs/ml/conda-meta/python-dateutil-2.9-h1.json", "{}");
  host.file("/home/u/.conda/environments.txt", "/data/env\n");
  host.directory("/data/env/conda-meta");
  EXPECT_EQ(found(host), (Names{"/data/env", "/home/u/miniconda3", "/home/u/miniconda3/envs/ml"}));
  const auto ml = python::environment_in(host, "/home/u/miniconda3/envs/ml");
  ASSERT_TRUE(ml.ok());
  EXPECT_EQ(ml->kind, "conda");
  EXPECT_EQ(ml->version, "3.12.4");
  EXPECT_EQ(ml->base, "/home/u/miniconda3/envs/ml");
}

TEST(environments, that_the_caller_uses_are_found_anywhere) {
  FakeHost host = with_user();
  add_venv(host, "/data/deep/down/in/it");
  host.environment("VIRTUAL_ENV", "/data/deep/down/in/it/");
  EXPECT_EQ(found(host), (Names{"/data/deep/down/in/it"}));
}

TEST(environments, of_a_user_without_a_venv_are_found_too) {
  FakeHost host = with_user();
  host.directory("/home/u/.local/lib/python3.12/site-packages");
  const auto all = python::environments(host, {}).environments;
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, "user");
  EXPECT_EQ(all[0].path, "/home/u/.local");
}

TEST(environments, with_the_systems_packages_have_those_behind_their_own) {
  FakeHost host = with_user();
  host.file("/usr/bin/python3.12", "").link_at("/usr/bin/python3", "python3.12");
  host.directory("/usr/lib/python3/dist-packages");
  add_venv(host, "/home/u/v", "include-system-site-packages = true\n");
  const auto environment = python::environment_in(host, "/home/u/v");
  ASSERT_TRUE(environment.ok());
  EXPECT_EQ(environment->sites,
            (Names{"/home/u/v/lib/python3.12/site-packages", "/usr/lib/python3/dist-packages"}));
  EXPECT_EQ(environment->version, "3.12.3");
  EXPECT_EQ(environment->base, "/usr");
}

TEST(environments, hold_the_packages_of_folders_that_pth_files_name) {
  FakeHost host = with_user();
  add_venv(host, "/home/u/v");
  const std::string site = "/home/u/v/lib/python3.12/site-packages";
  host.directory("/opt/base/site-packages/torch-2.11.0.dist-info");
  host.directory("/home/u/v/lib/beside/old-1.egg-info");
  host.directory("/home/u/code");
  host.file(site + "/base.pth",
            "# a comment\nimport sys; sys.path.append('/opt/else')\n/opt/base/site-packages\n"
            "/nowhere\n/home/u/code\n");
  host.file(site + "/other.pth", "../../beside\n/opt/base/site-packages\n");
  const auto environment = python::environment_in(host, "/home/u/v");
  ASSERT_TRUE(environment.ok());
  EXPECT_EQ(environment->sites, (Names{site, "/opt/base/site-packages", "/home/u/v/lib/beside"}));
}

TEST(interpreters, are_those_of_the_system_whatever_python3_leads_to) {
  FakeHost host;
  host.file("/usr/bin/python3.12", "")
      .file("/usr/bin/python3.11", "")
      .file("/usr/bin/python3-config", "");
  host.link_at("/usr/bin/python3", "python3.12").file("/usr/local/bin/python3.13", "");
  EXPECT_EQ(*python::interpreters(host),
            (Names{"/usr/bin/python3.11", "/usr/bin/python3.12", "/usr/local/bin/python3.13"}));
}

TEST(search, tells_where_it_was_not_let_in) {
  FakeHost host = with_user();
  host.directory("/home/u").fail("/home/u", {Error::Kind::denied, "permission denied"});
  EXPECT_EQ(python::environments(host, {}).not_searched, (Names{"/home/u: denied"}));
}

TEST(search, ends_after_a_bounded_number_of_directories_and_says_so) {
  FakeHost host = with_user();
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 60; ++j) {
      host.directory("/home/u/a" + std::to_string(i) + "/b" + std::to_string(j));
    }
  }
  add_venv(host, "/home/u/z");
  const auto all = python::environments(host, {});
  EXPECT_EQ(all.environments.size(), 1U);
  EXPECT_EQ(all.not_searched, (Names{"/home/u: more than 3000 directories"}));
}

}  // namespace
}  // namespace gb10
