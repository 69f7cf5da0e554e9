#include "host/child.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "host/scratch.h"

namespace gb10 {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Result<Output> shell(const std::string& script, std::chrono::milliseconds deadline = 10s) {
  return run_child({{"/bin/sh", "-c", script}, deadline});
}

Error::Kind kind(const Result<Output>& result) {
  return result ? Error::Kind::unfinished : result.error().kind;
}

/// True when the process that wrote its number into `file` has gone, or goes within a second.
bool gone(const std::string& file) {
  pid_t id = 0;
  std::ifstream(file) >> id;
  if (id <= 0) return false;
  for (int i = 0; i < 100; ++i) {
    std::string state;
    std::ifstream stat("/proc/" + std::to_string(id) + "/stat");
    stat >> state >> state >> state;
    if (!stat || state == "Z") return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST(Child, gives_output_errors_and_exit_code) {
  const auto got = shell("echo out; echo err >&2; exit 7");
  ASSERT_TRUE(got.ok()) << got.error().what;
  EXPECT_EQ(*got, (Output{7, "out\n", "err\n"}));
}

TEST(Child, finds_a_program_on_the_system_path) {
  const auto got = run_child({{"true"}});
  ASSERT_TRUE(got.ok()) << got.error().what;
  EXPECT_EQ(got->exit, 0);
}

TEST(Child, says_that_a_missing_program_is_not_installed) {
  const auto got = run_child({{"gb10-no-such-program"}});
  EXPECT_EQ(kind(got), Error::Kind::not_found);
  EXPECT_EQ(got.error().what, "gb10-no-such-program is not installed");
  EXPECT_EQ(kind(run_child({{"/no/such/program"}})), Error::Kind::not_found);
}

TEST(Child, says_that_a_file_may_not_be_executed) {
  const Scratch scratch;
  EXPECT_EQ(kind(run_child({{scratch.file("plain", "x")}})), Error::Kind::denied);
}

TEST(Child, says_that_a_file_is_no_program) {
  const Scratch scratch;
  const auto path = scratch.file("odd", std::string("\x7f"
                                                    "ELF broken"));
  std::filesystem::permissions(path, std::filesystem::perms::all);
  const auto got = run_child({{path}});
  EXPECT_EQ(kind(got), Error::Kind::failed);
}

TEST(Child, refuses_an_empty_argv_a_relative_path_and_a_zero_byte) {
  EXPECT_EQ(kind(run_child({})), Error::Kind::invalid);
  EXPECT_EQ(kind(run_child({{""}})), Error::Kind::invalid);
  EXPECT_EQ(kind(run_child({{"bin/true"}})), Error::Kind::invalid);
  EXPECT_EQ(kind(run_child({{"true", std::string("a\0b", 3)}})), Error::Kind::invalid);
}

TEST(Child, tells_the_signal_that_ended_a_program) {
  const auto got = shell("kill -USR1 $$");
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->exit, 128 + SIGUSR1);
}

TEST(Child, has_no_input_and_a_minimal_environment) {
  const auto got = shell("cat; pwd; env | sort | grep -v '^_=' | grep -v ^PWD=");
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->out,
            "/\nHOME=/\nLC_ALL=C\n"
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin:/snap/bin\n");
}

TEST(Child, inherits_no_other_descriptor) {
  // Not closed on exec on purpose, as a careless library leaves it.
  const Descriptor careless(::dup(STDERR_FILENO));
  const auto got = run_child({{"/bin/ls", "/proc/self/fd"}});
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->out, "0\n1\n2\n3\n");  // 3 is the directory that ls reads
}

TEST(Child, is_ended_by_a_broken_pipe_as_programs_expect) {
  ::signal(SIGPIPE, SIG_IGN);
  const auto got = shell("kill -PIPE $$; echo still here");
  ::signal(SIGPIPE, SIG_DFL);
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->exit, 128 + SIGPIPE);
}

TEST(Child, is_killed_at_its_deadline) {
  const auto begun = Clock::now();
  const auto got = run_child({{"sleep", "60"}, 200ms});
  EXPECT_EQ(kind(got), Error::Kind::timeout);
  EXPECT_EQ(got.error().what, "sleep 60 did not answer within 0.2 s");
  EXPECT_LT(Clock::now() - begun, 9s);
}

TEST(Child, is_killed_though_it_ignores_sigterm) {
  const auto begun = Clock::now();
  EXPECT_EQ(kind(shell("trap '' TERM; while :; do sleep 60; done", 200ms)), Error::Kind::timeout);
  EXPECT_LT(Clock::now() - begun, 9s);
}

TEST(Child, takes_its_grandchildren_along) {
  const Scratch scratch;
  const auto file = scratch.path("pid");
  EXPECT_EQ(kind(shell("(trap '' TERM; sleep 60) & echo $! > " + file + "; wait", 300ms)),
            Error::Kind::timeout);
  EXPECT_TRUE(gone(file));
}

TEST(Child, leaves_nobody_behind_when_it_ends_early) {
  const Scratch scratch;
  const auto file = scratch.path("pid");
  const auto begun = Clock::now();
  const auto got = shell("sleep 60 & echo $! > " + file + "; echo done");
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->out, "done\n");
  EXPECT_LT(Clock::now() - begun, 9s);
  EXPECT_TRUE(gone(file));
}

TEST(Child, is_not_waited_for_by_a_descendant_that_left_the_group) {
  const auto begun = Clock::now();
  const auto got = shell("setsid sleep 60 & sleep 0.2; echo done");
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->out, "done\n");
  EXPECT_LT(Clock::now() - begun, 9s);
}

