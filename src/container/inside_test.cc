#include "container/inside.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Answers = std::vector<Result<Output>>;

Output said(std::string out, int exit = 0, std::string err = {}) {
  return {exit, std::move(out), std::move(err)};
}

Answers healthy() {
  return {
      said(R"({"runtime":"runc","requests":[{"Driver":"nvidia"}],"ipc":"host","shm":0})"
           "\n"),
      said("GPU 0: NVIDIA GB10 (UUID: GPU-0123)\n"),
      said("NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  580.142\n"),
      said("\tlibcuda.so.1 (libc6,AArch64) => /usr/lib/libcuda.so.1\n"),
      said("13.0.2\n"),
      said("Max locked memory         unlimited            unlimited            bytes\n"),
      said("shm /dev/shm tmpfs rw,nosuid,size=16777216k 0 0\n"),
      said("a warning\n{\"torch\": \"2.9.0\", \"cuda\": \"13.0\", \"available\": true, \"gpu\": "
           "\"NVIDIA GB10\", \"capability\": \"12.1\", \"code\": \"sm_120\", \"right\": true}\n"),
  };
}

Settled answer_of(const Checklist& list, const std::string& name) {
  for (const ChecklistItem& item : list.items) {
    if (item.name == name) return item.is;
  }
  ADD_FAILURE() << "no item " << name;
  return Settled::unknown;
}

TEST(Inside, proves_a_healthy_container) {
  const Checklist list = proved_inside("x", "y:1", healthy());
  EXPECT_EQ(list.count(Settled::yes), 8) << to_text(to_json(list), 2);
  EXPECT_EQ(to_text(to_json(list)).find("0123"), std::string::npos) << "no UUID is told";
}

TEST(Inside, tells_a_container_that_was_started_without_the_gpu) {
  Answers answers = healthy();
  answers[0] = said(R"({"runtime":"runc","requests":null,"ipc":"private","shm":67108864})");
  answers[1] = said("", 127, "exec: \"nvidia-smi\": executable file not found in $PATH");
  answers[2] = said("", 1, "cat: /proc/driver/nvidia/version: No such file or directory");
  answers[3] = said("\tlibc.so.6 (libc6) => /lib/libc.so.6\n");
  answers[6] = said("shm /dev/shm tmpfs rw,size=65536k 0 0\n");
  answers[7] = said("{\"torch\": \"2.9.0\", \"cuda\": \"13.0\", \"available\": false}\n");
  const Checklist list = proved_inside("x", "y:1", answers);
  for (const char* const name : {"granted", "driver", "cuda", "shared-memory", "torch"})
    EXPECT_EQ(answer_of(list, name), Settled::no) << name;
  EXPECT_EQ(answer_of(list, "gpu"), Settled::unknown);
  EXPECT_FALSE(list.items.at(1).remedy.empty());
  EXPECT_EQ(answer_of(list, "product"), Settled::unknown);
}

/// All that is to be done, as text, where Docker was asked for the GPU in one of its ways.
std::string remedies(const char* granted, int smi = 127, const char* libraries = "none\n") {
  Answers answers = healthy();
  answers[0] = said(granted);
  answers[1] = said("", smi, "nothing");
  answers[3] = said(libraries);
  answers[7] = said("{\"torch\": \"2.9.0\", \"cuda\": \"13.0\", \"available\": false}\n");
  std::string out;
  for (const ChecklistItem& item : proved_inside("x", "y:1", answers).items) {
    for (const Step& step : item.remedy) out += step.run + step.note + "\n";
  }
  return out;
}

