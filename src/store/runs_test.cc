#include "store/runs.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

namespace gb10 {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

class Store : public testing::Test {
 protected:
  Store() : folder_(testing::TempDir() + "/gb10-store-XXXXXX") {
    if (::mkdtemp(folder_.data()) == nullptr) std::abort();
  }
  ~Store() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string path(const std::string& name = "runs.db") const { return folder_ + "/" + name; }
  RunStore opened() const {
    Result<RunStore> store = RunStore::open(path());
    EXPECT_TRUE(store.ok()) << store.error().what;
    return *std::move(store);
  }

  std::string folder_;
};

RunRecord record_of(const std::string& id, std::int64_t begun = 0) {
  RunRecord out;
  out.id = id;
  out.begun = begun;
  out.version = "0.1.0";
  return out;
}

RunRecord full_record() {
  RunRecord out = record_of("20261128-171502-4711", 1'796'231'702'123'456'789);
  out.command = {"gb10", "bench", "a \"b\"", "", "é\n"};
  out.machine.set("gpu.name", std::string("NVIDIA GB10"), "NVML");
  out.machine.set("memory.total", bytes(128e9), "/proc/meminfo");
  out.machine.unknown("gpu.power", {Error::Kind::denied, "no", "ask"}, "NVML");
  out.params = {{"rate", "10 Hz"}, {"machine", "6f1c"}, {"result.note", "x"}};
  out.series = {{"gpu.power", Unit::watts, {0, 0.1, 0.30000000000000004}, {12.5, kNone, 1e-310}},
                {"empty", Unit::none, {}, {}},
                {"far",
                 Unit::none,
                 {1, 2, 3},
                 {std::numeric_limits<double>::infinity(), -0.0, 1.7976931348623157e308}}};
  out.results = {{"gpu.unknown", Unit::none, kNone, "", "it did not answer"},
                 {"gpu.energy", Unit::joules, 1234.5678901234567, "measured", "the GPU's counter"}};
  out.notes = {"one", "two"};
  return out;
}

TEST_F(Store, gives_a_record_back_as_it_was) {
  const RunRecord record = full_record();
  ASSERT_TRUE(opened().save(record).ok());
  const auto loaded = opened().load(record.id);
  ASSERT_TRUE(loaded.ok()) << loaded.error().what;
  EXPECT_EQ(*loaded, record);
  EXPECT_EQ(to_text(to_json(*loaded)), to_text(to_json(record)));
  EXPECT_TRUE(std::isinf(loaded->series[2].values[0]));
  EXPECT_TRUE(std::signbit(loaded->series[2].values[1]));
}

TEST_F(Store, keeps_any_random_record) {
  std::uint64_t state = 1;
  const auto next = [&state] {
    return state = state * 6364136223846793005U + 1442695040888963407U;
  };
  const RunStore store = opened();
  for (int i = 0; i < 40; ++i) {
    RunRecord record = record_of("run" + std::to_string(i), static_cast<std::int64_t>(next() >> 1));
    Series series{"m", static_cast<Unit>(next() % 10), {}, {}};
    for (std::uint64_t j = next() % 50; j > 0; --j) {
      series.at.push_back(static_cast<double>(series.at.size()));
      series.values.push_back(std::ldexp(static_cast<double>(next()), static_cast<int>(j) - 60));
    }
    record.series.push_back(series);
    for (std::uint64_t j = next() % 5; j > 0; --j)
      record.results.push_back({"f" + std::to_string(j), Unit::ratio,
                                static_cast<double>(next()) / 7, "computed", "chance"});
    ASSERT_TRUE(store.save(record).ok());
    const auto loaded = store.load(record.id);
    ASSERT_TRUE(loaded.ok());
    EXPECT_EQ(*loaded, record) << i;
  }
}

TEST_F(Store, finds_a_record_by_the_beginning_of_its_id) {
  const RunStore store = opened();
  for (const char* const id : {"abc", "abcd", "abx", "last-one"})
    ASSERT_TRUE(store.save(record_of(id)).ok());
  EXPECT_EQ(store.load("abx")->id, "abx");
  EXPECT_EQ(store.load("abcd")->id, "abcd");
  EXPECT_EQ(store.load("abc")->id, "abc");
  EXPECT_EQ(store.load("last-")->id, "last-one");
  const auto several = store.load("ab");
  EXPECT_EQ(several.error().kind, Error::Kind::invalid);
  EXPECT_NE(several.error().what.find("abcd"), std::string::npos);
  EXPECT_EQ(store.load("b").error().kind, Error::Kind::not_found);
  EXPECT_EQ(store.load("").error().kind, Error::Kind::not_found);
  EXPECT_EQ(store.load("a%").error().kind, Error::Kind::not_found);
}

TEST_F(Store, knows_the_last_run_by_its_begin) {
  const RunStore store = opened();
  EXPECT_EQ(store.load("last").error().kind, Error::Kind::not_found);
  ASSERT_TRUE(store.save(record_of("new", 30)).ok());
  ASSERT_TRUE(store.save(record_of("old", 20)).ok());
  EXPECT_EQ(store.load("last")->id, "new");
}

TEST_F(Store, lists_the_last_run_first_with_a_headline) {
  const RunStore store = opened();
  ASSERT_TRUE(store.save(full_record()).ok());
  ASSERT_TRUE(store.save(record_of("first", -1)).ok());
  const auto list = store.list();
  ASSERT_TRUE(list.ok());
  ASSERT_EQ(list->size(), 2U);
  const RunSummary& run = (*list)[0];
  EXPECT_EQ(run.utc, "2026-12-02 17:15:02");
  EXPECT_EQ(run.command, full_record().command);
  EXPECT_EQ(run.machine, "6f1c");
  ASSERT_TRUE(run.headline);
  EXPECT_EQ(*run.headline, full_record().results[1]);
  EXPECT_EQ((*list)[1].utc, "1969-12-31 23:59:59");
  EXPECT_EQ((*list)[1].machine, "");
  EXPECT_FALSE((*list)[1].headline);
}

TEST_F(Store, lists_what_was_called_invalid_as_such) {
  const RunStore store = opened();
  RunRecord record = record_of("wrong", 1);
  record.params["result.verdict"] = "invalid";
  record.params["result.cut"] = "interrupted";
  ASSERT_TRUE(store.save(record).ok());
  const auto list = store.list();
  ASSERT_TRUE(list.ok());
  EXPECT_EQ((*list)[0].verdict, "invalid");
  EXPECT_EQ((*list)[0].cut, "interrupted");
}

TEST_F(Store, has_the_history_of_one_kind_of_run_on_one_machine) {
  const RunStore store = opened();
  const auto save = [&](const std::string& id, std::int64_t begun, const std::string& machine,
                        const std::string& rate) {
    RunRecord record = record_of(id, begun);
    record.params = {{"machine", machine}, {"rate", rate}, {"result.note", id}};
    record.results = {{"speed", Unit::none, static_cast<double>(begun), "", ""}};
    ASSERT_TRUE(store.save(record).ok());
  };
  save("c", 3, "m", "1");
  save("a", 1, "m", "1");
  save("other-machine", 2, "n", "1");
  save("other-kind", 2, "m", "2");
  const auto history = store.history(*store.load("a"), "speed");
  ASSERT_TRUE(history.ok());
  ASSERT_EQ(history->size(), 2U);
  EXPECT_EQ((*history)[0].id, "a");
  EXPECT_EQ((*history)[1].value, 3);
  EXPECT_TRUE(store.history(*store.load("a"), "heat")->empty());
}

TEST_F(Store, refuses_an_id_twice_and_none) {
  const RunStore store = opened();
  ASSERT_TRUE(store.save(record_of("a", 1)).ok());
  EXPECT_EQ(store.save(record_of("a", 2)).error().kind, Error::Kind::conflict);
  EXPECT_EQ(store.load("a")->begun, 1);
  EXPECT_EQ(store.save(record_of("")).error().kind, Error::Kind::invalid);
}

TEST_F(Store, is_for_its_owner_alone) {
  opened();
  struct stat status {};
  ASSERT_EQ(::stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(Store, says_busy_when_somebody_else_holds_it_for_too_long) {
  const RunStore store = *RunStore::open(path(), {.patience = std::chrono::milliseconds(50)});
  const Database other = *Database::open(path(), {});
  ASSERT_TRUE(other.run("BEGIN IMMEDIATE;").ok());
  const auto before = std::chrono::steady_clock::now();
  const auto saved = store.save(record_of("a"));
  EXPECT_EQ(saved.error().kind, Error::Kind::busy);
  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(45));
  ASSERT_TRUE(other.run("COMMIT;").ok());
  EXPECT_TRUE(store.save(record_of("a")).ok());
}

TEST_F(Store, waits_for_somebody_who_is_done_soon) {
  const RunStore store = opened();
  const Database other = *Database::open(path(), {});
  ASSERT_TRUE(other.run("BEGIN IMMEDIATE;").ok());
  std::jthread ending([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_TRUE(other.run("COMMIT;").ok());
  });
  EXPECT_TRUE(store.save(record_of("a")).ok());
}

TEST_F(Store, is_written_by_several_at_once) {
  std::vector<std::jthread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([this, writer] {
      const Result<RunStore> store = RunStore::open(path());
      ASSERT_TRUE(store.ok()) << store.error().what;
      for (int i = 0; i < 5; ++i)
        EXPECT_TRUE(store->save(record_of(std::to_string(writer) + "-" + std::to_string(i))).ok());
    });
  }
  writers.clear();
  EXPECT_EQ(opened().list()->size(), 20U);
}

TEST_F(Store, does_not_read_what_a_newer_gb10_wrote) {
  opened();
  ASSERT_TRUE(Database::open(path(), {})->run("PRAGMA user_version = 99;").ok());
  EXPECT_EQ(RunStore::open(path()).error().kind, Error::Kind::unsupported);
}

TEST_F(Store, does_not_touch_the_database_of_something_else) {
  ASSERT_TRUE(Database::open(path(), {})->run("CREATE TABLE mine (x INTEGER);").ok());
  EXPECT_EQ(RunStore::open(path()).error().kind, Error::Kind::invalid);
  EXPECT_EQ(*Database::open(path(), {})->number("SELECT count(*) FROM sqlite_master;"), 1);
}

TEST_F(Store, says_invalid_of_a_file_that_is_none) {
  std::ofstream(path()) << std::string(4096, 'x');
  EXPECT_EQ(RunStore::open(path()).error().kind, Error::Kind::invalid);
}

TEST_F(Store, says_invalid_of_a_damaged_file) {
  {
    const RunStore store = opened();
    for (int i = 0; i < 50; ++i) {
      RunRecord record = full_record();
      record.id = std::to_string(i);
      ASSERT_TRUE(store.save(record).ok());
    }
  }
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path()));
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096);
  file << std::string(static_cast<std::size_t>(size - 4096), '\xff');
  file.close();
  const auto store = RunStore::open(path());
  const Error error = store.ok() ? store->list().error() : store.error();
  EXPECT_EQ(error.kind, Error::Kind::invalid) << error.what;
}

