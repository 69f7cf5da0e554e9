#include "ledger/need.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

Quantity gib(double count) { return bytes(count * kGib); }

void set(Facts& facts, const std::string& field, double count) {
  facts.set("memory." + field, gib(count), "test");
}

/// 42.1 GiB free, 78.0 available, 35.9 of it clean cache, an orphan that holds 33.6.
Facts busy_machine() {
  Facts facts;
  facts.set("identity.gb10", true, "test");
  set(facts, "installed", 128);
  set(facts, "total", 121.7);
  set(facts, "free", 42.1);
  set(facts, "available", 78.0);
  set(facts, "cached", 37.0);
  set(facts, "buffers", 0);
  set(facts, "shared", 0);
  set(facts, "dirty", 0.6);
  set(facts, "writeback", 0);
  set(facts, "mapped", 0.5);
  set(facts, "large_block_memory", 30);
  facts.set("gpu_process[4711].memory", gib(33.6), "NVML");
  facts.set("gpu_process[4711].name", std::string("VLLM::EngineCore"), "/proc");
  facts.set("gpu_process[4711].orphan", true, "/proc");
  return facts;
}

TEST(need, is_met_by_free_memory) {
  const Answer answer = need(busy_machine(), gib(40));
  EXPECT_EQ(answer.verdict, Answer::Verdict::yes);
  EXPECT_EQ(answer.sentence, "yes: 42.1 GiB free");
  EXPECT_TRUE(answer.steps.empty());
}

TEST(need, asks_for_the_cache_when_available_is_enough_and_free_is_not) {
  const Answer answer = need(busy_machine(), gib(70));
  EXPECT_EQ(answer.verdict, Answer::Verdict::not_now);
  EXPECT_EQ(
      answer.sentence,
      "not now: 42.1 GiB free, which is all that CUDA's own query sees; giving cache back would "
      "make it up to 78.0");
  ASSERT_EQ(answer.steps.size(), 1U);
  EXPECT_EQ(answer.steps[0].kind, NeedStep::Kind::drop_cache);
  EXPECT_EQ(answer.steps[0].text, "give clean page cache back (35.9 GiB)");
  EXPECT_EQ(answer.steps[0].command, "sudo gb10 memory free-cache");
}

TEST(need, names_the_orphan_whose_end_would_be_enough) {
  const Answer answer = need(busy_machine(), gib(90));
  EXPECT_EQ(answer.verdict, Answer::Verdict::not_now);
  EXPECT_EQ(answer.sentence,
            "not now: 78.0 GiB available; stopping the orphan pid 4711 would make it 111.6");
  ASSERT_EQ(answer.steps.size(), 2U);
  EXPECT_EQ(answer.steps[0].kind, NeedStep::Kind::stop_orphan);
  EXPECT_EQ(answer.steps[0].pid, 4711);
  EXPECT_EQ(answer.steps[0].command, "kill 4711");
  EXPECT_EQ(answer.steps[1].kind, NeedStep::Kind::drop_cache);
}

TEST(need, leaves_the_living_alone_while_an_orphan_is_enough) {
  Facts facts = busy_machine();
  facts.set("gpu_process[99].memory", gib(50), "NVML");
  facts.set("gpu_process[99].orphan", false, "/proc");
  EXPECT_EQ(need(facts, gib(90)).steps[0].pid, 4711);
  const Answer both = need(facts, gib(115));
  EXPECT_EQ(
      both.sentence,
      "not now: 78.0 GiB available; stopping the orphan pid 4711 and pid 99 would make it 121.7");
  EXPECT_EQ(both.steps[1].kind, NeedStep::Kind::stop_process);
}

TEST(need, moves_pages_together_when_what_is_free_lies_in_pieces) {
  Facts facts = busy_machine();
  set(facts, "large_block_memory", 0.4);
  const Answer answer = need(facts, gib(40));
  EXPECT_EQ(answer.verdict, Answer::Verdict::not_now);
  EXPECT_EQ(answer.sentence,
            "not now: 42.1 GiB free, but only 0.4 of it in blocks of 32 MiB or more");
  ASSERT_EQ(answer.steps.size(), 1U);
  EXPECT_EQ(answer.steps[0].kind, NeedStep::Kind::compact);
  EXPECT_EQ(need(facts, gib(0.3)).verdict, Answer::Verdict::yes);
}

TEST(need, asks_once_for_the_command_that_gives_cache_back_and_moves_pages) {
  Facts facts = busy_machine();
  set(facts, "large_block_memory", 0.4);
  const Answer answer = need(facts, gib(70));
  ASSERT_EQ(answer.steps.size(), 1U);
  EXPECT_EQ(answer.steps[0].kind, NeedStep::Kind::drop_cache);
  EXPECT_EQ(answer.steps[0].text,
            "give clean page cache back (35.9 GiB) and move pages together, so that large blocks "
            "come back; where they do not, a reboot brings them (reported)");
}

