#pragma once
// record/ watches the machine while a command runs: its timeline, what it came to, and the same for
// Prometheus. It refuses to judge, and what it does not know it leaves out.

#include <cstdint>
#include <optional>
#include <string>

#include "model/run_record.h"
#include "record/prometheus.h"
#include "record/timeline.h"
#include "sampler/energy.h"
#include "sampler/gpu_feed.h"
#include "sampler/sampler.h"

namespace gb10 {

/// Reads all metrics from `begin` to `end` whenever it is told to, and says what they came to.
class Recording {
 public:
  Recording(const HostView& host, Sampler::Settings settings, GpuFeed& feed)
      : sampler_(host, settings), feed_(feed) {}

  /// Times are of boot_seconds().
  void begin(double seconds, std::int64_t wall);
  void read(double seconds, std::int64_t wall);
  void end(double seconds, std::int64_t wall);

  /// The newest reading, and what came together until now.
  Published published() const;
  std::int64_t begun() const { return wall_begun_; }
  double duration() const { return ended_ - begun_; }

  /// Adds the results, the series and the notes.
  void add_to(RunRecord& record) const;

 private:
  void take(double seconds, std::int64_t wall, bool whole);
  void take_gpu(double seconds);
  void add_energy(RunRecord& record) const;
  void add_cost(RunRecord& record) const;
  std::string why_not(std::size_t metric) const;

  Sampler sampler_;
  GpuFeed& feed_;
  Reading reading_;
  Timeline timeline_;
  Energy energy_;
  std::optional<double> counter_first_, counter_last_;  // joules, as the driver counts them
  double counter_begun_ = 0, counter_ended_ = 0;
  double begun_ = 0, ended_ = 0, whole_ = 0;
  std::int64_t wall_begun_ = 0;
  double cpu_begun_ = 0, cpu_ = 0;  // seconds that this process has used
  std::uint64_t sample_ = 0;        // the last one that was seen
  double readings_ = 0;
};

}  // namespace gb10
