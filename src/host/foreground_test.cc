#include "host/foreground.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using namespace std::chrono_literals;
using Environment = std::map<std::string, std::string, std::less<>>;

Environment usual() { return {{"PATH", "/usr/bin:/bin"}, {"MINE", "yes"}}; }

/// The exit code of a program that is started, given what comes, and waited for.
Result<int> outcome(const std::vector<std::string>& argv, std::vector<int> to_us = {},
                    const Environment& environment = usual()) {
  TakenSignals signals = TRY(TakenSignals::take(Foreground::signals()));
  Foreground program = TRY(Foreground::start(argv, environment, signals));
  for (const int each : to_us) {
    std::this_thread::sleep_for(200ms);
    ::kill(::getpid(), each);
  }
  for (;;) {
    pollfd watched{signals.descriptor(), POLLIN, 0};
    ::poll(&watched, 1, 50);
    while (const auto came = signals.next()) program.pass_on(*came);
    if (const auto code = program.ended()) return *code;
  }
}

TEST(Foreground, the_exit_code_is_the_programs) {
  EXPECT_EQ(*outcome({"true"}), 0);
  EXPECT_EQ(*outcome({"/bin/sh", "-c", "exit 42"}), 42);
  EXPECT_EQ(*outcome({"sh", "-c", "kill -9 $$"}), 128 + SIGKILL);
  EXPECT_EQ(*outcome({"sh", "-c", "kill -PIPE $$"}), 128 + SIGPIPE) << "which main() ignores";
}

TEST(Foreground, it_writes_where_it_is_told_to) {
  TakenSignals signals = *TakenSignals::take(Foreground::signals());
  int out[2], err[2];
  ASSERT_EQ(::pipe(out), 0);
  ASSERT_EQ(::pipe(err), 0);
  Foreground program = *Foreground::start({"sh", "-c", "echo to us; echo of woe >&2"}, usual(),
                                          signals, {.out = out[1], .err = err[1]});
  char text[64] = "";
  EXPECT_EQ(::read(out[0], text, sizeof text), 6);
  EXPECT_EQ(std::string(text, 6), "to us\n");
  EXPECT_EQ(::read(err[0], text, sizeof text), 7);
  EXPECT_EQ(std::string(text, 7), "of woe\n");
  while (!program.ended()) std::this_thread::sleep_for(1ms);
  for (const int each : {out[0], out[1], err[0], err[1]}) ::close(each);
}

TEST(Foreground, it_tells_what_cpu_it_took) {
  TakenSignals signals = *TakenSignals::take(Foreground::signals());
  Foreground program = *Foreground::start(
      {"sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"}, usual(), signals);
  EXPECT_EQ(program.cpu_seconds(), 0);
  while (!program.ended()) std::this_thread::sleep_for(1ms);
  EXPECT_GT(program.cpu_seconds(), 0);
}

TEST(Foreground, the_environment_is_what_it_was_given) {
  EXPECT_EQ(*outcome({"sh", "-c", "test \"$MINE\" = yes"}), 0);
  EXPECT_EQ(*outcome({"sh", "-c", "test -z \"$HOME\""}), 0);
}

TEST(Foreground, it_stays_in_our_process_group_and_no_signal_is_blocked) {
  EXPECT_EQ(*outcome({"sh", "-c", "test $(ps -o pgid= -p $$) = $(ps -o pgid= -p $PPID)"}), 0);
  EXPECT_EQ(*outcome({"sh", "-c", "grep -q 'SigBlk:.*0000000000000000' /proc/self/status"}), 0);
}

TEST(Foreground, what_is_sent_to_us_alone_is_passed_on) {
  const std::vector<std::string> argv = {
      "sh", "-c",
      "trap 'exit 7' TERM; trap 'exit 8' INT; trap 'exit 9' USR1; "
      "while :; do sleep 0.05; done"};
  EXPECT_EQ(*outcome(argv, {SIGTERM}), 7);
  // Where we were started with it ignored, as a shell does in the background, no shell can trap it.
  struct sigaction interrupt {};
  ::sigaction(SIGINT, nullptr, &interrupt);
  if (interrupt.sa_handler != SIG_IGN) {
    EXPECT_EQ(*outcome(argv, {SIGINT}), 8);
  }
  EXPECT_EQ(*outcome(argv, {SIGUSR1}), 9);
  EXPECT_EQ(*outcome({"sleep", "100"}, {SIGHUP}), 128 + SIGHUP);
}

TEST(Foreground, a_program_that_is_not_there_is_not_found) {
  EXPECT_EQ(outcome({"no-such-program"}).error().kind, Error::Kind::not_found);
  EXPECT_EQ(outcome({"/no/such/program"}).error().kind, Error::Kind::not_found);
  EXPECT_EQ(outcome({""}).error().kind, Error::Kind::not_found);
  EXPECT_EQ(outcome({"true"}, {}, {{"PATH", "/nonexistent"}}).error().kind, Error::Kind::not_found);
  EXPECT_TRUE(outcome({"true"}, {}, {}).ok()) << "without a PATH there is a usual one";
}

TEST(Foreground, what_is_no_program_cannot_be_executed) {
  EXPECT_EQ(outcome({"/etc/passwd"}).error().kind, Error::Kind::denied);
  EXPECT_EQ(outcome({"/etc"}).error().kind, Error::Kind::denied);
  std::string path = testing::TempDir() + "gb10-script-XXXXXX";
  ::close(::mkstemp(path.data()));
  std::ofstream(path) << "exit 3\n";
  ::chmod(path.c_str(), 0755);
  const Result<int> code = outcome({path});
  std::filesystem::remove(path);
  ASSERT_FALSE(code.ok());
  EXPECT_EQ(code.error().kind, Error::Kind::failed);
  EXPECT_NE(code.error().hint.find("#!/bin/sh"), std::string::npos);
}

TEST(Foreground, signals_are_as_before_at_the_end) {
  sigset_t before, after;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &before);
  {
    auto signals = TakenSignals::take({SIGUSR2});
    ASSERT_TRUE(signals.ok());
    ::kill(::getpid(), SIGUSR2);
  }
  ::pthread_sigmask(SIG_BLOCK, nullptr, &after);
  EXPECT_EQ(::sigismember(&after, SIGUSR2), ::sigismember(&before, SIGUSR2));
}

}  // namespace
}  // namespace gb10
