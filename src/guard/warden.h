#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "guard/course.h"
#include "guard/victim.h"
#include "guard/watch.h"

namespace gb10 {

/// What the guard can do to a machine. Nothing here may wait: memory is short.
class Hands {
 public:
  virtual ~Hands() = default;
  /// Every process with what it holds, but for what its open files keep.
  virtual void processes(std::vector<ProcessUse>& into) = 0;
  /// Adds that.
  virtual void add_held(ProcessUse& process) = 0;
  /// What the driver says of each process; nothing when it is silent.
  virtual std::optional<GpuBytes> gpu_bytes() = 0;
  /// Begins to drop clean page cache and to compact memory.
  virtual void drop_cache() = 0;
  /// Sends a signal to those that are still the processes meant. How many got it.
  virtual int send(const std::vector<Target>& targets, int signal) = 0;
  /// Begins to stop a service or container for good.
  virtual void stop_for_good(const Victim& victim) = 0;
};

/// What the warden did, or saw to be done.
struct Happened {
  enum class Kind { decision, action, note };
  Kind kind = Kind::note;
  std::string text;
};

/// Watches readings and acts: foresees, chooses, stops, escalates, and notices loops.
class Warden {
 public:
  struct Settings {
    bool dry_run = false;
    std::int64_t self = 0;  // our own pid
  };
  /// `policy` is the one for this machine; `tell` is called with everything that happens.
  Warden(GuardPolicy policy, Hands& hands, Settings settings,
         std::function<void(const Happened&)> tell);
  Warden(const Warden&) = delete;
  Warden& operator=(const Warden&) = delete;

  /// Takes the next reading. Whether something moves, so that more of it should be kept.
  bool take(const Reading& reading);

  const Outlook& outlook() const { return outlook_; }

 private:
  void look(std::vector<ProcessUse>& into);
  void look_around(double seconds);
  void act(Deed deed, double seconds);
  std::optional<Victim> victim();
  void terminate(double seconds);
  void kill();
  void note_loop(const Victim& victim, double seconds);
  void tell(Happened::Kind kind, std::string text);

  GuardPolicy policy_;
  Hands& hands_;
  Settings settings_;
  std::function<void(const Happened&)> tell_;
  Watch watch_;
  Course course_;
  Victims victims_;
  Outlook outlook_;
  Alarm told_ = Alarm::none;
  std::optional<Victim> stopped_;
  std::vector<ProcessUse> processes_;
  double looked_ = -1e9, looked_closely_ = -1e9;
  struct Stop {
    double seconds = 0;
    Victim victim;
  };
  std::vector<Stop> stops_;     // of services and containers, of late
  bool has_pretended_ = false;  // to stop something: in a dry run nothing comes back by it
  bool knows_ = true;           // what is available
};

}  // namespace gb10