TEST(need, says_no_when_nothing_would_be_enough) {
  Facts facts = busy_machine();
  EXPECT_EQ(need(facts, gib(120)).verdict, Answer::Verdict::no);
  EXPECT_EQ(need(facts, gib(120)).sentence,
            "no: 78.0 GiB available; even stopping the orphan pid 4711 would make it only 111.6");
  EXPECT_EQ(need(facts, gib(125)).sentence, "no: this machine gives Linux 121.7 GiB in all");
  facts.set("gpu_process[4711].memory", gib(0), "NVML");
  EXPECT_EQ(need(facts, gib(90)).sentence,
            "no: 78.0 GiB available, and no program on the GPU is known to hold any");
}

TEST(need, names_a_limit_for_the_zfs_cache_where_that_is_enough) {
  Facts facts = busy_machine();
  facts.set("storage.zfs_arc", gib(15), "arcstats");
  facts.set("storage.zfs_arc_max", gib(120), "arcstats");
  const Answer answer = need(facts, gib(115));
  EXPECT_EQ(answer.verdict, Answer::Verdict::no);
  EXPECT_EQ(answer.sentence,
            "no: 78.0 GiB available; even stopping the orphan pid 4711 would make it only 111.6; a "
            "reboot as below would bring it");
  ASSERT_EQ(answer.steps.size(), 2U);
  EXPECT_EQ(answer.steps[0].kind, NeedStep::Kind::limit_zfs);
  EXPECT_TRUE(need(facts, gib(120)).steps.empty()) << "7 GiB are not enough";
  facts.set("storage.zfs_arc_max", gib(8), "arcstats");
  EXPECT_TRUE(need(facts, gib(115)).steps.empty()) << "it is limited already";
}

TEST(need, names_the_boot_option_where_the_kernel_keeps_memory) {
  Facts facts = busy_machine();
  set(facts, "cma_total", 0);
  set(facts, "cma_free", 0.2);
  const Answer answer = need(facts, gib(120));
  EXPECT_EQ(answer.verdict, Answer::Verdict::no);
  ASSERT_EQ(answer.steps.size(), 2U);
  EXPECT_EQ(answer.steps[0].kind, NeedStep::Kind::boot_option);
  EXPECT_TRUE(need(facts, gib(121.5)).steps.empty()) << "about 9 GiB are not enough";
  facts.set("os.options", std::vector<std::string>{"quiet", "kho=off"}, "/proc/cmdline");
  EXPECT_TRUE(need(facts, gib(120)).steps.empty()) << "it is off already";
}

TEST(need, warns_of_a_yes_that_leaves_little) {
  Facts facts = busy_machine();
  set(facts, "available", 44);
  EXPECT_EQ(need(facts, gib(30)).sentence, "yes: 42.1 GiB free") << "14 GiB are left";
  EXPECT_EQ(need(facts, gib(40)).sentence,
            "yes: 42.1 GiB free; that leaves 4.0 GiB, and a GB10 that runs out freezes as a whole "
            "(reported; keep 8)");
}

TEST(need, asks_for_no_large_blocks_where_little_is_wanted) {
  Facts facts = busy_machine();
  set(facts, "large_block_memory", 0);
  EXPECT_EQ(need(facts, gib(1)).verdict, Answer::Verdict::yes);
  EXPECT_EQ(need(facts, gib(20)).verdict, Answer::Verdict::not_now);
}

TEST(need, cannot_tell_without_the_kernels_numbers) {
  Facts facts;
  facts.unknown("memory.total", {Error::Kind::not_recorded, "/proc/meminfo was not recorded"}, "x");
  const Answer answer = need(facts, gib(1));
  EXPECT_EQ(answer.verdict, Answer::Verdict::cannot_tell);
  EXPECT_EQ(answer.sentence, "cannot tell: /proc/meminfo was not recorded");
  EXPECT_EQ(need(busy_machine(), watts(3)).verdict, Answer::Verdict::cannot_tell);
}

TEST(need_text, puts_the_answer_first_and_each_command_on_its_own_line) {
  EXPECT_EQ(to_text(need(busy_machine(), gib(90))),
            "not now: 78.0 GiB available; stopping the orphan pid 4711 would make it 111.6\n"
            "  do   stop the orphan pid 4711 (VLLM::EngineCore, 33.6 GiB)\n"
            "       kill 4711\n"
            "       give clean page cache back (35.9 GiB)\n"
            "       sudo gb10 memory free-cache\n");
}

TEST(need_json, has_verdict_and_steps) {
  const Json json = to_json(need(busy_machine(), gib(90)));
  EXPECT_EQ(json.text("verdict"), "not_now");
  EXPECT_EQ(json.find("steps")->as_array()->at(0).text("kind"), "stop_orphan");
}

}  // namespace
}  // namespace gb10