TEST(Child, is_cut_at_16_mebibytes) {
  const auto got = shell("head -c 20000000 /dev/zero; echo end >&2");
  ASSERT_TRUE(got.ok()) << got.error().what;
  EXPECT_EQ(got->out.size(), 16U << 20U);
  EXPECT_EQ(got->err, "end\n");
}

TEST(Child, that_writes_without_end_is_killed) {
  EXPECT_EQ(kind(run_child({{"yes"}, 300ms})), Error::Kind::timeout);
}

TEST(Child, runs_beside_others) {
  const Scratch scratch;
  // Each of the two waits for the other.
  const auto wait = [&](const std::string& mine, const std::string& other) {
    const auto script = "> " + scratch.path(mine) + "; until test -e " + scratch.path(other) +
                        "; do sleep 0.05; done; echo " + mine;
    return Command{{"/bin/sh", "-c", script}, 60s};
  };
  const auto got = run_children(std::vector<Command>{wait("a", "b"), wait("b", "a")});
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0], Result<Output>(Output{0, "a\n", ""}));
  EXPECT_EQ(got[1], Result<Output>(Output{0, "b\n", ""}));
}

TEST(Child, answers_in_the_order_of_the_questions) {
  std::vector<Command> commands;
  for (int i = 0; i < 40; ++i) commands.push_back({{"echo", std::to_string(i)}, 60s});
  commands.push_back({{"gb10-no-such-program"}});
  const auto got = run_children(commands);
  ASSERT_EQ(got.size(), 41U);
  for (std::size_t i = 0; i < 40; ++i) {
    ASSERT_TRUE(got[i].ok());
    EXPECT_EQ(got[i]->out, std::to_string(i) + "\n");
  }
  EXPECT_EQ(kind(got[40]), Error::Kind::not_found);
}

TEST(Child, leaves_no_descriptor_open) {
  const auto count = [] {
    using Iterator = std::filesystem::directory_iterator;
    return std::distance(Iterator("/proc/self/fd"), Iterator());
  };
  const auto before = count();
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(shell("exit 1").ok());
    EXPECT_FALSE(run_child({{"/no/such"}}).ok());
    EXPECT_FALSE(run_child({{"sleep", "9"}, 1ms}).ok());
  }
  EXPECT_EQ(count(), before);
}

TEST(Conversation, answers_line_by_line) {
  auto talk = Conversation::start({"/bin/sh", "-c", "while read x; do echo \"<$x>\"; done"});
  ASSERT_TRUE(talk.ok()) << talk.error().what;
  EXPECT_EQ(talk->ask("one", 10s), Result<std::string>("<one>"));
  EXPECT_EQ(talk->ask("two", 10s), Result<std::string>("<two>"));
}

TEST(Conversation, with_a_missing_program_does_not_start) {
  const auto talk = Conversation::start({"/no/such/program"});
  ASSERT_FALSE(talk.ok());
  EXPECT_EQ(talk.error().kind, Error::Kind::not_found);
}

TEST(Conversation, is_over_when_no_answer_came_in_time) {
  auto talk = Conversation::start({"/bin/sh", "-c", "read x; sleep 1; echo late; sleep 60"});
  ASSERT_TRUE(talk.ok());
  const auto got = talk->ask("one", 100ms);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().kind, Error::Kind::timeout);
  EXPECT_FALSE(talk->alive());
  std::this_thread::sleep_for(1200ms);
  EXPECT_EQ(talk->ask("two", 1s), got);  // not "late"
}

TEST(Conversation, notices_that_the_program_has_ended) {
  auto talk = Conversation::start({"/bin/sh", "-c", "read x; exit 3"});
  ASSERT_TRUE(talk.ok());
  const auto got = talk->ask("one", 10s);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().kind, Error::Kind::failed);
  EXPECT_EQ(talk->ask("two", 1s), got);
}

TEST(Conversation, does_not_end_us_when_the_program_has_ended_before_the_question) {
  auto talk = Conversation::start({"/bin/true"});
  ASSERT_TRUE(talk.ok());
  std::this_thread::sleep_for(200ms);
  EXPECT_FALSE(talk->ask(std::string(1U << 20U, 'x'), 5s).ok());
}

TEST(Conversation, does_not_wait_for_a_program_that_does_not_listen) {
  auto talk = Conversation::start({"/bin/sleep", "60"});
  ASSERT_TRUE(talk.ok());
  const auto begun = Clock::now();
  const auto got = talk->ask(std::string(8U << 20U, 'x'), 200ms);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().kind, Error::Kind::timeout);
  EXPECT_LT(Clock::now() - begun, 9s);
}

TEST(Conversation, refuses_an_answer_without_an_end) {
  auto talk = Conversation::start({"/bin/sh", "-c", "read x; exec tr '\\0' a < /dev/zero"});
  ASSERT_TRUE(talk.ok());
  const auto got = talk->ask("one", 20s);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().kind, Error::Kind::failed);
}

TEST(Conversation, kills_the_program_at_its_end) {
  const Scratch scratch;
  const auto file = scratch.path("pid");
  {
    auto talk = Conversation::start(
        {"/bin/sh", "-c", "trap '' TERM; echo $$ > " + file + "; read x; echo y; sleep 60"});
    ASSERT_TRUE(talk.ok());
    ASSERT_TRUE(talk->ask("x", 10s).ok());
  }
  EXPECT_TRUE(gone(file));
}

}  // namespace
}  // namespace gb10
