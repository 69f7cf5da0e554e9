#include "guard/warden.h"

#include <signal.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace gb10 {
namespace {

constexpr double kGib = 1 << 30, kTotal = 121.6 * kGib;

ProcessUse process(std::int64_t pid, std::string_view name, double gib,
                   std::string_view unit = {}) {
  ProcessUse out;
  out.pid = out.group = pid;
  out.session = 1;
  out.started = static_cast<std::uint64_t>(pid) * 10;
  out.anonymous = static_cast<std::int64_t>(gib * kGib);
  std::copy(name.begin(), name.end(), out.comm.begin());
  std::copy(unit.begin(), unit.end(), out.cgroup.begin());
  return out;
}

/// A machine on paper: processes that grow, and what is done to them.
class Paper : public Hands {
 public:
  std::vector<ProcessUse> all;
  GpuBytes gpu;
  std::vector<std::pair<int, std::int64_t>> sent;  // signal, pid
  std::vector<std::string> ended_for_good;
  int drops = 0;
  bool obeys = true;       // SIGTERM ends what gets it
  bool goes = true;        // and SIGKILL
  bool is_silent = false;  // the driver

  void processes(std::vector<ProcessUse>& into) override { into = all; }
  void add_held(ProcessUse&) override {}
  std::optional<GpuBytes> gpu_bytes() override {
    return is_silent ? std::nullopt : std::optional(gpu);
  }
  void drop_cache() override { ++drops; }
  int send(const std::vector<Target>& targets, int signal) override {
    if (signal == 0)
      return static_cast<int>(std::count_if(targets.begin(), targets.end(), [&](const auto& each) {
        return std::any_of(all.begin(), all.end(),
                           [&](const ProcessUse& use) { return use.pid == each.pid; });
      }));
    for (const Target& target : targets) {
      sent.emplace_back(signal, target.pid);
      if (signal == SIGKILL ? goes : obeys)
        std::erase_if(all, [&](const ProcessUse& each) { return each.pid == target.pid; });
    }
    return static_cast<int>(targets.size());
  }
  void stop_for_good(const Victim& victim) override { ended_for_good.push_back(victim.unit); }

  ProcessUse& named(std::string_view name) {
    for (ProcessUse& each : all) {
      if (each.name() == name) return each;
    }
    static ProcessUse none;
    return none;
  }
};

/// A warden over a machine on paper, at 20 readings a second.
class Simulation {
 public:
  explicit Simulation(Warden::Settings settings = {.dry_run = false, .self = 999},
                      std::string_view policy = {})
      : warden(guard_policy(policy, "own")->on(kTotal), paper, settings,
               [this](const Happened& happened) { told.push_back(happened.text); }) {
    paper.all = {process(1, "systemd", 0.1), process(400, "sshd", 0.01),
                 process(500, "vllm", 90, "/system.slice/docker-0123456789ab.scope"),
                 process(600, "firefox", 2), process(999, "gb10", 0.01)};
  }

  /// Lets `length` seconds pass; `change` is called before each reading.
  template <class F>
  void pass(double length, F change) {
    for (const double end = seconds + length; seconds < end; seconds += 0.05) {
      change(0.05);
      reading.seconds = seconds;
      reading.values[metric("memory.available")] = available;
      reading.values[metric("memory.file_inactive")] = cache;
      reading.values[metric("memory.file_active")] = 0;
      reading.values[metric("memory.dirty")] = 0;
      reading.values[metric("memory.free_32m")] = blocks;
      reading.values[metric("memory.compact_fail")] = fails;
      reading.values[metric("pressure.memory_full")] = stalled;
      warden.take(reading);
      lowest = std::min(lowest, available);
    }
  }
  void pass(double length) {
    pass(length, [](double) {});
  }

  /// The process takes memory at a rate, as long as it lives; when it ends it all comes back.
  void grow(std::string_view name, double gib_a_second, double length, bool on_gpu = false) {
    double taken = 0;
    pass(length, [&](double step) {
      ProcessUse& each = paper.named(name);
      if (each.pid == 0) {
        available += taken;
        taken = 0;
        return;
      }
      const double more = gib_a_second * kGib * step;
      taken += more;
      available -= more;
      if (on_gpu)
        paper.gpu[each.pid] += static_cast<std::int64_t>(more);
      else
        each.anonymous += static_cast<std::int64_t>(more);
    });
  }

