#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard/budget.h"
#include "guard/exact_count.h"
#include "guard/hands.h"
#include "guard/load_guard.h"
#include "host/foreground.h"
#include "sampler/sampler.h"

namespace gb10 {

/// Within what a command runs, and how it is told of.
struct WatchedRun {
  std::optional<double> budget;  // bytes
  double patience = 3;           // seconds from SIGTERM to SIGKILL
  bool load_guard = false;
  GuardPolicy policy;  // the one for this machine
  double total = 0;    // bytes of memory that it has
  std::function<void(std::string_view)> say;
  /// Where the memory is now, as text.
  std::function<std::string(const GpuNews& news, std::span<const ProcessUse> processes)> where;
};

/// Who of a family holds what, the largest first, as a table.
std::string table_of(const Family& family, std::span<const ProcessUse> all, const GpuBytes& gpu);

/// A command under watch: what it and all that it starts hold, while they run.
class Watched {
 public:
  Watched(const HostView& host, WatchedRun how, ProcessScan scan);

  /// Before a load: gives the cache back where large blocks are missing. Error unsupported where
  /// they do not come back.
  Result<void> make_room();

  /// Until it has ended, and, where it was ended for the budget, all that it started has. The exit
  /// code: its own, or 143 or 137 after our SIGTERM or SIGKILL.
  int run(Foreground& program, TakenSignals& signals);

 private:
  struct Asked {
    std::atomic<int> port = 0;  // once there is an answer
  };

  bool is_done(bool has_ended, double now) const;
  void sample(double now);
  void look(double now, std::int64_t head);
  void judge(double now);
  void judge_budget(double now);
  void end(const std::string& why, bool at_once);
  void kill_rest(const std::string& why);
  void signal_all(int signal);
  void load(double now);
  void ask_ports();
  void say(std::string text);
  void tell_end(double now);

  WatchedRun how_;
  std::string post_mortem_;  // told at the end, when the terminal is as it was
  std::optional<GpuFeed> feed_;
  ProcessScan scan_;
  Sampler sampler_;
  Budget budget_;
  Reading reading_;
  Family family_;
  std::vector<ProcessUse> all_;
  GpuBytes gpu_;
  bool has_said_unknown_ = false;
  double looked_ = -1e9, whole_ = -1e9, begun_ = 0;
  // Since when it may be over the budget, and when signals were sent.
  std::optional<double> over_, asked_, killed_;
  bool reached_ = false;  // somebody got one

  LoadGuard loading_;
  bool is_loading_;
  std::atomic<int> drops_ = 0;
  MayHang<Asked> asked_ports_;

  ExactCount exact_;
  Background voice_{256}, dropping_{1, false};  // the last: their work uses the others
};

}  // namespace gb10
