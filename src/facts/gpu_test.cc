#include <algorithm>

#include <gtest/gtest.h>

#include "facts/gb10_fixture.h"
#include "facts/gpu_parts.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using fixture::shown;

constexpr const char* kOpen580 =
    "NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  580.142  Release Build  (build@host)"
    "\nGCC version:  gcc version 13.3.0 (Ubuntu 13.3.0-6ubuntu2~24.04.1)\n";

GpuDriver driver_580() {
  return {.driver_version = std::string("580.142"),
          .nvml_version = std::string("580.142"),
          .cuda_version = std::int64_t{13000},
          .cu_init = std::int64_t{0}};
}

FakeGpu healthy() {
  GpuInfo info;
  info.fields.set("name", std::string("NVIDIA GB10"), "NVML");
  info.fields.unknown("memory.total", {Error::Kind::unsupported, "Not Supported"}, "NVML");
  FakeGpu gpu;
  gpu.gpus = std::vector<GpuInfo>{info};
  gpu.driver_answer = driver_580();
  gpu.gpu_processes = std::vector<GpuProcess>{};
  return gpu;
}

FakeHost installed() {
  FakeHost host;
  host.file("/proc/driver/nvidia/version", kOpen580);
  host.file("/sys/module/nvidia/version", "580.142\n");
  host.file("/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.580.142", "");
  host.link_at("/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.1", "libnvidia-ml.so.580.142");
  host.file("/lib/firmware/nvidia/580.142/gsp_ga10x.bin", "");
  host.file("/lib/firmware/nvidia/gb202/gsp.bin", "");
  host.file("/dev/nvidia0", "").file("/dev/nvidiactl", "").file("/dev/null", "");
  host.query_answer({"modinfo", "-F", "version", "nvidia"}, "580.142\n");
  return host;
}

Facts collected(const HostView& host, const GpuView& gpu) {
  return fixture::collected(gpu_topic(), host, gpu);
}

TEST(gpu, tells_that_all_parts_of_the_driver_agree) {
  const Facts facts = collected(installed(), healthy());
  for (const char* const key :
       {"gpu.driver", "gpu.nvml", "gpu.kernel_module", "gpu.userland", "gpu.module_on_disk"}) {
    EXPECT_EQ(shown(facts, key), "580.142") << key;
  }
  EXPECT_EQ(shown(facts, "gpu.module_flavour"), "open");
  EXPECT_EQ(shown(facts, "gpu.module_loaded"), "yes");
  EXPECT_EQ(shown(facts, "gpu.gsp_firmware"), "580.142");
  EXPECT_EQ(shown(facts, "gpu.device_nodes"), "/dev/nvidia0, /dev/nvidiactl");
  EXPECT_EQ(shown(facts, "gpu.cuda_driver"), "13.0");
  EXPECT_EQ(shown(facts, "gpu.cu_init"), "0");
  EXPECT_EQ(shown(facts, "gpu.answers"), "yes");
}

TEST(gpu, copies_what_the_driver_says_of_each_gpu) {
  const Facts facts = collected(installed(), healthy());
  EXPECT_EQ(shown(facts, "gpu.count"), "1");
  EXPECT_EQ(shown(facts, "gpu[0].name"), "NVIDIA GB10");
  EXPECT_EQ(shown(facts, "gpu[0].memory.total"), "unknown unsupported");
}

TEST(gpu, has_a_spec_for_every_field_of_the_driver) {
  const Topic topic = gpu_topic();
  for (const FactSpec& field : gpu_fields()) {
    const std::string key = std::string("gpu[0].") + field.pattern;
    const bool known = std::any_of(topic.specs.begin(), topic.specs.end(),
                                   [&](const FactSpec& spec) { return fits(spec.pattern, key); });
    EXPECT_TRUE(known) << key;
  }
}

TEST(gpu, without_a_library_is_not_known_and_no_failure) {
  const Facts facts = collected(FakeHost(), FakeGpu());
  EXPECT_EQ(shown(facts, "gpu.answers"), "unknown unsupported");
  EXPECT_EQ(shown(facts, "gpu.count"), "unknown unsupported");
  EXPECT_EQ(shown(facts, "gpu.module_loaded"), "no");
  EXPECT_EQ(shown(facts, "gpu.userland"), "unknown not_found");
}