TEST(Inside, says_what_to_do_by_the_way_in_which_docker_gives_the_gpu) {
  const char* const request = R"({"runtime":"runc","requests":[{"Driver":"nvidia"}]})";
  EXPECT_NE(remedies(request).find("NVIDIA_DRIVER_CAPABILITIES"), std::string::npos);
  const std::string cdi = remedies(R"({"runtime":"runc","requests":[{"Driver":"cdi"}]})");
  EXPECT_NE(cdi.find("nvidia-ctk cdi generate"), std::string::npos);
  EXPECT_EQ(cdi.find("CAPABILITIES"), std::string::npos);
  const std::string runtime = remedies(R"({"runtime":"nvidia","requests":null})");
  EXPECT_NE(runtime.find("NVIDIA_VISIBLE_DEVICES"), std::string::npos);
  EXPECT_EQ(runtime.find("CAPABILITIES"), std::string::npos);
  const std::string there = remedies(request, 9, "\tlibcuda.so.1 (libc6) => /lib/libcuda.so.1\n");
  EXPECT_EQ(there,
            "a GPU that was there and is lost: docker restart brings it back\n"
            "a torch built for CUDA: gb10 compat pytorch\n");
}

TEST(Inside, does_not_take_a_missing_torch_for_a_fault) {
  Answers answers = healthy();
  answers[7] = said("", 1, "Traceback…\nModuleNotFoundError: No module named 'torch'\n");
  EXPECT_EQ(answer_of(proved_inside("x", "y", answers), "torch"), Settled::unknown);
  answers[7] = said("", 1, "ImportError: libcudart.so.12: cannot open shared object file\n");
  EXPECT_EQ(answer_of(proved_inside("x", "y", answers), "torch"), Settled::no);
  answers[7] = Error{Error::Kind::timeout, "docker exec did not answer in 120 s"};
  EXPECT_EQ(answer_of(proved_inside("x", "y", answers), "torch"), Settled::unknown);
}

TEST(Inside, tells_wrong_products) {
  Answers answers = healthy();
  answers[7] = said("{\"torch\": \"2\", \"available\": true, \"right\": false}");
  EXPECT_EQ(answer_of(proved_inside("x", "y", answers), "product"), Settled::no);
}

TEST(Inside, tells_a_torch_without_code_for_the_gpu_from_one_that_cannot_be_imported) {
  Answers answers = healthy();
  answers[7] = said(
      "{\"torch\": \"2.8\", \"cuda\": \"12.6\", \"available\": true, \"error\": "
      "\"CUDA error: no kernel image is available\\nmore\"}");
  const Checklist list = proved_inside("x", "y", answers);
  EXPECT_EQ(answer_of(list, "torch"), Settled::yes);
  EXPECT_EQ(answer_of(list, "product"), Settled::no);
  EXPECT_EQ(list.items.back().evidence.at(0), "CUDA error: no kernel image is available");
}

TEST(Inside, settles_nothing_where_docker_did_not_ask) {
  const Answers answers(8, Result<Output>(said("", 1,
                                               "Error response from daemon: container x is "
                                               "not running\n")));
  const Checklist list = proved_inside("x", "y", answers);
  EXPECT_EQ(list.count(Settled::unknown), 8);
  for (const ChecklistItem& item : list.items)
    EXPECT_TRUE(item.remedy.empty()) << item.name << ": nothing is known to be amiss";
}

TEST(Inside, stands_answers_that_make_no_sense) {
  for (const char* const text :
       {"", "\n", "{", "[]", "null", "{}", "/dev/shm",
        "x /dev/shm t size=", "shm /dev/shm tmpfs size=99999999999999999999g", "Max locked memory",
        "{\"requests\": 1, \"runtime\": 2}"}) {
    Answers answers(8, Result<Output>(said(text)));
    EXPECT_EQ(proved_inside("x", "y", answers).items.size(), 8U);
  }
}

TEST(Inside, asks_only_for_what_can_be_a_container) {
  for (const char* const good : {"vllm", "a_b.c-1", "7f"})
    EXPECT_TRUE(is_container_reference(good));
  for (const char* const bad : {"", "-v", "a b", "a;b", "a/b", "a\n", "$x"})
    EXPECT_FALSE(is_container_reference(bad)) << bad;
}

}  // namespace
}  // namespace gb10
