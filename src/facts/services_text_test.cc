#include "facts/services_text.h"

#include <gtest/gtest.h>

namespace gb10::services_text {
namespace {

using List = std::vector<std::string>;

constexpr const char* kShow =
    "Id=ollama.service\n"
    "LoadState=loaded\n"
    "ActiveState=active\n"
    "UnitFileState=enabled\n"
    "NRestarts=3\n"
    "ExecStart={ path=/usr/local/bin/ollama ; argv[]=/usr/local/bin/ollama serve ; "
    "ignore_errors=no ; pid=0 ; status=0/0 }\n"
    "Environment=OLLAMA_LLM_LIBRARY=cuda \"OLLAMA_MODELS=/data/my models\" API_KEY=s3cret\n"
    "\n"
    "Id=vllm.service\n"
    "LoadState=not-found\n"
    "ActiveState=inactive\n"
    "UnitFileState=\n"
    "NRestarts=0\n";

TEST(SystemctlShow, one_unit_per_block) {
  const auto all = units(kShow);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "ollama");
  EXPECT_TRUE(all[0].is_there());
  EXPECT_EQ(all[0].active, "active");
  EXPECT_EQ(all[0].unit_file_state, "enabled");
  EXPECT_EQ(all[0].restarts, 3);
  EXPECT_EQ(all[0].command, (List{"/usr/local/bin/ollama", "serve"}));
  EXPECT_FALSE(all[1].is_there());
}

TEST(SystemctlShow, variables_keep_their_blanks_and_the_last_one_wins) {
  const auto all = units(kShow);
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].variable("OLLAMA_LLM_LIBRARY"), "cuda");
  EXPECT_EQ(all[0].variable("OLLAMA_MODELS"), "/data/my models");
  EXPECT_EQ(all[0].variable("OLLAMA_HOST"), "");
  const auto twice = units("Id=a.service\nEnvironment=X=1 X=2\n");
  ASSERT_EQ(twice.size(), 1U);
  EXPECT_EQ(twice[0].variable("X"), "2");
}

TEST(SystemctlShow, a_block_without_a_name_is_no_unit) {
  EXPECT_TRUE(units("ActiveState=active\n\n=\n\nnonsense\n").empty());
  EXPECT_TRUE(units("").empty());
}

TEST(SystemctlShow, without_a_load_state_the_unit_file_decides) {
  EXPECT_TRUE(units("Id=a.service\nUnitFileState=disabled\n")[0].is_there());
  EXPECT_FALSE(units("Id=a.service\nActiveState=inactive\n")[0].is_there());
}

TEST(QuotedWords, double_and_single_quotes_and_backslashes) {
  EXPECT_EQ(quoted_words(R"(A=1 "B=a b" 'C=c d' D=\"x\" "E=\$5")"),
            (List{"A=1", "B=a b", "C=c d", "D=\"x\"", "E=$5"}));
  EXPECT_EQ(quoted_words("F=$'a b'"), List{"F=a b"});
  EXPECT_EQ(quoted_words("\"open"), List{"open"});
  EXPECT_TRUE(quoted_words("   ").empty());
}

TEST(ExecStart, the_command_ends_at_the_next_field) {
  EXPECT_EQ(exec_start_command("{ path=/x ; argv[]=/x -m 4 ; ignore_errors=no }"),
            (List{"/x", "-m", "4"}));
  EXPECT_TRUE(exec_start_command("{ path=/x }").empty());
}

}  // namespace
}  // namespace gb10::services_text
