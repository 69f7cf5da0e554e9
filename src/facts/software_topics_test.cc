#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

/// The topics of drivers, toolkits and packages.
std::vector<Topic> software_topics() {
  return {gpu_topic(), cuda_topic(), python_topic(), environment_topic()};
}

const FactSpec* spec_for(const Topic& topic, std::string_view key) {
  for (const FactSpec& spec : topic.specs) {
    if (fits(spec.pattern, key)) return &spec;
  }
  return nullptr;
}

Type type_of(const Value& value) {
  constexpr Type kTypes[] = {Type::boolean,  Type::integer, Type::number, Type::text,
                             Type::quantity, Type::version, Type::list};
  return kTypes[value.index()];
}

void expect_as_specified(const Topic& topic, const Facts& facts) {
  for (const auto& [key, fact] : facts.all()) {
    const FactSpec* const spec = spec_for(topic, key);
    ASSERT_NE(spec, nullptr) << key << " has no spec";
    EXPECT_FALSE(fact.source.empty()) << key;
    if (fact.value.ok()) {
      EXPECT_EQ(type_of(*fact.value), spec->type) << key;
    } else {
      EXPECT_FALSE(fact.value.error().what.empty()) << key;
      EXPECT_NE(fact.value.error().kind, Error::Kind::invalid) << key;
    }
  }
}

TEST(software_topics, on_an_empty_machine_set_every_fact_or_its_reason) {
  for (const Topic& topic : software_topics()) {
    const Facts facts = fixture::collected(topic, FakeHost());
    for (const FactSpec& spec : topic.specs) {
      if (std::string_view(spec.pattern).find('[') != std::string_view::npos) continue;
      EXPECT_NE(facts.find(spec.pattern), nullptr) << spec.pattern;
    }
    expect_as_specified(topic, facts);
  }
}

constexpr const char* kFiles[] = {
    "/proc/driver/nvidia/version",
    "/sys/module/nvidia/version",
    "/lib/firmware/nvidia/580.142",
    "/etc/ld.so.conf",
    "/etc/passwd",
    "/etc/environment",
    "/etc/profile.d/cuda.sh",
    "/usr/lib/aarch64-linux-gnu/libcudart.so.12",
    "/usr/lib/aarch64-linux-gnu/libcudnn.so.9.13.0",
    "/usr/local/cuda/version.json",
    "/usr/local/cuda/bin/nvcc",
    "/usr/local/cuda/bin/ptxas",
    "/var/lib/dpkg/status",
    "/home/u/.venv/pyvenv.cfg",
    "/home/u/.conda/environments.txt",
    "/home/u/.venv/lib/python3.12/site-packages/torch-2.11.0.dist-info/RECORD",
    "/home/u/.venv/lib/python3.12/site-packages/torch-2.11.0.dist-info/METADATA",
    "/home/u/.venv/lib/python3.12/site-packages/nothing.dist-info/METADATA",
    "/home/u/.venv/lib/python3.12/site-packages/torch/version.py",
    "/home/u/.venv/lib/python3.12/site-packages/triton-3.5.0.dist-info/METADATA",
    "/home/u/.venv/lib/python3.12/site-packages/triton/backends/nvidia/bin/ptxas",
    "/proc/4711/stat",
    "/proc/4711/cmdline",
};

/// Nothing is assumed of a file's content: each of these stands in every file at once.
TEST(software_topics, survive_nonsense_in_every_file) {
  const std::string kNonsense[] = {"",
                                   "\n\n\n",
                                   std::string(300, '\xff'),
                                   std::string("\0\0\0=\0:\0", 7),
                                   ":::::::\n=,=\n[[]]",
                                   "include /etc/ld.so.conf\n/\n",
                                   "{\"cuda\":7,\"cuda_nvcc\":[1]}",
                                   "a,b,c\n../../x.so,,\n.so,"};
  FakeGpu gpu;
  gpu.gpu_processes = std::vector<GpuProcess>{{0, 4711, std::nullopt, "compute"}};
  for (const std::string& content : kNonsense) {
    FakeHost host;
    for (const char* const path : kFiles) host.file(path, content);
    host.query_answer({"modinfo", "-F", "version", "nvidia"}, content);
    host.query_answer({"uname", "-m"}, content);
    host.environment("PATH", content).environment("LD_LIBRARY_PATH", content);
    for (const Topic& topic : software_topics()) {
      expect_as_specified(topic, fixture::collected(topic, host, gpu));
    }
  }
}

}  // namespace
}  // namespace gb10
