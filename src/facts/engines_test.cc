#include "facts/engines.h"

#include <gtest/gtest.h>

namespace gb10::engines {
namespace {

using List = std::vector<std::string>;

TEST(ProcessStat, a_name_may_hold_blanks_and_parentheses) {
  const auto process = process_from_stat("4711 (a) (b c) S 1 4711 4711 0 -1 4194304");
  ASSERT_TRUE(process.has_value());
  EXPECT_EQ(process->pid, 4711);
  EXPECT_EQ(process->parent, 1);
  EXPECT_EQ(process->name, "a) (b c");
  EXPECT_EQ(process->state, 'S');
}

TEST(ProcessStat, other_texts_are_no_process) {
  for (const char* const text :
       {"", "4711", "4711 (x)", "4711 (x) S", ") (", "x (y) S 1", "1 (y) SS 1"}) {
    EXPECT_FALSE(process_from_stat(text).has_value()) << text;
  }
}

TEST(CommandLine, words_are_parted_by_zero_bytes) {
  EXPECT_EQ(arguments_from(std::string_view("vllm\0serve\0", 11)), (List{"vllm", "serve"}));
  EXPECT_EQ(arguments_from(std::string_view("a\0\0b\0\0", 6)), (List{"a", "", "b"}));
  EXPECT_TRUE(arguments_from("").empty());
}

struct Case {
  const char* name;
  List arguments;
  const char* engine;
};

TEST(EngineNames, servers_are_told_by_title_program_or_module) {
  const Case cases[] = {
      {"VLLM::EngineCore", {"VLLM::EngineCore"}, "vllm"},
      {"VLLM::Worker_TP", {}, "vllm"},
      {"sglang::schedul", {"sglang::scheduler"}, "sglang"},
      {"vllm", {"/opt/v/bin/python3", "/opt/v/bin/vllm", "serve", "m"}, "vllm"},
      {"python3", {"python3", "-m", "vllm.entrypoints.openai.api_server"}, "vllm"},
      {"python3", {"python3", "-m", "sglang.launch_server", "--tp", "2"}, "sglang"},
      {"ollama", {"/usr/local/bin/ollama", "serve"}, "ollama"},
      {"ollama", {"/usr/local/bin/ollama", "runner", "--model", "/x"}, "ollama"},
      {"llama-server", {"./llama-server", "-ngl", "99"}, "llama.cpp"},
      {"trtllm-serve", {"python3", "/usr/local/bin/trtllm-serve", "m"}, "tensorrt-llm"},
  };
  for (const Case& one : cases) EXPECT_EQ(engine_of(one.name, one.arguments), one.engine);
}

TEST(EngineNames, what_only_mentions_a_server_is_none) {
  const Case cases[] = {
      {"ollama", {"ollama", "run", "qwen3"}, ""},
      {"vllm", {"python3", "/opt/v/bin/vllm", "bench", "serve"}, ""},
      {"vi", {"vi", "vllm", "serve"}, ""},
      {"bash", {"bash", "-c", "vllm serve m"}, ""},
      {"python3", {"python3", "-c", "vllm", "serve"}, ""},
      {"python3", {"python3"}, ""},
      {"python3", {"python3", "train.py", "serve"}, ""},
      {"python3", {}, ""},
  };
  for (const Case& one : cases) EXPECT_EQ(engine_of(one.name, one.arguments), one.engine);
}

TEST(HarmlessArguments, names_of_models_paths_and_keys_are_left_out) {
  EXPECT_EQ(harmless_arguments({"vllm", "serve", "org/model", "--gpu-memory-utilization", "0.85",
                                "--api-key", "sk-12345", "--hf-token=hf_abc", "--max_num_seqs=64",
                                "--enforce-eager", "org/other", "--download-dir", "/home/x"}),
            "--gpu-memory-utilization 0.85 --max-num-seqs 64 --enforce-eager");
}

TEST(HarmlessArguments, how_comfyui_is_told_to_use_memory_is_kept) {
  EXPECT_EQ(harmless_arguments({"python", "main.py", "--listen", "--highvram", "--gpu-only",
                                "--disable-pinned-memory", "--reserve-vram", "16"}),
            "--highvram --gpu-only --disable-pinned-memory --reserve-vram 16");
}

TEST(HarmlessArguments, a_value_that_is_no_plain_word_is_left_out) {
  EXPECT_EQ(harmless_arguments({"x", "--dtype", "a b", "--load-format", "/p/q", "-c", "word"}), "");
  EXPECT_EQ(harmless_arguments({"x", "-c", "32768", "-ngl", "99", "--no-mmap", "-fa", "on"}),
            "-c 32768 -ngl 99 --no-mmap -fa on");
  EXPECT_EQ(harmless_arguments({"x", "--max-num-seqs"}), "");
  EXPECT_EQ(harmless_arguments({"x", "--", "-", "---", "--=", "=--"}), "");
  EXPECT_EQ(harmless_arguments({}), "");
}

TEST(EngineOptions, the_last_value_wins_in_either_spelling) {
  const List arguments = {"vllm", "serve", "--gpu_memory_utilization", "0.9",
                          "--gpu-memory-utilization=0.7"};
  EXPECT_EQ(option(arguments, {"gpu-memory-utilization"}), "0.7");
  EXPECT_EQ(option(arguments, {"max-num-seqs"}), std::nullopt);
  EXPECT_EQ(option({"x", "--parallel", "--no-mmap"}, {"parallel"}), std::nullopt);
  EXPECT_EQ(option({"x", "--parallel", "-1"}, {"parallel"}), "-1");
}

TEST(Helpers, only_parts_of_a_server) {
  EXPECT_TRUE(is_helper("VLLM::EngineCore"));
  EXPECT_FALSE(is_helper("vllm"));
  EXPECT_TRUE(is_helper("ollama", {"/usr/bin/ollama", "runner"}));
  EXPECT_FALSE(is_helper("ollama", {"/usr/bin/ollama", "serve"}));
}

}  // namespace
}  // namespace gb10::engines