  std::vector<std::string> told;
  Paper paper;
  Warden warden;
  Reading reading;
  double seconds = 100, available = 22 * kGib, cache = 0, blocks = 20 * kGib, fails = 0,
         stalled = 0, lowest = 1e18;
};

using Sent = std::vector<std::pair<int, std::int64_t>>;

TEST(Warden, stops_seventeen_gib_in_ten_seconds_in_time) {
  Simulation machine;
  machine.pass(20);
  machine.grow("vllm", 1.7, 20, true);
  EXPECT_EQ(machine.paper.sent, (Sent{{SIGTERM, 500}}));
  EXPECT_GT(machine.lowest, 1 * kGib);
  ASSERT_GE(machine.told.size(), 2U);
  EXPECT_NE(
      machine.told[1].find("SIGTERM to 1 process: vllm [500] (container docker-0123456789ab.scope"),
      std::string::npos)
      << machine.told[1];
}

TEST(Warden, stops_a_slow_leak_at_the_level_and_names_the_leaking_one) {
  Simulation machine;
  machine.available = 6 * kGib;
  machine.grow("firefox", 0.005, 900);
  EXPECT_EQ(machine.paper.sent, (Sent{{SIGTERM, 600}}));
  EXPECT_GT(machine.lowest, 2.5 * kGib);
}

TEST(Warden, drops_the_cache_of_a_flood_and_stops_nothing) {
  Simulation machine;
  machine.cache = 80 * kGib;
  machine.available = 60 * kGib;
  machine.stalled = 0.8;
  machine.pass(30);
  EXPECT_TRUE(machine.paper.sent.empty());
  EXPECT_GE(machine.paper.drops, 1);
  EXPECT_LE(machine.paper.drops, 4);
}

TEST(Warden, compacts_where_no_large_block_is_left_and_not_again_at_once) {
  Simulation machine;
  machine.available = 100 * kGib;
  machine.cache = 60 * kGib;
  machine.blocks = 0;
  machine.pass(30);
  EXPECT_EQ(machine.paper.drops, 0);
  machine.fails = 100;
  machine.pass(120);
  EXPECT_EQ(machine.paper.drops, 1);
  EXPECT_TRUE(machine.paper.sent.empty());
}

TEST(Warden, leaves_a_server_alone_that_lives_with_little_left) {
  Simulation machine;
  machine.available = 2.4 * kGib;
  machine.pass(3600,
               [&](double) { machine.available = 2.4 * kGib + 20e6 * std::sin(machine.seconds); });
  EXPECT_TRUE(machine.paper.sent.empty());
}

TEST(Warden, takes_a_login_or_an_update_beside_such_a_server_for_no_alarm) {
  Simulation machine;
  machine.available = 2.4 * kGib;
  machine.pass(200);
  for (int turn = 0; turn < 5; ++turn) {
    machine.grow("firefox", 0.8, 0.25);  // 200 MiB at once, and back again
    machine.pass(20);
    machine.available = 2.4 * kGib;
    machine.paper.named("firefox").anonymous = static_cast<std::int64_t>(2 * kGib);
    machine.pass(60);
  }
  EXPECT_TRUE(machine.paper.sent.empty()) << joined(machine.told, "\n");
}

TEST(Warden, leaves_a_load_alone_that_ends_with_enough_left) {
  Simulation machine;
  machine.grow("vllm", 1.7, 9.5);
  machine.pass(60);
  EXPECT_TRUE(machine.paper.sent.empty());
  EXPECT_LT(machine.lowest, 6 * kGib);
}

TEST(Warden, kills_what_does_not_end_with_what_it_started_since) {
  Simulation machine;
  machine.paper.obeys = false;
  machine.available = 3.2 * kGib;
  machine.pass(20, [&](double step) {
    machine.paper.named("vllm").anonymous += static_cast<std::int64_t>(0.3 * kGib * step);
    machine.available -= 0.3 * kGib * step;
    if (machine.paper.sent.size() == 1 && machine.paper.all.size() == 5)
      machine.paper.all.push_back(
          process(501, "worker", 1, "/system.slice/docker-0123456789ab.scope"));
  });
  ASSERT_GE(machine.paper.sent.size(), 3U);
  EXPECT_EQ(Sent(machine.paper.sent.begin(), machine.paper.sent.begin() + 3),
            (Sent{{SIGTERM, 500}, {SIGKILL, 500}, {SIGKILL, 501}}));
}

TEST(Warden, turns_to_the_next_when_one_does_not_even_die) {
  Simulation machine({.dry_run = false, .self = 999}, "loop_count = 2");
  machine.paper.obeys = machine.paper.goes = false;
  machine.paper.named("vllm").anonymous /= 4;
  machine.available = 3.2 * kGib;
  machine.pass(60, [&](double step) {
    for (const char* const name : {"vllm", "firefox"})
      machine.paper.named(name).anonymous +=
          static_cast<std::int64_t>((name[0] == 'v' ? 0.2 : 0.1) * kGib * step);
    machine.available -= 0.3 * kGib * step;
  });
  EXPECT_EQ(machine.paper.sent,
            (Sent{{SIGTERM, 500}, {SIGKILL, 500}, {SIGTERM, 600}, {SIGKILL, 600}}));
  EXPECT_TRUE(machine.paper.ended_for_good.empty()) << "it was never started again";
}

TEST(Warden, waits_for_what_it_killed_as_long_as_memory_comes_back) {
  Simulation machine;
  machine.paper.obeys = machine.paper.goes = false;
  machine.available = 3.2 * kGib;
  machine.pass(20, [&](double step) {
    const bool is_killed = machine.paper.sent.size() == 2;
    if (!is_killed)
      machine.paper.named("vllm").anonymous += static_cast<std::int64_t>(0.5 * kGib * step);
    machine.available += (is_killed ? 0.05 : -0.5) * kGib * step;
  });
  EXPECT_EQ(machine.paper.sent, (Sent{{SIGTERM, 500}, {SIGKILL, 500}}));
  EXPECT_LT(machine.available, 3 * kGib) << "it is short all the time";
}

TEST(Warden, keeps_to_what_the_driver_said_when_it_falls_silent) {
  for (const bool before : {false, true}) {
    Simulation machine;
    machine.paper.named("vllm").anonymous = static_cast<std::int64_t>(2 * kGib);
    machine.paper.gpu[500] = static_cast<std::int64_t>(90 * kGib);
    machine.paper.is_silent = before;
    machine.pass(20);
    // Now it is heard, or not any more: neither is growth, and what grows is another.
    machine.paper.is_silent = !before;
    machine.grow("firefox", 2.5, 20);
    EXPECT_EQ(machine.paper.sent, (Sent{{SIGTERM, 600}})) << before;
  }
}

TEST(Warden, takes_what_a_fork_inherits_for_no_growth) {
  Simulation machine;
  machine.paper.all.push_back(process(700, "loader", 8));
  machine.available = 6 * kGib;
  machine.pass(20);
  for (int i = 1; i <= 16; ++i) {
    ProcessUse worker = process(700 + i, "loader", 8);
    worker.group = worker.parent = 700;
    machine.paper.all.push_back(worker);
  }
  machine.grow("firefox", 1.5, 5);
  EXPECT_EQ(machine.paper.sent, (Sent{{SIGTERM, 600}}));
}

TEST(Warden, takes_forks_of_one_for_no_more_than_it_where_nothing_grew) {
  Simulation machine;
  for (int i = 0; i <= 16; ++i) {
    ProcessUse loader = process(700 + i, "loader", 8);
    loader.group = 700;
    loader.parent = i == 0 ? 1 : 700;
    machine.paper.all.push_back(loader);
  }
  machine.pass(20);
  machine.available = 0.5 * kGib;
  machine.pass(0.2);
  EXPECT_EQ(machine.paper.sent, (Sent{{SIGTERM, 500}})) << "it holds 90 GiB, they hold 8";
}

TEST(Warden, never_stops_what_it_was_told_to_leave_alone) {
  Simulation machine({.dry_run = false, .self = 999}, "never = [ \"vllm\", \"fire*\" ]");
  machine.available = 3.1 * kGib;
  machine.grow("vllm", 0.5, 10);
  EXPECT_TRUE(machine.paper.sent.empty());
  EXPECT_NE(joined(machine.told, "\n").find("nothing that may be stopped"), std::string::npos);
}

TEST(Warden, gives_what_it_stopped_time_before_it_turns_to_another) {
  Simulation machine;
  machine.pass(20);
  // Much is left when it foresees the end, and what was stopped needs half a second to go.
  double stopped = -1;
  machine.pass(12, [&](double step) {
    if (machine.paper.sent.empty())
      machine.paper.named("vllm").anonymous += static_cast<std::int64_t>(6 * kGib * step);
    else if (stopped < 0)
      stopped = machine.seconds;
    if (stopped < 0 || machine.seconds - stopped < 0.5)
      machine.available -= 6 * kGib * step;
    else
      machine.available = 60 * kGib;
  });
  EXPECT_EQ(machine.paper.sent, (Sent{{SIGTERM, 500}}));
}

TEST(Warden, stops_nothing_whose_end_would_give_nothing_back) {
  Simulation machine;
  std::erase_if(machine.paper.all, [](const ProcessUse& each) { return each.pid > 400; });
  machine.paper.all.push_back(process(700, "worker", 0.002));
  machine.available = 3.1 * kGib;
  machine.pass(5, [&](double step) { machine.available -= 0.5 * kGib * step; });
  EXPECT_TRUE(machine.paper.sent.empty());
}

TEST(Warden, never_stops_its_own_child) {
  Simulation machine;
  machine.available = 3.1 * kGib;
  machine.paper.named("vllm").parent = 999;
  machine.paper.named("firefox").parent = 999;
  machine.grow("vllm", 0.5, 10);
  EXPECT_TRUE(machine.paper.sent.empty());
}

TEST(Warden, only_tells_in_a_dry_run) {
  Simulation machine({.dry_run = true, .self = 999});
  machine.grow("vllm", 1.7, 12);
  EXPECT_TRUE(machine.paper.sent.empty());
  EXPECT_EQ(machine.paper.drops, 0);
  const std::string told = joined(machine.told, "\n");
  const std::size_t at = told.find("dry run: would send SIGTERM: vllm");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(told.find("would send SIGTERM", at + 20), std::string::npos)
      << "nothing came back by the first, so the next would be a guess\n"
      << told;
}

TEST(Warden, stops_a_loop_of_restarts_for_good) {
  Simulation machine;
  for (int turn = 0; turn < 3; ++turn) {
    machine.available = 22 * kGib;
    std::erase_if(machine.paper.all, [](const ProcessUse& each) { return each.name() == "vllm"; });
    machine.paper.all.push_back(
        process(5000 + turn, "vllm", 1, "/system.slice/docker-0123456789ab.scope"));
    machine.pass(30);
    machine.grow("vllm", 1.7, 20);
    machine.pass(30);
  }
  EXPECT_EQ(machine.paper.sent.size(), 3U);
  EXPECT_EQ(machine.paper.ended_for_good,
            std::vector<std::string>{"/system.slice/docker-0123456789ab.scope"});
}

TEST(Warden, foresees_nothing_where_nothing_is_known) {
  Simulation machine;
  machine.available = kNotKnown;
  machine.pass(5);
  EXPECT_TRUE(machine.paper.sent.empty());
  EXPECT_EQ(machine.told.size(), 1U);
}

/// Goes through every row of a real machine's telemetry, as if the level to act was all but reached
/// in the fullest one: slopes and growth alone decide. Calls `see` with each row's outlook and says
/// how many rows there were, -1 where the telemetry is not here.
template <class F>
std::int64_t replay(const GuardPolicy& policy, F see) {
  const char* const shared = std::getenv("GB10_SHARED");
  const std::string path = std::string(shared ? shared : "") + "/data/gb10-corpus/telemetry.csv";
  std::ifstream file(path);
  if (!file) return -1;
  std::optional<Watch> watch;
  std::string line, run;
  std::int64_t rows = 0;
  double begin = 0;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const auto cells = split(line, ',');
    const auto elapsed = decimal_number(cells.at(2)), used = decimal_number(cells.at(7));
    if (!elapsed || !used) continue;
    const std::string key = std::string(cells[0]) + std::string(cells[1]);
    if (key != run || *elapsed < begin) watch.emplace(policy);
    run = key;
    begin = *elapsed;
    Reading reading;
    reading.seconds = *elapsed;
    constexpr double kMost = 124408;  // MiB, what the fullest row uses
    reading.values[metric("memory.available")] = (kMost - *used) * 1048576 + policy.act_below;
    see(line, watch->judge(reading));
    ++rows;
  }
  return rows;
}

TEST(Warden, stops_nothing_in_all_of_the_real_telemetry) {
  const std::int64_t rows = replay(guard_policy()->on(kTotal), [](const auto& line, auto outlook) {
    EXPECT_LT(outlook.alarm, Alarm::stop) << line << "  " << sentence(outlook);
  });
  if (rows < 0) GTEST_SKIP() << "the shared telemetry is not here";
  EXPECT_EQ(rows, 60774);
}

TEST(Warden, would_stop_somebody_there_if_it_looked_too_far_ahead) {
  const auto policy = guard_policy("ahead = \"60 s\"\nahead_below = \"40 GiB\"", "own");
  std::int64_t alarms = 0;
  const std::int64_t rows = replay(policy->on(kTotal), [&](const auto&, const Outlook& outlook) {
    alarms += outlook.alarm >= Alarm::stop ? 1 : 0;
  });
  if (rows < 0) GTEST_SKIP() << "the shared telemetry is not here";
  EXPECT_GT(alarms, 0) << "the replay could not fail";
}

}  // namespace
}  // namespace gb10