/// Counts how often it is asked.
class HangingGpu : public FakeGpu {
 public:
  mutable int asked = 0;
  static Error late() { return {Error::Kind::timeout, "the driver did not answer in 5 s"}; }
  Result<GpuDriver> driver() const override { return ++asked, late(); }
  Result<std::vector<GpuInfo>> list() const override { return ++asked, late(); }
  Result<std::vector<GpuProcess>> processes() const override { return ++asked, late(); }
};

TEST(gpu, is_listed_before_its_driver_wakes_it) {
  class Waking : public FakeGpu {
   public:
    mutable std::string order;
    Result<GpuDriver> driver() const override { return order += "driver ", FakeGpu::driver(); }
    Result<std::vector<GpuInfo>> list() const override { return order += "list ", FakeGpu::list(); }
  };
  const Waking gpu;
  static_cast<void>(collected(installed(), gpu));
  EXPECT_EQ(gpu.order, "list driver ");
}

TEST(gpu, whose_asking_process_died_is_not_known_to_answer) {
  class Deadly : public FakeGpu {
   public:
    Result<GpuDriver> driver() const override {
      return Error{Error::Kind::unfinished, "it has ended"};
    }
  };
  EXPECT_EQ(shown(collected(installed(), Deadly()), "gpu.answers"), "unknown unfinished");
}

TEST(gpu, that_hangs_does_not_answer_and_is_asked_once) {
  const HangingGpu gpu;
  const Facts facts = collected(installed(), gpu);
  EXPECT_EQ(gpu.asked, 1);
  EXPECT_EQ(shown(facts, "gpu.answers"), "no");
  for (const char* const key :
       {"gpu.count", "gpu.driver", "gpu.nvml", "gpu.cuda_driver", "gpu.cu_init", "gpu.processes"}) {
    EXPECT_EQ(shown(facts, key), "unknown timeout") << key;
  }
  EXPECT_EQ(shown(facts, "gpu.kernel_module"), "580.142");
}

TEST(gpu, whose_compute_engine_hangs_does_not_answer) {
  FakeGpu gpu = healthy();
  GpuDriver driver = driver_580();
  driver.cu_init = HangingGpu::late();
  gpu.driver_answer = driver;
  const Facts facts = collected(installed(), gpu);
  EXPECT_EQ(shown(facts, "gpu.answers"), "no");
  EXPECT_EQ(shown(facts, "gpu.count"), "1");
}

TEST(gpu, that_refuses_answers) {
  FakeGpu gpu = healthy();
  const Error mismatch{Error::Kind::failed, "Driver/library version mismatch"};
  gpu.driver_answer = mismatch;
  gpu.gpus = mismatch;
  const Facts facts = collected(installed(), gpu);
  EXPECT_EQ(shown(facts, "gpu.answers"), "yes");
  EXPECT_EQ(shown(facts, "gpu.driver"), "unknown failed");
}

TEST(loaded_module, is_understood_in_all_its_forms) {
  using gpu_parts::loaded_module;
  EXPECT_EQ(loaded_module(kOpen580)->version, "580.142");
  EXPECT_EQ(loaded_module(kOpen580)->flavour, "open");
  const auto closed =
      loaded_module("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.54.03  Tue Jun  6\n");
  EXPECT_EQ(closed->version, "535.54.03");
  EXPECT_EQ(closed->flavour, "proprietary");
  const auto newer = loaded_module(
      "NVIDIA UNIX Open Kernel Module for aarch64\n"
      "KMD Version : 610.57.04  Release Build\nGCC version: 13.3.0\n");
  EXPECT_EQ(newer->version, "610.57.04");
  EXPECT_EQ(newer->flavour, "open");
  EXPECT_FALSE(loaded_module("GCC version: gcc 13.3.0\n"));
  EXPECT_FALSE(loaded_module("NVRM version: NVIDIA UNIX x86_64\n"));
}

