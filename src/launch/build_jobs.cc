#include "launch/build_jobs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/quantity.h"

namespace gb10 {

namespace {

std::string size_text(double size) { return to_text(bytes(size)); }

/// The reason without the count in front.
std::string rest_of(const BuildRoom& room) {
  std::string out =
      fmt::format("{} available, {} for each, {} kept free", size_text(room.available),
                  size_text(room.memory_each), size_text(room.keep_free));
  if (room.resident > 0) {
    out +=
        fmt::format("; models hold {}, and fewer of them mean more jobs", size_text(room.resident));
  }
  return out;
}

}  // namespace

BuildJobs build_jobs(const BuildRoom& room) {
  BuildJobs out;
  const int cores = std::max(1, room.cores);
  const double free = std::max(0.0, room.available - room.keep_free);
  const double fit = room.memory_each > 0 ? std::floor(free / room.memory_each) : cores;
  out.fits = fit >= 1;
  out.jobs = static_cast<int>(std::clamp(fit, 1.0, static_cast<double>(cores)));
  const std::string head = out.jobs == cores ? fmt::format("all {} cores", cores)
                                             : fmt::format("{} of {} cores", out.jobs, cores);
  out.reason = fmt::format("{}: {}", head, rest_of(room));
  if (!out.fits) out.reason += "; even one may run out of memory";
  return out;
}

}  // namespace gb10
