#include <gtest/gtest.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/run_store.h"

namespace gb10 {
namespace {

/// A home of its own with runs of one kind: the first six at 100, the others at 90.
class Runs : public testing::Test {
 protected:
  Runs() : home_(testing::TempDir() + "/gb10-runs-XXXXXX") {
    if (::mkdtemp(home_.data()) == nullptr) std::abort();
    io_.environment["HOME"] = home_;
  }
  ~Runs() override {
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
  }

  void keep(int count) {
    const auto store = open_run_store(io_);
    ASSERT_TRUE(store.ok()) << store.error().what;
    for (int i = 0; i < count; ++i) {
      RunRecord run;
      run.id = "run-" + std::to_string(10 + i);
      run.version = "1";
      run.begun = 1'000'000'000LL * i;
      run.results = {{"gemm.rate.steady", Unit::flop_per_second,
                      (i < 6 ? 100e12 : 90e12) + 1e10 * (i % 3), "measured", ""}};
      ASSERT_TRUE(store->save(run).ok());
    }
  }

  /// What `gb10 history` prints with these options.
  std::string history(std::map<std::string, std::vector<std::string>, std::less<>> given) {
    testing::internal::CaptureStdout();
    code_ = history_command().run({std::move(given)}, io_);
    return testing::internal::GetCapturedStdout();
  }

  std::string home_;
  Io io_;
  int code_ = -1;
};

TEST_F(Runs, are_none_at_first_and_nothing_is_made_by_looking) {
  EXPECT_EQ(history({}), "no run is kept; gb10 bench gemm keeps one\n");
  EXPECT_EQ(code_, kFine);
  EXPECT_TRUE(std::filesystem::is_empty(home_));
}

TEST_F(Runs, that_changed_say_where) {
  keep(12);
  const std::string said = history({{"RUN", {"run-10"}}});
  const std::string change = "changed at run-16: 100 TFLOP/s before, 90.0 TFLOP/s since";
  EXPECT_NE(said.find(change), std::string::npos) << said;
  EXPECT_EQ(code_, kAnswerIsNo);
  const auto json = parse_json(history({{"RUN", {"last"}}, {"--json", {}}}));
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->find("change")->text("id"), "run-16");
}

TEST_F(Runs, that_did_not_change_say_so) {
  keep(6);
  EXPECT_NE(history({{"RUN", {"last"}}}).find("no change of gemm.rate.steady is seen in 6 runs"),
            std::string::npos);
  EXPECT_EQ(code_, kFine);
}

TEST_F(Runs, that_cannot_be_kept_are_written_beside) {
  io_.environment["HOME"] = "/proc/none";
  io_.environment["TMPDIR"] = home_;
  RunRecord run;
  run.id = "lost";
  testing::internal::CaptureStderr();
  keep_record(run, io_);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("it is in " + home_), std::string::npos);
  const auto again = record_named(home_ + "/gb10-lost.json", *this_host(io_), io_);
  EXPECT_TRUE(again.ok());
}

}  // namespace
}  // namespace gb10