TEST(userland, is_where_the_loaders_link_leads) {
  FakeHost host = installed();
  host.file("/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.610.57.04", "");
  EXPECT_EQ(shown(collected(host, healthy()), "gpu.userland"), "580.142");
}

TEST(userland, without_a_link_is_the_newest) {
  FakeHost host;
  host.file("/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.580.95.05", "");
  host.file("/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.580.142", "");
  EXPECT_EQ(shown(collected(host, healthy()), "gpu.userland"), "580.142");
}

void add_process(FakeHost& host, int pid, const std::string& name, int parent,
                 const std::string& cmdline) {
  const std::string dir = "/proc/" + std::to_string(pid);
  host.file(dir + "/stat",
            std::to_string(pid) + " (" + name + ") S " + std::to_string(parent) + " 0");
  host.file(dir + "/cmdline", cmdline);
}

FakeGpu holding(std::vector<GpuProcess> processes) {
  FakeGpu gpu = healthy();
  gpu.gpu_processes = std::move(processes);
  return gpu;
}

TEST(gpu_process, whose_server_is_gone_is_an_orphan) {
  FakeHost host = installed();
  add_process(host, 4711, "VLLM::EngineCore", 900, "VLLM::EngineCore");
  add_process(host, 900, "systemd", 1, "/lib/systemd/systemd --user");
  const Facts facts = collected(host, holding({{0, 4711, 36077305856U, "compute"}}));
  EXPECT_EQ(shown(facts, "gpu.processes"), "1");
  EXPECT_EQ(shown(facts, "gpu_process[4711].memory"), "33.6 GiB");
  EXPECT_EQ(shown(facts, "gpu_process[4711].name"), "VLLM::EngineCore");
  EXPECT_EQ(shown(facts, "gpu_process[4711].engine"), "vllm");
  EXPECT_EQ(shown(facts, "gpu_process[4711].parent"), "900");
  EXPECT_EQ(shown(facts, "gpu_process[4711].orphan"), "yes");
}

TEST(gpu_process, with_a_server_or_without_need_of_one_is_no_orphan) {
  FakeHost host = installed();
  add_process(host, 10, "VLLM::EngineCore", 9, "VLLM::EngineCore");
  add_process(host, 9, "vllm", 1, std::string("python3\0/v/bin/vllm\0serve\0", 26));
  add_process(host, 20, "llama-server", 1, "llama-server");
  const Facts facts = collected(host, holding({{0, 10, 1, "compute"}, {0, 20, 1, "compute"}}));
  EXPECT_EQ(shown(facts, "gpu_process[10].orphan"), "no");
  EXPECT_EQ(shown(facts, "gpu_process[20].orphan"), "no");
  EXPECT_EQ(shown(facts, "gpu_process[20].engine"), "llama.cpp");
}

TEST(gpu_process, shows_a_command_without_what_may_be_private) {
  FakeHost host = installed();
  const std::string line(
      "python3\0-m\0vllm.entrypoints.openai.api_server\0--api-key\0secret\0"
      "--max-num-seqs\0"
      "8\0",
      80);
  add_process(host, 30, "python3", 1, line);
  const Facts facts = collected(host, holding({{0, 30, std::nullopt, "compute"}}));
  EXPECT_EQ(shown(facts, "gpu_process[30].command"),
            "python3 -m vllm.entrypoints.openai.api_server --max-num-seqs 8");
  EXPECT_EQ(shown(facts, "gpu_process[30].memory"), "unknown unsupported");
}

TEST(gpu_process, that_computes_and_draws_is_counted_once) {
  FakeHost host = installed();
  const Facts facts =
      collected(host, holding({{0, 40, 1U << 20U, "compute"}, {0, 40, 1U << 20U, "graphics"}}));
  EXPECT_EQ(shown(facts, "gpu_process[40].memory"), "1 MiB");
  EXPECT_EQ(shown(facts, "gpu_process[40].type"), "compute and graphics");
  EXPECT_EQ(shown(facts, "gpu_process[40].name"), "unknown not_found");
}

}  // namespace
}  // namespace gb10
