#include "launch/facts.h"

#include <gtest/gtest.h>

#include "elf/fake_elf.h"
#include "host/fake_host.h"
#include "model/fact.h"

namespace gb10 {
namespace {

FakeHost machine() {
  FakeHost host;
  host.environment("HOME", "/home/u").environment("HF_TOKEN", "secret");
  host.environment("CUDA_CACHE_DISABLE", "1").environment("MINE", "x");
  host.file("/proc/meminfo", "MemTotal: 100 kB\nMemAvailable: 64 kB\n");
  host.file("/sys/devices/system/cpu/online", "0-3,6,8-9\n");
  const std::string site = "/v/lib/python3.12/site-packages";
  host.file("/v/pyvenv.cfg", "home = /usr/bin\nversion = 3.12.3\n");
  host.file(site + "/torch-2.9.1+cu130.dist-info/METADATA", "");
  return host;
}

std::string shown(const Facts& facts, std::string_view key) {
  const Fact* const fact = facts.find(key);
  if (!fact) return "none";
  return fact->value.ok() ? to_text(*fact->value) : fact->value.error().what;
}

Facts facts_of(const FakeHost& host, std::string_view profile) {
  return launch_facts(host, *python::environment_in(host, "/v"), profile, {"MINE"});
}

TEST(LaunchFacts, are_of_one_environment_and_of_known_variables) {
  const FakeHost host = machine();
  const Facts facts = facts_of(host, "train");
  EXPECT_EQ(shown(facts, "python[/v].torch"), "2.9.1+cu130");
  EXPECT_EQ(shown(facts, "env[CUDA_CACHE_DISABLE].value"), "1");
  EXPECT_EQ(shown(facts, "env[MINE].value"), "x") << "a fix judges it";
  EXPECT_EQ(shown(facts, "env[HF_TOKEN].value"), "none");
  EXPECT_EQ(shown(facts, "launch.cache"), "/home/u/.cache");
  EXPECT_EQ(shown(facts, "launch.cores"), "none") << "not asked for";
  EXPECT_TRUE(host.asked.empty()) << "a program was started";
}

TEST(LaunchFacts, of_a_build_count_cores_and_memory) {
  const Facts facts = facts_of(machine(), "build");
  EXPECT_EQ(shown(facts, "launch.cores"), "7");
  EXPECT_EQ(shown(facts, "launch.memory_available"), "64 KiB");
  EXPECT_EQ(shown(facts, "launch.nvcc"), "no CUDA toolkit with an nvcc was found");
}

std::string compiler(const std::string& version) {
  return bytes_of({.rodata = "Cuda compilation tools, release " + version.substr(0, 4) + ", V" +
                             version + "\n"});
}

TEST(LaunchFacts, name_a_ptxas_that_knows_the_gpu) {
  FakeHost host = machine();
  const std::string site = "/v/lib/python3.12/site-packages";
  host.file(site + "/triton-3.5.1.dist-info/METADATA", "");
  EXPECT_EQ(shown(facts_of(host, "train"), "launch.ptxas"),
            "no CUDA toolkit here has a ptxas of 12.9 or later");
  host.file(site + "/nvidia/cu13/bin/ptxas", compiler("13.0.48"));
  EXPECT_EQ(shown(facts_of(host, "train"), "launch.ptxas"), site + "/nvidia/cu13/bin/ptxas");
  host.file("/usr/local/cuda-12.8/bin/ptxas", compiler("12.8.93"));
  EXPECT_EQ(shown(facts_of(host, "train"), "launch.ptxas_version"), "13.0.48") << "12.8 does not";
  host.file("/usr/local/cuda-13.1/bin/ptxas", compiler("13.1.80"));
  EXPECT_EQ(shown(facts_of(host, "train"), "launch.ptxas"), "/usr/local/cuda-13.1/bin/ptxas");
  host.file("/usr/local/cuda-12.9/bin/ptxas", compiler("12.9.86"));
  host.link_at("/usr/local/cuda", "cuda-12.9");
  EXPECT_EQ(shown(facts_of(host, "train"), "launch.ptxas"), "/usr/local/cuda/bin/ptxas")
      << "the default before a newer one";
  host.file(site + "/triton-3.5.1.dist-info/METADATA", "")
      .file(site + "/triton/backends/nvidia/bin/ptxas-blackwell", compiler("12.9.86"));
  EXPECT_EQ(shown(facts_of(host, "train"), "launch.ptxas"), "none") << "no toolkit is looked at";
}

TEST(LaunchFacts, that_make_no_sense_are_not_known) {
  FakeHost host = machine();
  host.file("/proc/meminfo", "words").file("/sys/devices/system/cpu/online", "3-1");
  const Facts facts = facts_of(host, "build");
  EXPECT_EQ(shown(facts, "launch.memory_available"), "/proc/meminfo names no MemAvailable");
  EXPECT_EQ(shown(facts, "launch.cores"), "it is no list of CPUs");
  EXPECT_EQ(shown(facts, "identity.gb10"),
            "neither the PCI bus nor the DMI tables tell whether this is a GB10");
}

TEST(LaunchFacts, have_a_spec_each) {
  FakeHost host = machine();
  const Facts facts = facts_of(host, "build");
  for (const auto& [key, fact] : facts.all()) EXPECT_NE(launch_spec(key), nullptr) << key;
}

}  // namespace
}  // namespace gb10