TEST_F(Store, keeps_what_is_no_measurement_out_of_the_history) {
  const RunStore store = opened();
  const std::vector<std::pair<std::string, std::string>> marks = {{"result.verdict", "healthy"},
                                                                  {"result.verdict", "invalid"},
                                                                  {"result.cut", "interrupted"},
                                                                  {"result.others", "4711"}};
  for (std::size_t i = 0; i < marks.size(); ++i) {
    RunRecord record = record_of(std::string(1, static_cast<char>('a' + i)));
    record.params = {marks[i]};
    record.results = {{"speed", Unit::none, 1, "measured", ""}};
    ASSERT_TRUE(store.save(record).ok());
  }
  const auto history = store.history(*store.load("a"), "speed");
  ASSERT_TRUE(history.ok()) << history.error().what;
  ASSERT_EQ(history->size(), 1U);
  EXPECT_EQ(history->front().id, "a");
}

TEST_F(Store, says_invalid_of_numbers_that_are_cut_off) {
  ASSERT_TRUE(opened().save(full_record()).ok());
  const Database database = *Database::open(path(), {});
  ASSERT_TRUE(database.run("UPDATE series SET samples = x'0011';").ok());
  EXPECT_EQ(opened().load("last").error().kind, Error::Kind::invalid);
  ASSERT_TRUE(database.run("UPDATE series SET samples = zeroblob(80);").ok());
  EXPECT_EQ(opened().load("last").error().kind, Error::Kind::invalid);
  ASSERT_TRUE(database.run("UPDATE runs SET document = 'no';").ok());
  EXPECT_EQ(opened().load("last").error().kind, Error::Kind::invalid);
}

