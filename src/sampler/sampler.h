#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/host.h"
#include "model/sample.h"
#include "sampler/metrics.h"

namespace gb10 {

/// Reads all metrics of a machine, again and again. Its files are opened once; a reading reads them
/// anew and allocates nothing.
class Sampler {
 public:
  struct Settings {
    double page_size = 4096;  // bytes; of the machine that is read
    bool heat = true;         // else somebody else reads it, such as a HeatFeed
  };

  /// Opens what there is. That a source is missing is no error: its metrics are not known.
  Sampler(const HostView& host, Settings settings);

  /// Reads now, at `seconds` of a clock that only goes on. With `whole` every source, else those
  /// that change quickly; the others keep what they were.
  void read(Reading& reading, double seconds, bool whole);

  /// Puts what the driver said into the reading; nothing: it said nothing of late.
  static void put(Reading& reading, const std::optional<GpuSample>& sample);

  /// Why a metric is not known; empty where its source could be opened.
  std::string why_not(std::size_t metric) const;

 private:
  static constexpr std::size_t kSources = static_cast<std::size_t>(MetricSource::gpu) + 1;
  static constexpr std::size_t kLargest = 128U << 10U;  // of a file

  std::string_view text_of(const Blob& file);
  void read_source(MetricSource source, Reading& reading);
  double raw(const MetricSpec& spec, std::string_view text) const;
  double share_of_cores(std::string_view text);
  void set(Reading& reading, std::size_t index, double value);

  struct Before {
    double value = kNotKnown, seconds = 0;
  };
  struct Cores {
    double busy = kNotKnown, all = kNotKnown;
  };

  Settings settings_;
  std::array<std::unique_ptr<Blob>, kSources> files_;
  std::array<std::string, kSources> missing_;  // why a file could not be opened
  std::vector<std::unique_ptr<Blob>> zones_;
  std::vector<std::string> disks_, links_;
  std::array<Before, kMetricCount> before_;
  Cores cores_before_;
  std::unique_ptr<std::array<std::byte, kLargest>> buffer_;
};

/// The sampler's settings for the machine that this program runs on.
Sampler::Settings settings_here();

}  // namespace gb10
