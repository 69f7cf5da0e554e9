#pragma once

#include <array>
#include <mutex>
#include <string>
#include <string_view>

#include "sampler/metrics.h"

namespace gb10 {

/// What an exporter tells: the newest reading, and what has come together since the begin.
struct Published {
  Reading reading;
  std::array<double, kMetricCount> totals = Reading().values;  // of rates: bytes, seconds, counts
  double joules = kNotKnown;                                   // of the GPU
};

/// The newest of it, put by one thread and read by another.
class PublishedBoard {
 public:
  void put(const Published& published);
  Published get() const;

 private:
  mutable std::mutex mutex_;
  Published newest_;
};

/// A page in Prometheus' text format 0.0.4. What is not known is left out.
std::string prometheus_page(const Published& published, std::string_view version);
constexpr std::string_view kPrometheusType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace gb10
