#include <gtest/gtest.h>

#include "facts/engines.h"
#include "facts/steering.h"
#include "facts/topic_testing.h"
#include "facts/topics.h"

namespace gb10 {
namespace {

using Kind = Error::Kind;
using List = std::vector<std::string>;
using topic_testing::misfits;
using topic_testing::missing;
using topic_testing::reason;
using topic_testing::text;

Facts collected(const FakeHost& host) { return topic_testing::collected(services_topic(), host); }

List question() { return services_topic().questions(Self{}).front().argv; }

constexpr const char* kUnits =
    "Id=ollama.service\nLoadState=loaded\nActiveState=active\nUnitFileState=enabled\n"
    "NRestarts=0\nExecStart={ path=/usr/local/bin/ollama ; argv[]=/usr/local/bin/ollama serve ; "
    "ignore_errors=no }\n"
    "Environment=OLLAMA_LLM_LIBRARY=cuda OLLAMA_MODELS=/data/models OLLAMA_HOST=192.0.2.1 "
    "HF_TOKEN=made-up\n"
    "\n"
    "Id=nvsm-core.service\nLoadState=loaded\nActiveState=activating\nUnitFileState=enabled\n"
    "NRestarts=412\n"
    "\n"
    "Id=vllm.service\nLoadState=not-found\nActiveState=inactive\nUnitFileState=\nNRestarts=0\n"
    "\n"
    "Id=nvidia-persistenced.service\nLoadState=loaded\nActiveState=active\nUnitFileState=static\n"
    "ExecStart={ path=/usr/bin/nvidia-persistenced ; argv[]=/usr/bin/nvidia-persistenced --user "
    "someone --no-persistence-mode --verbose ; ignore_errors=no }\n";

void add_process(FakeHost& host, int pid, const std::string& name, int parent,
                 std::string cmdline) {
  for (char& c : cmdline) c = c == ' ' ? '\0' : c;
  const std::string dir = "/proc/" + std::to_string(pid);
  host.file(dir + "/stat",
            std::to_string(pid) + " (" + name + ") S " + std::to_string(parent) + " 0 0 0 -1 0");
  host.file(dir + "/cmdline", cmdline);
}

/// A server with its engine and a JIT build below it, and an engine that a killed server left.
FakeHost serving() {
  FakeHost host;
  host.query_answer(question(), kUnits);
  host.file("/proc/meminfo", "").directory("/proc/self");
  add_process(host, 1, "systemd", 0, "/sbin/init");
  add_process(host, 100, "vllm", 1,
              "/v/bin/python3 /v/bin/vllm serve org/model --gpu-memory-utilization 0.85 "
              "--max-num-seqs 64 --api-key made-up");
  add_process(host, 110, "VLLM::EngineCore", 100, "VLLM::EngineCore");
  add_process(host, 120, "ninja", 110, "ninja -v -j 20");
  add_process(host, 121, "sh", 120, "sh -c nvcc");
  add_process(host, 122, "nvcc", 121, "nvcc a.cu");
  add_process(host, 123, "sh", 122, "sh -c cicc");
  add_process(host, 124, "cicc", 123, "cicc");
  add_process(host, 125, "nvcc", 120, "nvcc b.cu");
  add_process(host, 4711, "VLLM::EngineCore", 1, "VLLM::EngineCore");
  add_process(host, 900, "bash", 1, "bash -c vllm serve x");
  return host;
}

TEST(Services, state_restarts_and_known_variables_of_each_unit) {
  const Facts facts = collected(serving());
  EXPECT_EQ(text(facts, "service.found"), "3");
  EXPECT_EQ(text(facts, "service[ollama].name"), "ollama");
  EXPECT_EQ(text(facts, "service[ollama].active"), "active");
  EXPECT_EQ(text(facts, "service[ollama].enabled"), "enabled");
  EXPECT_EQ(text(facts, "service[nvsm-core].restarts"), "412");
  EXPECT_EQ(text(facts, "service[nvidia-persistenced].arguments"), "--no-persistence-mode");
  EXPECT_EQ(text(facts, "service[vllm].active"), "absent");
}

TEST(Services, variables_that_we_do_not_know_are_never_shown) {
  const Facts facts = collected(serving());
  EXPECT_EQ(text(facts, "service[ollama].environment"), "OLLAMA_LLM_LIBRARY=cuda");
  for (const auto& [name, fact] : facts.all()) {
    EXPECT_EQ(text(facts, name).find("made-up"), std::string::npos) << name;
    EXPECT_EQ(text(facts, name).find("192.0.2.1"), std::string::npos) << name;
  }
}

TEST(Services, files_of_variables_are_asked_for_those_that_we_know_only) {
  FakeHost host;
  host.directory("/proc");
  host.query_answer(question(),
                    "Id=comfyui.service\nLoadState=loaded\nActiveState=active\n"
                    "Environment=CUDA_CACHE_DISABLE=0\n"
                    "EnvironmentFiles=/etc/default/comfyui (ignore_errors=yes)\n"
                    "EnvironmentFiles=/etc/comfyui/*.env (ignore_errors=no)\n");
  std::string names;
  for (const std::string_view name : steering_variables())
    names += (names.empty() ? "" : "|") + std::string(name);
  host.query_answer({"grep", "-hsE", "^[ \t]*(" + names + ")=", "--", "/etc/default/comfyui"},
                    "CUDA_MODULE_LOADING='EAGER'\n#TORCHDYNAMO_DISABLE=1\n OMP_NUM_THREADS=20\n");
  EXPECT_EQ(text(collected(host), "service[comfyui].environment"),
            "CUDA_CACHE_DISABLE=0, CUDA_MODULE_LOADING=EAGER, OMP_NUM_THREADS=20");
}

TEST(Services, ollamas_library_and_folder_come_from_its_unit) {
  const Facts facts = collected(serving());
  EXPECT_EQ(text(facts, "ollama.library"), "cuda");
  EXPECT_EQ(text(facts, "ollama.models_path"), "/data/models");
}

TEST(Services, ollama_without_settings_uses_its_default_folder) {
  FakeHost host;
  host.query_answer(question(), "Id=ollama.service\nLoadState=loaded\nActiveState=active\n");
  host.environment("HOME", "/home/u").directory("/home/u/.ollama/models").directory("/proc");
  EXPECT_EQ(text(collected(host), "ollama.library"), "none");
  EXPECT_EQ(text(collected(host), "ollama.models_path"), "/home/u/.ollama/models");
  host.fail("/usr/share/ollama/.ollama/models", Error{Kind::denied, "closed"});
  host.environment("HOME", "/home/other");
  EXPECT_EQ(text(collected(host), "ollama.models_path"), "unknown: denied");
}

TEST(Services, without_ollama_both_facts_say_so) {
  FakeHost host;
  host.query_answer(question(), "Id=ollama.service\nLoadState=not-found\n");
  EXPECT_EQ(reason(collected(host), "ollama.library").what, "ollama is not installed");
  EXPECT_EQ(text(collected(host), "ollama.models_path"), "unknown: not_found");
  host.file("/usr/local/bin/ollama", "");
  EXPECT_EQ(reason(collected(host), "ollama.library").what, "there is no ollama.service");
}

TEST(Services, a_machine_without_systemd_says_so) {
  FakeHost host;
  host.query_answer(question(), Output{.exit = 1,
                                       .out = "",
                                       .err = "System has not been booted with systemd as init "
                                              "system (PID 1). Can't operate.\n"});
  const Facts facts = collected(host);
  EXPECT_EQ(text(facts, "service.found"), "unknown: failed");
  EXPECT_EQ(text(facts, "ollama.library"), "unknown: failed");
}

TEST(Engines, a_server_with_its_limits_and_without_its_keys) {
  const Facts facts = collected(serving());
  EXPECT_EQ(text(facts, "engine.found"), "3");
  EXPECT_EQ(text(facts, "engine[100].name"), "vllm");
  EXPECT_EQ(text(facts, "engine[100].process"), "vllm");
  EXPECT_EQ(text(facts, "engine[100].arguments"),
            "--gpu-memory-utilization 0.85 --max-num-seqs 64");
  EXPECT_EQ(text(facts, "engine[100].memory_utilization"), "0.85");
  EXPECT_EQ(text(facts, "engine[100].max_sequences"), "64");
  EXPECT_EQ(text(facts, "engine[110].parent"), "100");
  EXPECT_EQ(text(facts, "engine[110].memory_utilization"), "absent");
  EXPECT_EQ(text(facts, "engine[900].name"), "absent");
}

TEST(Engines, whose_process_it_is_by_the_effective_id) {
  FakeHost host = serving();
  host.file("/proc/100/status", "Name:\tvllm\nUid:\t0\t1000\t1000\t1000\n");
  EXPECT_EQ(text(collected(host), "engine[100].user_id"), "1000");
  EXPECT_EQ(text(collected(host), "engine[110].user_id"), "absent");
}

TEST(Engines, only_a_helper_whose_server_is_gone_is_an_orphan) {
  const Facts facts = collected(serving());
  EXPECT_EQ(text(facts, "engine[4711].orphan"), "yes");
  EXPECT_EQ(text(facts, "engine[110].orphan"), "no");
  EXPECT_EQ(text(facts, "engine[100].orphan"), "no") << "init starts servers";
}

TEST(Engines, an_engine_left_to_a_containers_first_process_is_an_orphan) {
  FakeHost host;
  host.query_answer(question(), "");
  add_process(host, 50, "docker-init", 40, "/sbin/docker-init");
  add_process(host, 60, "ollama", 50, "/usr/bin/ollama runner --port 1");
  EXPECT_EQ(text(collected(host), "engine[60].orphan"), "yes");
}

TEST(Engines, init_need_not_be_visible) {
  FakeHost host;
  host.query_answer(question(), "");
  add_process(host, 60, "sglang::schedul", 1, "sglang::scheduler");
  add_process(host, 61, "sglang::schedul", 2, "sglang::scheduler");
  EXPECT_EQ(text(collected(host), "engine[60].orphan"), "yes");
  EXPECT_EQ(text(collected(host), "engine[61].orphan"), "no") << "nothing is known of its parent";
}

TEST(Engines, compilers_count_once_per_job_and_for_the_nearest_server) {
  const Facts facts = collected(serving());
  EXPECT_EQ(text(facts, "engine[110].jit_jobs"), "2");
  EXPECT_EQ(text(facts, "engine[100].jit_jobs"), "0");
}

TEST(Engines, a_circle_of_parents_ends) {
  FakeHost host;
  host.query_answer(question(), "");
  add_process(host, 10, "a", 11, "a");
  add_process(host, 11, "b", 10, "b");
  add_process(host, 12, "nvcc", 10, "nvcc");
  EXPECT_EQ(text(collected(host), "engine.found"), "0");
}

TEST(Services, every_fact_fits_a_spec_and_none_is_forgotten) {
  for (const FakeHost& host : {serving(), FakeHost()}) {
    const Facts facts = collected(host);
    EXPECT_EQ(misfits(services_topic(), facts), List{});
    EXPECT_EQ(missing(services_topic(), facts), List{});
  }
}

}  // namespace
}  // namespace gb10