TEST_F(Store, that_has_no_room_says_so_and_keeps_what_it_had) {
  const RunStore store = *RunStore::open(path(), {.most_pages = 20});
  ASSERT_TRUE(store.save(record_of("small")).ok());
  RunRecord large = record_of("large");
  large.series = {{"m", Unit::none, std::vector<double>(20000), std::vector<double>(20000)}};
  const auto saved = store.save(large);
  ASSERT_FALSE(saved.ok());
  EXPECT_EQ(saved.error().kind, Error::Kind::failed);
  EXPECT_EQ(store.list()->size(), 1U);
  EXPECT_TRUE(store.save(record_of("another")).ok());
}

TEST_F(Store, names_a_folder_that_is_not_there) {
  const auto store = RunStore::open(path("no/where.db"));
  EXPECT_EQ(store.error().kind, Error::Kind::not_found);
  EXPECT_NE(store.error().what.find("no/where.db"), std::string::npos);
}

TEST_F(Store, that_is_only_read_makes_nothing) {
  const Database::Settings reads{.only_reads = true};
  EXPECT_EQ(RunStore::open(path(), reads).error().kind, Error::Kind::not_found);
  EXPECT_FALSE(std::filesystem::exists(path()));
  ASSERT_TRUE(opened().save(full_record()).ok());
  const auto store = RunStore::open(path(), reads);
  ASSERT_TRUE(store.ok()) << store.error().what;
  EXPECT_EQ(*store->load("last"), full_record());
  EXPECT_FALSE(store->save(record_of("b")).ok());
}

TEST_F(Store, in_a_place_that_cannot_be_written_is_denied) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write anywhere";
  opened();
  ASSERT_EQ(::chmod(path().c_str(), 0400), 0);
  ASSERT_EQ(::chmod(folder_.c_str(), 0500), 0);
  const auto store = RunStore::open(path());
  const Error::Kind kind =
      store.ok() ? store->save(record_of("a")).error().kind : store.error().kind;
  EXPECT_EQ(kind, Error::Kind::denied);
  EXPECT_EQ(RunStore::open(path("new.db")).error().kind, Error::Kind::denied);
  ASSERT_EQ(::chmod(folder_.c_str(), 0700), 0);
}

TEST_F(Store, does_not_take_a_folder_for_a_file) {
  EXPECT_EQ(RunStore::open(folder_).error().kind, Error::Kind::denied);
}

}  // namespace
}  // namespace gb10
